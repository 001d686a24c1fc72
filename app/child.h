// Another program, run and waited for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fum {

/// How it ended.
struct ChildEnd {
    int code = 0;              ///< its exit code; 128 + signal if a signal ended it
    bool interrupted = false;  ///< we were, and ended it
    std::string said;          ///< stdout and stderr together
    std::string line;          ///< of that: its last error, or its last line
};

/// Runs `command` (looked up in PATH) with its words going to a temporary file at `log`, which is removed. A signal to
/// this process ends the child and what it started, at the latest after three seconds. Throws Error(failure) if it
/// cannot be started.
ChildEnd run_child(const std::vector<std::string>& command, const std::filesystem::path& log);

/// Path of a program in PATH, or empty. A name with a slash is taken as it stands.
std::string find_program(const std::string& name);

/// The words as one would type them in a shell.
std::string shell_text(const std::vector<std::string>& command);

}  // namespace fum
