#include "app/window/run_progress.h"

#include <algorithm>
#include <cstdio>

namespace fum {
namespace {

constexpr std::size_t most_warnings = 50;

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// "2026-11-29T20:00:00.123Z" at its beginning.
bool begins_with_time(const std::string& line) {
    constexpr const char* form = "0000-00-00T00:00:00.000Z ";
    for (std::size_t i = 0; form[i] != '\0'; ++i) {
        if (i >= line.size()) return false;
        const bool digit = line[i] >= '0' && line[i] <= '9';
        if (form[i] == '0' ? !digit : form[i] != line[i]) return false;
    }
    return true;
}

}  // namespace

LogLine log_line(const std::string& line) {
    constexpr std::size_t time_width = 25;
    if (!begins_with_time(line)) return {{}, {}, trimmed(line)};
    LogLine found;
    std::size_t at = line.find(' ', time_width);
    found.level = line.substr(time_width, at - time_width);
    at = line.find_first_not_of(' ', at);
    if (at == std::string::npos) return found;
    const std::size_t end = line.find(' ', at);
    found.part = line.substr(at, end - at);
    if (end != std::string::npos) found.text = trimmed(line.substr(end));
    return found;
}

double seconds_of(const std::string& text) {
    double sum = 0;
    bool any = false;
    for (std::size_t at = 0; at < text.size();) {
        double value = 0;
        char unit[8] = "";
        int used = 0;
        if (std::sscanf(text.c_str() + at, " %lf %7[a-z]%n", &value, unit, &used) != 2 || used == 0) return -1;
        const std::string name = unit;
        const double each = name == "s" ? 1 : name == "min" ? 60 : name == "h" ? 3600 : -1;
        if (each < 0) return -1;
        sum += value * each;
        any = true;
        at += static_cast<std::size_t>(used);
    }
    return any ? sum : -1;
}

void RunProgress::take_information(const LogLine& line) {
    const char* text = line.text.c_str();
    if (line.part == "progress") {
        long long s = step, all = steps;
        std::sscanf(text, "frame %d/%d step %lld/%lld %lf MLUPS", &frame, &frames, &s, &all, &mlups);
        step = s;
        steps = all;
    }
    if (line.part == "render") std::sscanf(text, "%d/%d", &frame, &frames);
    if (line.part == "progress" || line.part == "render") {
        const std::size_t gone = line.text.rfind(" gone, "), left = line.text.rfind(" left");
        if (gone != std::string::npos && left != std::string::npos && left > gone)
            left_s = seconds_of(line.text.substr(gone + 7, left - gone - 7));
    }
    int number = 0;
    long long size = 0;
    if (line.part == "output" && std::sscanf(text, "frame written frame=%d bytes=%lld", &number, &size) == 2) {
        ++written;
        bytes += size;
    }
    if (line.part == "session") std::sscanf(text, "%d frames of", &kept);
}

void RunProgress::take_log(const std::string& raw) {
    LogLine line = log_line(raw);
    if (line.text.empty()) return;
    last = line.text;
    if (line.level.empty()) {
        if (error_goes_on_) error += "\n" + line.text;
        return;
    }
    error_goes_on_ = line.level == "ERROR";
    if (error_goes_on_) {
        error = line.text;
    } else if (line.level == "WARN") {
        if (warnings.size() < most_warnings) warnings.push_back(line.text);
    } else {
        take_information(line);
    }
}

void RunProgress::take_output(const std::string& line) {
    if (std::string text = trimmed(line); !text.empty()) result = std::move(text);
}

double RunProgress::share() const {
    if (steps > 0) return std::clamp(static_cast<double>(step) / static_cast<double>(steps), 0.0, 1.0);
    if (frames > 0) return std::clamp(static_cast<double>(frame) / frames, 0.0, 1.0);
    return 0;
}

}  // namespace fum
