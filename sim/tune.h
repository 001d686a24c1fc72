// H(l, alpha), the time of a step as a function of the plan, and the search for its minimum (Eq. 11, Sec. 4.5). Knows
// no solver and no clock of its own: both are functions. plan_cost.h measures with a real solver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/config.h"

namespace fum {

/// Mean time of a step under a plan, ms. Infinite: the solver refuses the plan. NaN: the measurement was given up and
/// the search is to end. A measurement that clearly ends above `abort_above` ms may stop early; it returns what it has.
using PlanCost = std::function<double(const Plan&, double abort_above)>;

/// What the search may vary. The first two span H(l, alpha); the others are tried at its minimum.
struct TuneAxes {
    std::vector<int> blocks;           ///< l of the coarse grid, rising; empty: there is nothing to order, l stays
    std::vector<std::int64_t> alphas;  ///< rising; 0 = the device's own layout, where that is none of Eq. 9
    std::vector<int> block_threads;
    std::vector<int> staged_launches;  ///< of the collision, under the staged schedule
};

struct TuneCell {
    enum class State { measured, aborted, refused };
    /// grid: a cell of H(l, alpha); other: another knob at its minimum.
    enum class Part { grid, other };
    Plan plan;
    double ms = 0;  ///< a step, the least of all its measurements; aborted: of the first few steps
    State state = State::measured;
    Part part = Part::grid;
};

struct TuneProgress {
    std::size_t done = 0, planned = 0;  ///< measurements
    double seconds = 0, left_s = 0;
    double best_ms = 0;  ///< so far; infinite before the first
};

struct TuneOptions {
    double budget_s = 120;      ///< no measurement begins that is expected to end later; the default plan's always does
    double abort_factor = 1.5;  ///< a measurement this much above the best so far is not finished
    double noise = 0.015;       ///< share by which a plan must at least beat the default one
    int finalists = 3;          ///< the best few, measured again at the end
    int rounds = 3;             ///< how often, interleaved with each other and with the default plan
    std::function<double()> clock;  ///< seconds; empty = a steady clock
    std::function<bool()> stop;     ///< true ends the search; empty = never
    std::function<void(const TuneProgress&)> progress;
};

struct TuneResult {
    std::vector<TuneCell> cells;  ///< each plan once, as they were first measured; [0] is the default plan
    std::size_t best = 0;     ///< the plan to use; 0 unless another beats the default by more than the noise, in its
                              ///< least measurement and in most of the last rounds
    double noise = 0;         ///< share: TuneOptions::noise, or by how much repeated measurements differed
    double seconds = 0;       ///< that the search took
    std::size_t skipped = 0;  ///< measurements for which the budget did not suffice
    bool stopped = false;     ///< by TuneOptions::stop or a NaN; what was found so far is here
};

/// How many measurements a search makes at most.
std::size_t tune_effort(const TuneAxes&, const TuneOptions&);

/// Coarse grid, all l between the neighbours of its best, the other knobs, then the best few again. Throws what `cost`
/// throws.
TuneResult tune(const Plan& start, const TuneAxes&, const PlanCost& cost, const TuneOptions&);

}  // namespace fum
