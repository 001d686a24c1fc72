#include "app/log.h"

// Level names as in our log format; must stand before spdlog.
#define SPDLOG_LEVEL_NAMES \
    { "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL", "OFF" }
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "sim/core/error.h"

namespace fum::log {
namespace {

constexpr const char* text_pattern = "%Y-%m-%dT%H:%M:%S.%eZ %^%-5l%$ %v";
constexpr const char* json_pattern = R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})";

struct State {
    std::mutex mutex;  // between lines and the status line
    std::shared_ptr<spdlog::logger> logger;
    Format format = Format::text;
    bool status_shown = false;
    std::function<void(Level, std::string_view, const std::string&)> listener;
};

std::shared_ptr<spdlog::logger> make_logger(const Options& options) {
    auto console = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    if (std::getenv("NO_COLOR")) console->set_color_mode(spdlog::color_mode::never);
    std::vector<spdlog::sink_ptr> sinks{console};
    if (!options.file.empty()) try {
            sinks.push_back(std::make_shared<spdlog::sinks::basic_file_sink_mt>(options.file.string(), false));
        } catch (const spdlog::spdlog_ex& e) {
            throw Error(Exit::output,
                        "The log file " + options.file.string() + " cannot be written: " + e.what() + ".");
        }
    auto logger = std::make_shared<spdlog::logger>("fumarole", sinks.begin(), sinks.end());
    logger->set_pattern(options.format == Format::json ? json_pattern : text_pattern, spdlog::pattern_time_type::utc);
    logger->flush_on(spdlog::level::info);
    logger->set_level(options.verbosity < 0   ? spdlog::level::warn
                      : options.verbosity > 0 ? spdlog::level::debug
                                              : spdlog::level::info);
    if (const char* wish = std::getenv("FUMAROLE_LOG")) {
        const std::string_view level = wish;
        if (level == "debug") logger->set_level(spdlog::level::debug);
        if (level == "info") logger->set_level(spdlog::level::info);
        if (level == "warn") logger->set_level(spdlog::level::warn);
    }
    return logger;
}

State& state() {
    static State s{{}, make_logger({}), Format::text, false, {}};
    return s;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (static_cast<unsigned char>(c) < 0x20)
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            out += c;
    }
    return out;
}

void erase_status(State& s) {
    if (s.status_shown) std::fputs("\r\x1b[K", stderr);
    s.status_shown = false;
}

void line(Level to_listener, spdlog::level::level_enum level, std::string_view part, const std::string& message) {
    State& s = state();
    const std::lock_guard lock(s.mutex);
    if (s.listener) s.listener(to_listener, part, message);
    erase_status(s);
    if (s.format == Format::json)
        s.logger->log(level, R"("part":"{}","message":"{}")", part, escaped(message));
    else
        s.logger->log(level, "{:<8} {}", part, message);
}

}  // namespace

void set_up(const Options& options) {
    State& s = state();
    auto logger = make_logger(options);
    const std::lock_guard lock(s.mutex);
    s.logger = std::move(logger);
    s.format = options.format;
}

void error(std::string_view part, const std::string& message) { line(Level::error, spdlog::level::err, part, message); }
void warning(std::string_view part, const std::string& message) {
    line(Level::warning, spdlog::level::warn, part, message);
}
void info(std::string_view part, const std::string& message) { line(Level::info, spdlog::level::info, part, message); }
void detail(std::string_view part, const std::string& message) {
    line(Level::detail, spdlog::level::debug, part, message);
}

void listen(std::function<void(Level, std::string_view, const std::string&)> listener) {
    State& s = state();
    const std::lock_guard lock(s.mutex);
    s.listener = std::move(listener);
}

void status(const std::string& text) {
    State& s = state();
    const std::lock_guard lock(s.mutex);
    std::fprintf(stderr, "\r%s\x1b[K", text.c_str());
    std::fflush(stderr);
    s.status_shown = true;
}

void clear_status() {
    State& s = state();
    const std::lock_guard lock(s.mutex);
    erase_status(s);
    std::fflush(stderr);
}

bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

}  // namespace fum::log
