// The log: lines on stderr and, if wanted, in a file.
//   2026-11-29T20:00:00.123Z INFO  session  frame written file=smoke_0001.vdb
// spdlog is included in log.cpp alone.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace fum::log {

enum class Format { text, json };

struct Options {
    int verbosity = 0;  ///< -1 warnings and errors only, 0 usual, 1 details
    Format format = Format::text;
    std::filesystem::path file;  ///< a second place for all lines; empty = none
};

/// Until it is called, lines go to stderr as text. FUMAROLE_LOG=debug|info|warn wins over verbosity. Throws
/// Error(output) if the file cannot be opened.
void set_up(const Options&);

void error(std::string_view part, const std::string& message);
void warning(std::string_view part, const std::string& message);
void info(std::string_view part, const std::string& message);
void detail(std::string_view part, const std::string& message);

enum class Level { detail, info, warning, error };
/// One more reader of all lines, whatever the verbosity is; called from the thread that writes, must not log itself.
/// Empty: none.
void listen(std::function<void(Level, std::string_view part, const std::string& message)>);

/// One line of stderr that is rewritten in place and cleared before the next log line. Only for terminals.
void status(const std::string& line);
void clear_status();
bool stderr_is_terminal();

}  // namespace fum::log
