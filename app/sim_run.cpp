#include "app/sim_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "app/budget.h"
#include "app/live_setup.h"
#include "app/scene_change.h"

namespace fum {
namespace {

constexpr int loads_every = 4;  ///< the solver weighs loads every fourth step

void demand_sound(const Setup& setup) {
    if (usable(setup.issues)) return;
    throw Error(Exit::input, fmt::format("{} cannot run:\n{}", setup.scene.title, listed(setup.issues)));
}

}  // namespace

SimRun::SimRun(const Scene& scene, const SimLimits& limits, const PrepareProgress& progress,
               std::unique_ptr<SimRun> before)
    : limits_(limits), setup_(prepare(scene)) {
    demand_sound(setup_);
    leave_room_for_edits(setup_);
    if (before) {
        before->solver_.reset();  // its memory is needed
        bandwidth_ = before->setup_.scene.solver.device == scene.solver.device ? before->bandwidth_ : 0;
        reuse_samples(setup_, before->setup_);
    }
    const Budget budget = budget_of(setup_, scene.solver.device);
    demand_memory(budget, setup_.numbers);
    sample_solids(setup_, progress);
    leave_room_for_edits(setup_);  // sampling has counted tracers again
    const auto tell = [&](const char* what) {
        if (progress && !progress(what, 1)) throw Error(Exit::interrupted, "The preparation was given up.");
    };
    tell("allocating memory");
    make_solver_at_start();
    const std::int64_t keeping = solver_->keeping_bytes(), left = budget.device.free_bytes - budget.bytes;
    may_keep_ = keeping <= std::min(limits.keep_bytes, left);
    if (limits.measure_bandwidth && bandwidth_ == 0) {
        tell("measuring the memory's bandwidth");
        const Bandwidth measured = measure_bandwidth(budget.device.id, std::size_t{1} << 27, scene.solver.threads);
        bandwidth_ = measured.triad > 0 ? measured.triad : measured.copy;
    }
    tell("looking at gaps");
    gaps_ = gap_rows(setup_);
    judge_numbers();
}

void SimRun::judge_numbers() {
    stability_ = number_rows(setup_);
    stability_.insert(stability_.end(), gaps_.begin(), gaps_.end());
}

void SimRun::make_solver_at_start() {
    solver_.reset();
    kept_ = -1;
    begin_motions(setup_);
    solver_ = make_solver(setup_.config, setup_.plan, setup_.scene.solver.device, setup_.scene.solver.threads);
    forces_ = ForceHistory(setup_);
    unweighed_ = 0;
}

void SimRun::apply(const Scene& edited) {
    const Scene before = setup_.scene;
    apply_edit(setup_, edited, solver_->time());
    try {
        solver_->apply(setup_.config);
    } catch (const Error&) {
        apply_edit(setup_, before, solver_->time());
        throw;
    }
    forces_.scale_by(setup_);
    const SceneChange change = change_of(before, edited);
    const auto of_solids = [](const std::string& key) { return key.starts_with("solid"); };
    if (std::any_of(change.keys.begin(), change.keys.end(), of_solids)) gaps_ = gap_rows(setup_);
    judge_numbers();
    failure_.reset();
    returned_ = false;
}

void SimRun::step(std::int64_t n) {
    const auto begin = Clock::now();
    solver_->step(static_cast<int>(n));
    const double ms = 1e3 * std::chrono::duration<double>(Clock::now() - begin).count() / static_cast<double>(n);
    step_ms_ = step_ms_ == 0 ? ms : 0.8 * step_ms_ + 0.2 * ms;
    piece_ = n;
    unweighed_ += n;
    take_loads();
}

/// n steps, or a few less: so many that the last moves the tracers. Its velocity then serves what is shown.
std::int64_t SimRun::to_tracers(std::int64_t n) const {
    const SmokeConfig& smoke = setup_.config.smoke;
    const std::int64_t over = smoke.emitters.empty() ? 0 : (solver_->time() + n) % smoke.interval;
    return over < n ? n - over : n;
}

bool SimRun::advance(double budget_ms, std::int64_t most) {
    const double fit = step_ms_ > 0 ? budget_ms / step_ms_ : 1;
    const std::int64_t n = to_tracers(
        static_cast<std::int64_t>(std::clamp(fit, 1.0, static_cast<double>(std::clamp<std::int64_t>(most, 1, 10000)))));
    try {
        keep_now_and_then();
        step(n);
    } catch (const Diverged& e) {
        recover(e);
        return false;
    }
    if (failure_ && solver_->time() > failure_->step) {
        failure_.reset();
        returned_ = false;
    }
    return true;
}

bool SimRun::profile(int n) {
    try {
        stages_ = solver_->profile(n);
        unweighed_ += n;
        return true;
    } catch (const Diverged& e) {
        recover(e);
        return false;
    }
}

void SimRun::take_loads() {
    if (unweighed_ < loads_every || forces_.solids() == 0) return;
    forces_.add(time_s(), solver_->take_loads());
    unweighed_ = 0;
}

/// Every step(n) has looked at its last state, so what is kept was sound.
void SimRun::keep_now_and_then() {
    const auto now = Clock::now();
    if (!may_keep_ || returned_ ||
        (kept_ >= 0 && std::chrono::duration<double>(now - kept_at_).count() < limits_.keep_every_s))
        return;
    try {
        solver_->keep();
        kept_ = solver_->time();
        kept_at_ = Clock::now();
    } catch (const Error&) {  // the estimate of what is free was wrong: without
        may_keep_ = false;
        kept_ = -1;
    } catch (const std::bad_alloc&) {
        may_keep_ = false;
        kept_ = -1;
    }
}

/// To what was kept; to the beginning if nothing was, or if that moment has already led here once.
void SimRun::recover(const Diverged& e) {
    SimFailure failure{e.what(), e.node, e.step, divergence_advice(setup_, e.node), ""};
    const bool again = std::exchange(returned_, true);
    if (!again && solver_->go_back()) {
        failure.went_back = fmt::format("The flow stands again at step {}, where it was still sound.", solver_->time());
        forces_.cut(time_s());
        unweighed_ = 0;
    } else {
        make_solver_at_start();
        returned_ = false;
        failure.went_back = "The flow stands again at its beginning.";
    }
    failure_ = std::move(failure);
}

}  // namespace fum
