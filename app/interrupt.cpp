#include "app/interrupt.h"

#include <unistd.h>
#include <csignal>

#include "sim/core/error.h"

namespace fum {
namespace {

volatile std::sig_atomic_t signals_seen = 0;

extern "C" void on_signal(int) {
    if (signals_seen > 0) _exit(static_cast<int>(Exit::interrupted));
    signals_seen = 1;
}

}  // namespace

InterruptGuard::InterruptGuard() {
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool interrupted() { return signals_seen > 0; }

}  // namespace fum
