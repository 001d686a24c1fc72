#include "app/frame_table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "sim/core/error.h"
#include "sim/core/files.h"

namespace fum {
namespace {

/// Where the line at `from` ends, its line break included; npos if it does not. Quoted names may hold line breaks.
std::size_t end_of_line(const std::string& text, std::size_t from) {
    bool quoted = false;
    for (std::size_t at = from; at < text.size(); ++at) {
        if (text[at] == '"') quoted = !quoted;
        if (text[at] == '\n' && !quoted) return at + 1;
    }
    return std::string::npos;
}

/// Appends all of `text` or nothing.
void append_whole(const std::filesystem::path& path, const std::string& text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    const auto fail = [&](int reason) {
        throw Error(Exit::output, fmt::format("{} cannot be written: {}. {}", path.string(), std::strerror(reason),
                                              free_space_sentence(path)));
    };
    if (file < 0) fail(errno);
    const off_t before = ::lseek(file, 0, SEEK_END);
    const ssize_t written = ::write(file, text.data(), text.size());
    const bool whole = written == static_cast<ssize_t>(text.size());
    const int reason = whole ? (::fdatasync(file) == 0 ? 0 : errno) : written < 0 ? errno : ENOSPC;
    const bool cut = whole || ::ftruncate(file, before) == 0;
    const bool closed = ::close(file) == 0;
    if (!whole || !cut || !closed || (reason != 0 && reason != EINVAL)) fail(reason != 0 ? reason : errno);
}

}  // namespace

std::string csv_field(const std::string& name) {
    if (name.find_first_of(",\"\n\r") == std::string::npos) return name;
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
    return text + "\"";
}

FrameTable::FrameTable(std::filesystem::path path, std::string heading, std::size_t lines_each)
    : path_(std::move(path)), heading_(std::move(heading)), lines_each_(lines_each) {}

void FrameTable::begin(const std::string& earlier, const std::function<bool(int)>& stays) {
    if (stays) keep(earlier, stays);
    write();
}

void FrameTable::write() const {
    std::string text = heading_;
    for (const auto& [frame, lines] : lines_) text += lines;
    write_whole(path_, text);
}

void FrameTable::keep(const std::string& earlier, const std::function<bool(int)>& stays) {
    if (!earlier.starts_with(heading_)) return;
    std::map<int, std::size_t> counts;
    for (std::size_t at = heading_.size(), end = 0; at < earlier.size(); at = end) {
        end = end_of_line(earlier, at);
        if (end == std::string::npos) break;  // cut short
        const int frame = std::atoi(earlier.c_str() + at);
        if (!stays(frame)) continue;
        lines_[frame] += earlier.substr(at, end - at);
        ++counts[frame];
    }
    std::erase_if(lines_, [&](const auto& entry) { return counts[entry.first] != lines_each_; });
}

void FrameTable::append(int frame, const std::string& lines) {
    if (lines.empty() || lines_.contains(frame)) return;
    const bool is_last = lines_.empty() || lines_.rbegin()->first < frame;
    if (is_last) append_whole(path_, lines);
    lines_[frame] = lines;
    if (!is_last) write();
}

}  // namespace fum
