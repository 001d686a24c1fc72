// Another program that runs beside us: its words are read as they come, nothing here waits for it.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fum {

class RunningChild {
public:
    RunningChild() = default;
    /// Ends it: asked first, by force after three seconds.
    ~RunningChild();
    RunningChild(const RunningChild&) = delete;
    RunningChild& operator=(const RunningChild&) = delete;

    /// Starts `words` (looked up in PATH) in a process group of its own, without input, with `more` ("NAME=value") over
    /// our environment. Only while none runs. Throws Error if it cannot be started. It ends with us: what it says next
    /// finds no reader.
    void start(const std::vector<std::string>& words, const std::vector<std::string>& more = {});

    enum class Stream { out, error };
    using OnLine = std::function<void(Stream, const std::string& line)>;
    /// Hands over the whole lines that have come since. False once it has ended and all it said was handed over.
    bool poll(const OnLine&);

    bool running() const { return pid_ > 0; }
    /// SIGTERM to its group: programs of ours finish what they are at.
    void ask_to_end() const;
    /// SIGKILL to its group.
    void end_now() const;
    /// After the end: its exit code; 128 + signal if a signal ended it.
    int code() const { return code_; }

private:
    struct Pipe {
        int fd = -1;
        std::string rest;  ///< of a line whose end has not come yet
    };
    static bool drain(Pipe&, Stream, const OnLine&);
    void close_pipes();

    pid_t pid_ = -1;
    Pipe out_, error_;
    int code_ = 0;
};

}  // namespace fum
