// Who works on the device now: the live flow and a search that measures take turns, in the order in which they asked,
// so that timings are undisturbed and neither starves.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>

namespace fum {

class Turns {
public:
    /// A place in the queue, then a turn; both end with it. For one thread.
    class Place {
    public:
        explicit Place(Turns&);
        ~Place();
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        /// Whether it is this one's turn, now or within that time. If not, the place in the queue stays.
        bool wait_for(std::chrono::milliseconds);

    private:
        Turns& turns_;
        std::uint64_t number_;
    };

private:
    std::mutex mutex_;
    std::condition_variable moved_;
    std::deque<std::uint64_t> queue_;  ///< the first one has the turn
    std::uint64_t next_ = 0;
};

}  // namespace fum
