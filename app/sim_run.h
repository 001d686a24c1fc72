// A scene in a solver as the window drives it: in pieces of a given time, edited while it runs, back to a sound moment
// when it diverges. One thread; sim_thread.h puts it into its own.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/force_history.h"
#include "app/setup.h"
#include "app/stability.h"
#include "sim/solver.h"

namespace fum {

struct SimLimits {
    std::int64_t keep_bytes = std::int64_t{8} << 30;  ///< for the moment to return to; 0 = none is kept
    double keep_every_s = 2;                          ///< of the clock on the wall
    bool measure_bandwidth = true;
};

/// Why a run stopped, or could not begin.
struct SimFailure {
    std::string sentence;
    std::optional<Int3> node;  ///< where the flow diverged
    std::int64_t step = 0;     ///< at which that was found
    std::vector<Remedy> suggestions;
    std::string went_back;  ///< what state there is now
};

class SimRun {
public:
    /// Prepares, samples, judges the memory, makes the solver. `before`, a run that ends with this, lends its samples.
    /// Throws Error(input), Error(device), or Error(interrupted) if `progress` says so.
    SimRun(const Scene&, const SimLimits&, const PrepareProgress& progress, std::unique_ptr<SimRun> before = {});

    /// As apply_edit() and Solver::apply(); after an Error(input) all is as before.
    void apply(const Scene& edited);

    /// Steps for about `budget_ms`, at least one step, at most `most` steps. False if the flow diverged: failure() says
    /// how, and the state is the last that was kept, or the beginning.
    bool advance(double budget_ms, std::int64_t most);

    /// Where the time of a step goes, over n steps. False as advance().
    bool profile(int n);

    const Setup& setup() const { return setup_; }
    Solver& solver() { return *solver_; }
    const Solver& solver() const { return *solver_; }
    const ForceHistory& forces() const { return forces_; }
    const std::vector<StabilityRow>& stability() const { return stability_; }
    const std::vector<Stage>& stages() const { return stages_; }
    const std::optional<SimFailure>& failure() const { return failure_; }
    double step_ms() const { return step_ms_; }       ///< running mean; 0 before the first
    std::int64_t piece() const { return piece_; }     ///< steps of the last advance()
    std::int64_t kept_step() const { return kept_; }  ///< -1: none
    double bandwidth() const { return bandwidth_; }   ///< of the device, bytes a second; 0 = not measured
    double time_s() const { return static_cast<double>(solver_->time()) * setup_.numbers.units.dt_s; }

private:
    using Clock = std::chrono::steady_clock;
    void make_solver_at_start();
    std::int64_t to_tracers(std::int64_t n) const;
    void step(std::int64_t n);
    void take_loads();
    void keep_now_and_then();
    void recover(const Diverged&);
    void judge_numbers();

    SimLimits limits_;
    Setup setup_;
    std::unique_ptr<Solver> solver_;
    ForceHistory forces_;
    std::vector<StabilityRow> stability_, gaps_;
    std::vector<Stage> stages_;
    std::optional<SimFailure> failure_;
    std::int64_t unweighed_ = 0;  ///< steps since loads were taken
    std::int64_t kept_ = -1;
    bool may_keep_ = false, returned_ = false;  ///< returned: to what is kept, and not come further than it since
    Clock::time_point kept_at_{};
    double step_ms_ = 0, bandwidth_ = 0;
    std::int64_t piece_ = 0;
};

}  // namespace fum
