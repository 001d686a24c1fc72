// One writer hands whole values to one reader, who looks at the newest for as long as he likes: three places, of which
// the writer has one, the reader another, and the third is the last that was finished. Neither ever waits for the
// other's work.
#pragma once

#include <array>
#include <mutex>
#include <utility>

namespace fum {

template <class T>
class Exchange {
public:
    /// The writer's, until publish(); holds what it held two or three publications ago.
    T& back() { return places_[back_]; }
    int back_place() const { return back_; }  ///< 0, 1 or 2

    void publish() {
        const std::lock_guard lock(mutex_);
        std::swap(back_, ready_);
        fresh_ = true;
    }

    /// Whether the reader has taken what was published last; then it is worth to make another.
    bool taken() const {
        const std::lock_guard lock(mutex_);
        return !fresh_;
    }

    /// The reader's: the newest, valid and unchanged until his next call.
    const T& front() {
        const std::lock_guard lock(mutex_);
        if (std::exchange(fresh_, false)) std::swap(front_, ready_);
        return held();
    }
    /// The reader's: what front() gave last, and its place.
    const T& held() const { return places_[front_]; }
    int front_place() const { return front_; }

private:
    std::array<T, 3> places_{};
    int back_ = 0, ready_ = 1, front_ = 2;
    mutable std::mutex mutex_;  ///< of the numbers, held for an exchange of two
    bool fresh_ = false;
};

}  // namespace fum
