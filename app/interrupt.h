// Ctrl-C and SIGTERM: the first asks, the second ends.
#pragma once

namespace fum {

/// Installs the handlers for as long as it lives. The first SIGINT or SIGTERM only sets a flag; a second ends the
/// process at once with exit code 130.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
};

/// True after the first signal.
bool interrupted();

}  // namespace fum
