// What the window has to say: lines of the log, and notices that stand in the viewport for a while.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace fum {

enum class NoticeKind { info, warning, error };

struct Notice {
    NoticeKind kind = NoticeKind::info;
    std::string time;  ///< hh:mm:ss, local
    std::string part;  ///< "session", "solver"
    std::string text;
    std::uint64_t number = 0;  ///< counts up
};

/// Filled from any thread: by say(), and by every line of the log while it lives.
class Notices {
public:
    static constexpr std::size_t most = 2000;
    Notices();
    ~Notices();
    Notices(const Notices&) = delete;
    Notices& operator=(const Notices&) = delete;

    /// Goes to the log, too, and stands in the viewport until it is dismissed (errors) or for a few seconds.
    void say(NoticeKind, const std::string& sentence);

    /// A copy of those after `number`.
    std::vector<Notice> after(std::uint64_t number) const;
    std::uint64_t newest() const;
    void clear();

    /// Standing in the viewport now; for the window's thread.
    struct Toast {
        Notice notice;
        std::chrono::steady_clock::time_point until;
    };
    std::vector<Toast> toasts() const;
    void dismiss(std::uint64_t number);

private:
    void add(Notice);
    mutable std::mutex mutex_;
    std::deque<Notice> lines_;
    std::vector<Toast> toasts_;
    std::uint64_t next_ = 1;
};

}  // namespace fum
