// What a plan costs: H(l, alpha) measured with a real solver, and the plans that a config and a device leave to choose
// from. The search itself is in tune.h.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/config.h"
#include "sim/solver.h"
#include "sim/tune.h"

namespace fum {

/// The coarse grid for a config on a device ("cpu", "cuda:N"): l = 1, 2, 4 ... up to the smallest edge L_m of the
/// bodies' boxes (of their samples, nodes), alpha = all powers of two up to the number of nodes. L_m counts as at least
/// 16, so that the default, 8, has neighbours when a body is flat.
TuneAxes tune_axes(const Config&, const std::string& device);

/// The plan with the searched knobs at the values that their defaults stand for on a device: alpha 64, or 32 or 128
/// where rows are filled better (GPU; on the CPU 0, which is SoA), l = 8 with bodies, fused.
Plan default_plan(Plan, const Config&, const std::string& device);

struct CostOptions {
    std::string device = "auto";
    int threads = 0;               ///< of the CPU; 0 = all
    std::int64_t steps = 0;        ///< measured for each plan; 0 = as the bodies move, from the next two
    int steps_at_rest = 10;        ///< N of Eq. 11 where all bodies rest (Sec. 4.5)
    int steps_turning = 500;       ///< N at most, while a body turns by pi (Sec. 4.5)
    int stretches = 8;             ///< pieces that N is cut into where the turn by pi takes longer than N
    std::int64_t total_steps = 0;  ///< of the whole run; no stretch begins later
    double least_seconds = 0.02;   ///< bodies at rest: more steps than N if they took less, so that launches even out
    double warm_up_s = 0.3;        ///< of work before the very first measurement, so that clocks are up
    double preparation_s = 0.05;   ///< what a plan may take for loading kernels and the like before it counts as slow
    std::function<bool()> stop;    ///< true ends the measurement with a NaN; empty = never
};

/// Which steps of a run stand for all of it: at each of `starts` (steps) a stretch of `steps` begins.
struct Stretches {
    std::int64_t steps = 0;
    std::vector<double> starts{0.0};
};

/// Bodies at rest, or no bodies: one stretch. Turning ones: stretches spread over the first turn by pi (or over the run
/// if it turns less), so that many orientations are met; one long stretch if the turn fits into it. Bodies that only
/// move along: one stretch of about ten rebuilds of the band, since where they are hardly matters. Whole intervals of
/// the smoke.
Stretches stretches_of(const Config&, const CostOptions&);

/// A PlanCost. Each measurement makes a solver, lets it warm up, and times steps; the least piece counts for bodies at
/// rest, whose steps are all alike, else the mean.
class SolverCost {
public:
    /// `config` is copied, its bodies must have their samples.
    SolverCost(Config config, CostOptions options);

    /// As PlanCost says. Infinite if the solver refuses the plan or if its memory does not suffice; refusal() then says
    /// why. Throws Error(failure) as the solver does, and
    /// Error(diverged) if the flow diverges before anything could be timed.
    double operator()(const Plan&, double abort_above);

    const Stretches& stretches() const { return stretches_; }
    const std::string& refusal() const { return refusal_; }  ///< the last one; empty if there was none

private:
    struct Clocked {
        double ms = 0;
        std::int64_t steps = 0;
        double least_ms = 0;  ///< a step, of the fastest piece
        bool aborted = false, stopped = false;
        double mean() const { return ms / static_cast<double>(steps); }
    };
    Config config_at(double start) const;
    void warm_process(const Plan&);
    void warm_up(Solver&, double abort_above, Clocked&) const;
    void time_stretch(const Plan&, double start, double abort_above, Clocked&) const;
    void run_stretch(const Plan&, double start, double abort_above, Clocked&) const;

    Config config_;
    CostOptions options_;
    Stretches stretches_;
    std::string refusal_;
    bool warm_ = false;  ///< the process has done work before
};

}  // namespace fum
