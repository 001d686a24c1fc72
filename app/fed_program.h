// Another program that reads what we write: ffmpeg and its pictures.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace fum {

/// Waits for the program at its end. For one thread.
class FedProgram {
public:
    /// The first of `words` is looked up in PATH. Throws Error if it cannot be started.
    explicit FedProgram(const std::vector<std::string>& words);
    ~FedProgram();
    FedProgram(const FedProgram&) = delete;
    FedProgram& operator=(const FedProgram&) = delete;

    /// Waits until it has taken them. False if it reads no more.
    bool feed(std::string_view bytes);
    /// Ends its input and waits for its end. True if it was content.
    bool finish();
    /// The last line of what it said.
    std::string complaint() const;

private:
    pid_t pid_ = -1;
    int to_ = -1, said_ = -1;
    bool content_ = false;
};

}  // namespace fum
