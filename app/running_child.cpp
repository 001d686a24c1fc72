#include "app/running_child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "sim/core/error.h"

extern char** environ;

namespace fum {
namespace {

/// Our variables, those of `more` in the place of ours of the same name.
std::vector<std::string> environment_with(const std::vector<std::string>& more) {
    std::vector<std::string> all = more;
    for (char** at = environ; *at != nullptr; ++at) {
        const std::string_view ours = *at;
        const std::string_view name = ours.substr(0, ours.find('=') + 1);
        bool replaced = false;
        for (const std::string& given : more) replaced = replaced || given.starts_with(name);
        if (!replaced) all.emplace_back(ours);
    }
    return all;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
    all.push_back(nullptr);
    return all;
}

/// A pipe whose reading end never waits. Both ends close in programs that are started.
void open_pipe(int (&ends)[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) throw Error(fmt::format("No pipe could be made: {}.", std::strerror(errno)));
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

/// Signals as a shell would give them, and a group of its own, so that what it starts ends with it.
void set_attributes(posix_spawnattr_t& attributes) {
    posix_spawnattr_init(&attributes);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGTERM, SIGINT}) sigaddset(&usual, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

}  // namespace

RunningChild::~RunningChild() {
    ask_to_end();
    const auto asked = std::chrono::steady_clock::now();
    bool forced = false;
    while (poll({})) {
        if (!forced && std::chrono::steady_clock::now() - asked > std::chrono::seconds(3)) forced = true, end_now();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    close_pipes();
}

void RunningChild::close_pipes() {
    for (Pipe* pipe : {&out_, &error_}) {
        if (pipe->fd >= 0) ::close(pipe->fd);
        *pipe = {};
    }
}

void RunningChild::start(const std::vector<std::string>& words, const std::vector<std::string>& more) {
    FUM_ASSERT(!running() && !words.empty(), "");
    close_pipes();
    code_ = 0;
    int out[2], error[2];
    open_pipe(out);
    open_pipe(error);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, error[1], STDERR_FILENO);
    posix_spawnattr_t attributes;
    set_attributes(attributes);
    const std::vector<std::string> variables = environment_with(more);
    const int failed = posix_spawnp(&pid_, words[0].c_str(), &files, &attributes, pointers_to(words).data(),
                                    pointers_to(variables).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    ::close(out[1]);
    ::close(error[1]);
    out_ = {out[0], {}};
    error_ = {error[0], {}};
    if (failed == 0) return;
    pid_ = -1;
    close_pipes();
    throw Error(fmt::format("{} could not be started: {}.", words[0], std::strerror(failed)));
}

/// False at the end of the stream.
bool RunningChild::drain(Pipe& pipe, Stream stream, const OnLine& on_line) {
    if (pipe.fd < 0) return false;
    char bytes[4096];
    ssize_t n = 0;
    while ((n = ::read(pipe.fd, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR)) {
        if (n < 0) continue;
        pipe.rest.append(bytes, static_cast<std::size_t>(n));
        std::size_t begin = 0;
        for (std::size_t end; (end = pipe.rest.find('\n', begin)) != std::string::npos; begin = end + 1)
            if (on_line) on_line(stream, pipe.rest.substr(begin, end - begin));
        pipe.rest.erase(0, begin);
    }
    if (n < 0) return true;
    if (!pipe.rest.empty() && on_line) on_line(stream, pipe.rest);
    pipe.rest.clear();
    return false;
}

bool RunningChild::poll(const OnLine& on_line) {
    if (!running()) return false;
    int status = 0;
    // looked at before its words are read: what it said before its end is then there to be read
    const bool ended = ::waitpid(pid_, &status, WNOHANG) == pid_;
    drain(out_, Stream::out, on_line);
    drain(error_, Stream::error, on_line);
    if (!ended) return true;
    for (auto [pipe, stream] : {std::pair{&out_, Stream::out}, std::pair{&error_, Stream::error}})
        if (!pipe->rest.empty() && on_line) on_line(stream, pipe->rest);
    pid_ = -1;
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    close_pipes();
    return false;
}

void RunningChild::ask_to_end() const {
    if (running()) ::kill(-pid_, SIGTERM);
}

void RunningChild::end_now() const {
    if (running()) ::kill(-pid_, SIGKILL);
}

}  // namespace fum
