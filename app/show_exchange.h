// From the solver's thread to the view's: three places for what is shown, of which neither ever waits for the other.
#pragma once

#include <chrono>
#include <mutex>

#include "app/exchange.h"
#include "app/shown.h"

namespace fum {

/// Memory of the reader's own, a piece for each of the three places: OpenGL's textures, where the solver runs on the
/// GPU that draws.
class ShowMemory {
public:
    virtual ~ShowMemory() = default;

    enum class Answer {
        written,
        later,     ///< the place is not ready: another time
        elsewhere  ///< not for this solver: into the host's memory
    };
    /// On the solver's thread: writes flow, smoke and tracers, as far as they are wished for and there, into a place
    /// and sets has_flow, has_smoke and tracer_count.
    virtual Answer write(int place, Solver&, const SnapshotWish&, Shown&) = 0;
};

class ShowExchange {
public:
    // For the solver's thread.

    /// Whether the reader has taken the last; then it is worth to write another.
    bool taken() const { return places_.taken(); }
    enum class Written {
        all,
        without_fields,  ///< which are not due yet: those are old
        nothing          ///< the reader's memory is not ready
    };
    /// Writes what is wished for and hands it on. Throws as the solver does.
    Written write(Solver&, const SnapshotWish&, std::uint64_t run, double time_s, const Units& = {});

    // For the reader's thread.

    /// From now on flow, smoke and tracers go there; nullptr: into Shown. Waits until the solver's thread is not in it.
    void use(ShowMemory*);
    bool fresh() const { return !places_.taken(); }
    /// The newest; valid until the next call. For the owner of the memory, if there is one.
    const Shown& take() { return places_.front(); }
    /// What was taken last, and the place where it is.
    const Shown& held() const { return places_.held(); }
    int place() const { return places_.front_place(); }
    /// The newest, for who just looks: only the owner of the memory may move on, if there is one.
    const Shown& newest() { return memory_ ? held() : take(); }

private:
    using Clock = std::chrono::steady_clock;
    bool read_fields(Solver&, const SnapshotWish&, std::uint64_t run);

    Exchange<Shown> places_;
    std::mutex mutex_;  ///< held while the memory is written
    ShowMemory* memory_ = nullptr;
    std::uint64_t serial_ = 0;

    // The newest fields; of the solver's thread.
    HostFields fields_;
    std::uint64_t fields_run_ = 0;
    std::int64_t fields_step_ = -1;
    Clock::time_point fields_at_{};
    double fields_s_ = 0;  ///< that reading them took
};

}  // namespace fum
