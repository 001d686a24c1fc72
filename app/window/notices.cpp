#include "app/window/notices.h"

#include <algorithm>
#include <ctime>

#include "app/log.h"

namespace fum {
namespace {

std::string clock_text() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char text[16];
    std::strftime(text, sizeof text, "%H:%M:%S", &local);
    return text;
}

}  // namespace

Notices::Notices() {
    log::listen([this](log::Level level, std::string_view part, const std::string& text) {
        if (level == log::Level::detail) return;
        const NoticeKind kind = level == log::Level::error     ? NoticeKind::error
                                : level == log::Level::warning ? NoticeKind::warning
                                                               : NoticeKind::info;
        add({kind, clock_text(), std::string(part), text, 0});
    });
}

Notices::~Notices() { log::listen({}); }

void Notices::add(Notice notice) {
    const std::lock_guard lock(mutex_);
    notice.number = next_++;
    lines_.push_back(std::move(notice));
    if (lines_.size() > most) lines_.pop_front();
}

void Notices::say(NoticeKind kind, const std::string& sentence) {
    if (kind == NoticeKind::error) log::error("window", sentence);
    if (kind == NoticeKind::warning) log::warning("window", sentence);
    if (kind == NoticeKind::info) log::info("window", sentence);
    const auto stands = kind == NoticeKind::error     ? std::chrono::hours(24)
                        : kind == NoticeKind::warning ? std::chrono::seconds(12)
                                                      : std::chrono::seconds(5);
    const std::lock_guard lock(mutex_);
    std::erase_if(toasts_, [&](const Toast& t) { return t.notice.text == sentence; });
    toasts_.push_back({{kind, clock_text(), "window", sentence, next_++}, std::chrono::steady_clock::now() + stands});
    if (toasts_.size() > 6) toasts_.erase(toasts_.begin());
}

std::vector<Notice> Notices::after(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    std::vector<Notice> found;
    for (const Notice& line : lines_)
        if (line.number > number) found.push_back(line);
    return found;
}

std::uint64_t Notices::newest() const {
    const std::lock_guard lock(mutex_);
    return lines_.empty() ? 0 : lines_.back().number;
}

void Notices::clear() {
    const std::lock_guard lock(mutex_);
    lines_.clear();
}

std::vector<Notices::Toast> Notices::toasts() const {
    const std::lock_guard lock(mutex_);
    std::vector<Toast> standing;
    const auto now = std::chrono::steady_clock::now();
    std::copy_if(toasts_.begin(), toasts_.end(), std::back_inserter(standing),
                 [&](const Toast& t) { return t.until > now; });
    return standing;
}

void Notices::dismiss(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    std::erase_if(toasts_, [&](const Toast& t) { return t.notice.number == number; });
}

}  // namespace fum
