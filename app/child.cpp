#include "app/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <system_error>
#include <thread>

#include "app/interrupt.h"
#include "sim/core/error.h"
#include "sim/core/files.h"

extern char** environ;

namespace fum {
namespace {

namespace fs = std::filesystem;

pid_t start(const std::vector<std::string>& command, const fs::path& log) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    posix_spawnattr_t group;  // of its own: programs that are started by scripts end together
    posix_spawnattr_init(&group);
    posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&group, 0);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, words[0], &files, &group, words.data(), environ);
    posix_spawnattr_destroy(&group);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) throw Error(fmt::format("{} could not be started: {}.", command[0], std::strerror(failed)));
    return child;
}

/// The last line that speaks of an error, or else the last that is not blank.
std::string telling_line_of(const std::string& text) {
    std::string line, last;
    bool error = false;
    for (std::istringstream lines(text); std::getline(lines, line);) {
        line.erase(0, line.find_last_of('\r') + 1);
        const bool speaks = line.find("rror") != line.npos || line.find("ERROR") != line.npos;
        if (line.find_first_not_of(" \t") == line.npos || (error && !speaks)) continue;
        error = error || speaks;
        last = line;
    }
    return last;
}

}  // namespace

ChildEnd run_child(const std::vector<std::string>& command, const fs::path& log) {
    using Clock = std::chrono::steady_clock;
    const pid_t child = start(command, log);
    ChildEnd end;
    Clock::time_point asked{};
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (interrupted() && !end.interrupted) {
            end.interrupted = true;
            asked = Clock::now();
            ::kill(-child, SIGTERM);
        }
        if (end.interrupted && Clock::now() - asked > std::chrono::seconds(3)) ::kill(-child, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    end.interrupted = interrupted();
    end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::error_code none;
    if (fs::exists(log, none)) end.said = read_whole(log);
    end.line = telling_line_of(end.said);
    fs::remove(log, none);
    return end;
}

std::string find_program(const std::string& name) {
    if (name.find('/') != name.npos) return ::access(name.c_str(), X_OK) == 0 ? name : "";
    const char* path = std::getenv("PATH");
    std::string folders = path != nullptr ? path : "";
    while (!folders.empty()) {
        const std::size_t colon = folders.find(':');
        const fs::path file = fs::path(folders.substr(0, colon)) / name;
        std::error_code failed;
        if (fs::is_regular_file(file, failed) && ::access(file.c_str(), X_OK) == 0) return file.string();
        folders = colon == folders.npos ? "" : folders.substr(colon + 1);
    }
    return {};
}

std::string shell_text(const std::vector<std::string>& command) {
    std::string text;
    for (const std::string& word : command) {
        if (!text.empty()) text += ' ';
        const bool plain = !word.empty() && word.find_first_of(" \t\n'\"\\$&;()<>|*?`!#~") == word.npos;
        std::string quoted = "'";
        for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
        text += plain ? word : quoted + "'";
    }
    return text;
}

}  // namespace fum
