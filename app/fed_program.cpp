#include "app/fed_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "sim/core/error.h"

extern char** environ;

namespace fum {
namespace {

/// An end of a pipe that closes early must not end us: holds SIGPIPE back in this thread, and takes one that has come.
class NoPipeSignal {
public:
    NoPipeSignal() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~NoPipeSignal() {
        const timespec at_once{};
        while (sigtimedwait(&pipe_, nullptr, &at_once) > 0) {}
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoPipeSignal(const NoPipeSignal&) = delete;
    NoPipeSignal& operator=(const NoPipeSignal&) = delete;

private:
    sigset_t pipe_{}, before_{};
};

}  // namespace

FedProgram::FedProgram(const std::vector<std::string>& words) : said_(memfd_create("said", MFD_CLOEXEC)) {
    int ends[2];
    if (said_ < 0 || pipe2(ends, O_CLOEXEC) != 0) throw Error(std::strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, said_, STDERR_FILENO);
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const int code = posix_spawnp(&pid_, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    to_ = ends[1];
    if (code != 0)
        pid_ = -1, ::close(to_), ::close(said_),
        throw Error(words.front() + " could not be started: " + std::strerror(code));
}

FedProgram::~FedProgram() {
    finish();
    ::close(said_);
}

bool FedProgram::feed(std::string_view bytes) {
    const NoPipeSignal guard;
    while (!bytes.empty()) {
        const ssize_t n = ::write(to_, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

bool FedProgram::finish() {
    if (to_ >= 0) ::close(std::exchange(to_, -1));
    int status = 1;
    if (pid_ > 0)
        while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
    if (pid_ > 0) content_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    pid_ = -1;
    return content_;
}

std::string FedProgram::complaint() const {
    char text[1000];
    const off_t end = lseek(said_, 0, SEEK_END);
    const ssize_t n = pread(said_, text, sizeof text, std::max<off_t>(0, end - static_cast<off_t>(sizeof text)));
    std::string all(text, static_cast<std::size_t>(std::max<ssize_t>(0, n)));
    while (!all.empty() && std::isspace(static_cast<unsigned char>(all.back()))) all.pop_back();
    return all.substr(all.rfind('\n') + 1);
}

}  // namespace fum
