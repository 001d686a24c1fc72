// The progress of a run: one line rewritten on a terminal, else a log line every few seconds.
#pragma once

#include <chrono>
#include <cstdint>

#include "app/setup.h"
#include "sim/solver.h"

namespace fum {

class Progress {
public:
    /// `bandwidth`: bytes a second that the device reaches, for the share; 0 = not known. `memory_bytes`: of the run.
    Progress(const Setup&, int frames, std::int64_t steps, double bandwidth, std::int64_t memory_bytes);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `frame`: finished by the solver, of `frames`. Shows at most ten lines a second (terminal), else one in 5 s,
    /// or in as many as FUMAROLE_PROGRESS_S says.
    void show(int frame, std::int64_t step, const StepStats&, double bytes_per_frame, bool last = false);

private:
    std::string line(int frame, std::int64_t step, const StepStats&, double bytes_per_frame) const;

    using Clock = std::chrono::steady_clock;
    double nodes_;
    int frames_;
    std::int64_t steps_, memory_bytes_;
    double bandwidth_;
    bool terminal_;
    Clock::time_point start_, shown_;
};

/// "41 s", "3 min 05 s", "2 h 10 min".
std::string human_seconds(double seconds);
/// "4.21", "38.5", "12421".
std::string three_digits(double);

}  // namespace fum
