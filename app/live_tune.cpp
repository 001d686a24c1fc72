#include "app/live_tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "app/budget.h"
#include "app/tuned_plan.h"
#include "sim/core/error.h"
#include "sim/plan_cost.h"

namespace fum {
namespace {

/// The flow gets half as long as a measurement took, at most this: it goes on, and the search does not take for ever.
constexpr double flow_share = 0.5, most_flow_s = 0.2;

TuneCell::Part part_of(const Plan& plan, const Plan& start) {
    const bool grid =
        plan.schedule == start.schedule && plan.launches == start.launches && plan.block_threads == start.block_threads;
    return grid ? TuneCell::Part::grid : TuneCell::Part::other;
}

}  // namespace

void TuneBoard::note(const Plan& plan, double ms, double abort_above) {
    if (std::isnan(ms)) return;
    const std::lock_guard lock(mutex_);
    const auto state = std::isinf(ms)     ? TuneCell::State::refused
                       : ms > abort_above ? TuneCell::State::aborted
                                          : TuneCell::State::measured;
    for (TuneCell& cell : state_.cells)
        if (cell.plan == plan) {
            if (state == TuneCell::State::measured) cell.ms = std::min(cell.ms, ms);
            return;
        }
    state_.cells.push_back({plan, ms, state, part_of(plan, state_.start)});
}

TuneReport tune_live(Setup setup, Turns& turns, TuneBoard& board, const LiveTuneOptions& options) {
    const auto stopped = [&] { return options.stop && options.stop(); };
    const DeviceInfo device = choose_device(setup.scene.solver.device);
    sample_solids(setup, [&](const std::string& what, double share) {
        if (options.preparing) options.preparing(what, share);
        return !stopped();
    });
    copy_tuned(Plan{}, setup.plan);  // the scene's own knobs are what is searched
    const Plan start = default_plan(setup.plan, setup.config, device.id);
    const TuneAxes axes = tune_axes(setup.config, device.id);
    board.change([&](TuneState& s) {
        s.title = setup.scene.title;
        s.device = fmt::format("{} ({})", device.id, device.name);
        s.axes = axes;
        s.start = start;
        s.total_steps = setup.numbers.total_steps;
    });
    CostOptions how;
    how.device = device.id;
    how.threads = setup.scene.solver.threads;
    how.total_steps = setup.numbers.total_steps;
    how.stop = stopped;
    SolverCost cost(setup.config, how);
    const PlanCost measure = [&](const Plan& plan, double abort_above) {
        using Clock = std::chrono::steady_clock;
        double ms = NAN;
        const auto begin = Clock::now();
        {
            Turns::Place place(turns);
            while (!place.wait_for(std::chrono::milliseconds(50)))
                if (stopped()) return ms;
            ms = cost(plan, abort_above);
        }
        board.note(plan, ms, abort_above);
        if (std::isinf(ms)) board.change([&](TuneState& s) { s.refusal = cost.refusal(); });
        const double took = std::chrono::duration<double>(Clock::now() - begin).count();
        std::this_thread::sleep_for(std::chrono::duration<double>(std::min(flow_share * took, most_flow_s)));
        return ms;
    };
    TuneOptions search;
    search.budget_s = options.budget_s;
    search.stop = stopped;
    search.progress = [&](const TuneProgress& p) { board.change([&](TuneState& s) { s.progress = p; }); };
    TuneReport report{setup.scene.title, fmt::format("{} ({})", device.id, device.name),
                      tune(start, axes, measure, search), setup.numbers.total_steps,
                      cost.stretches().steps * static_cast<std::int64_t>(cost.stretches().starts.size())};
    if (report.result.cells.empty()) throw Error(Exit::interrupted, "Stopped before the default plan was measured.");
    if (report.best().state != TuneCell::State::measured) throw Error(Exit::input, cost.refusal());
    return report;
}

}  // namespace fum
