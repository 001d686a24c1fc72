// How things fail: an Error is a machine or a file that failed; an Issue is a mistake in the input; FUM_ASSERT is a
// bug.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace fum {

/// What the process returns. Never `ok` after a caught error.
enum class Exit : int {
    ok = 0,
    failure = 1,       ///< a run-time failure of no other kind
    usage = 2,         ///< an unknown command, a bad option
    input = 3,         ///< scene or mesh invalid
    device = 4,        ///< no such device, too little memory, no display
    diverged = 5,      ///< the flow left the physical range
    output = 6,        ///< something could not be written
    interrupted = 130  ///< Ctrl-C or SIGTERM, after everything finished was kept
};

/// `what()` is one whole sentence with names and numbers that says what to do.
class Error : public std::runtime_error {
public:
    Error(Exit code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
    explicit Error(const std::string& sentence) : Error(Exit::failure, sentence) {}
    Exit code() const { return code_; }

private:
    Exit code_;
};

/// One mistake (or doubt) in the input, with the place where it stands: "solid[1].mesh", "ball.obj line 7".
struct Issue {
    enum class Kind { error, warning };
    Kind kind = Kind::error;
    std::string where;
    std::string sentence;
};

using Issues = std::vector<Issue>;

/// True when nothing in the list forbids the run.
inline bool usable(const Issues& issues) {
    for (const Issue& issue : issues)
        if (issue.kind == Issue::Kind::error) return false;
    return true;
}

/// All issues as lines "where: sentence"; errors first.
std::string listed(const Issues& issues);

/// A bug: throws std::logic_error with file and line. Used through FUM_ASSERT.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line, const std::string& values);

}  // namespace fum

#define FUM_ASSERT(condition, values) \
    ((condition) ? static_cast<void>(0) : ::fum::assertion_failed(#condition, __FILE__, __LINE__, values))
