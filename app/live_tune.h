// The search for the best plan beside a flow that goes on: both take turns on the device, and what has been measured
// can be looked at at any time.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "app/setup.h"
#include "app/tune_report.h"
#include "app/turns.h"

namespace fum {

/// What a search has so far.
struct TuneState {
    std::string title, device;    ///< of the scene; "cuda:0 (NVIDIA H200)"
    TuneAxes axes;                ///< of the coarse grid
    Plan start;                   ///< the default
    std::vector<TuneCell> cells;  ///< as in TuneResult, in the order of their measurement
    TuneProgress progress;
    std::int64_t total_steps = 0;
    std::string refusal;  ///< of the last plan that the solver refused
};

/// Filled by the search, read by the window.
class TuneBoard {
public:
    TuneState state() const {
        const std::lock_guard lock(mutex_);
        return state_;
    }
    void change(const std::function<void(TuneState&)>& how) {
        const std::lock_guard lock(mutex_);
        how(state_);
    }
    /// A measurement of a plan: a new cell, or a smaller value for one that is there.
    void note(const Plan&, double ms, double abort_above);

private:
    mutable std::mutex mutex_;
    TuneState state_;
};

struct LiveTuneOptions {
    double budget_s = 60;
    std::function<bool()> stop;  ///< true ends it soon; what was found counts
    std::function<void(const std::string& doing, double share)> preparing;  ///< before the first measurement
};

/// Samples the setup's surfaces, then searches as `fumarole tune` does. After each measurement the flow gets a part of
/// the time that it took. Throws Error(input) if not even the default plan can run beside the flow, and as prepare().
TuneReport tune_live(Setup, Turns&, TuneBoard&, const LiveTuneOptions&);

}  // namespace fum
