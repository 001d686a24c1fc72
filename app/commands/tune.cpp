#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/budget.h"
#include "app/commands/commands.h"
#include "app/interrupt.h"
#include "app/log.h"
#include "app/progress.h"
#include "app/tune_report.h"
#include "app/tuned_plan.h"
#include "render/preview.h"
#include "sim/core/error.h"
#include "sim/core/files.h"
#include "sim/plan_cost.h"

namespace fum {
namespace {

bool report_sampling(const std::string& what, double share) {
    if (log::stderr_is_terminal()) log::status(fmt::format("{} {:.0f} %", what, 100 * share));
    return !interrupted();
}

/// One line rewritten on a terminal, else a log line every five seconds.
class SearchProgress {
public:
    SearchProgress() : terminal_(log::stderr_is_terminal()), shown_(Clock::now()) {}

    void show(const TuneProgress& p) {
        const auto now = Clock::now();
        if (now - shown_ < (terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000))) return;
        shown_ = now;
        const std::string text = fmt::format("plan {}/{}  best {:.4g} ms a step  {} gone, at most {} left", p.done,
                                             p.planned, p.best_ms, human_seconds(p.seconds), human_seconds(p.left_s));
        if (terminal_)
            log::status(text);
        else
            log::info("tune", text);
    }

private:
    using Clock = std::chrono::steady_clock;
    bool terminal_;
    Clock::time_point shown_;
};

/// What is searched, for one scene on one device.
struct Task {
    std::string device;
    Plan start;
    TuneAxes axes;
    TuneOptions search;
    CostOptions cost;
};

Task task_of(const Setup& setup, const Budget& budget, const TuneCommandOptions& options) {
    Task task;
    task.device = budget.device.id;
    task.start = default_plan(setup.plan, setup.config, task.device);
    task.axes = tune_axes(setup.config, task.device);
    task.search.budget_s = options.budget_s;
    task.search.stop = interrupted;
    task.cost.device = task.device;
    task.cost.threads = setup.scene.solver.threads;
    task.cost.steps = options.steps;
    task.cost.total_steps = setup.numbers.total_steps;
    task.cost.stop = interrupted;
    return task;
}

std::int64_t steps_of(const SolverCost& cost) {
    return cost.stretches().steps * static_cast<std::int64_t>(cost.stretches().starts.size());
}

/// How many plans, and how long: the default one is measured once to tell.
int dry_run(const Task& task, SolverCost& cost) {
    const auto begin = std::chrono::steady_clock::now();
    const double ms = cost(task.start, INFINITY);
    if (std::isnan(ms)) return static_cast<int>(Exit::interrupted);
    if (std::isinf(ms)) throw Error(Exit::input, cost.refusal());
    const double each = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const std::size_t count = tune_effort(task.axes, task.search);
    const double all = each * static_cast<double>(count);
    std::printf(
        "%s\n",
        fmt::format("At most {} measurements of {} steps ({} values of l, {} of alpha, {} other plans, the best "
                    "{} again {} times). The default plan took {:.4g} ms a step, {:.2g} s with its preparation; "
                    "all would take about {}, the budget is {}.",
                    count, steps_of(cost), task.axes.blocks.size(), task.axes.alphas.size(),
                    task.axes.block_threads.size() + task.axes.staged_launches.size(), task.search.finalists,
                    task.search.rounds, ms, each, human_seconds(all), human_seconds(task.search.budget_s))
            .c_str());
    return static_cast<int>(Exit::ok);
}

void write_files(const TuneReport& report, const TuneCommandOptions& options) {
    if (!options.csv.empty()) write_whole(options.csv, tune_csv(report));
    if (!options.json.empty())
        write_whole(options.json,
                    tune_json(report).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    if (options.png.empty()) return;
    const Raster picture = tune_picture(report);
    write_png(options.png, picture.rgba(), picture.width(), picture.height());
}

/// The knobs that are searched count for nothing here, wherever they were set.
void forget_knobs(Setup& setup) {
    const Plan given = setup.plan;
    copy_tuned(Plan{}, setup.plan);
    if (!(given == setup.plan))
        log::warning(
            "tune",
            "The scene's own advanced.alpha, ib_block, block_threads, schedule and launches are not used: they "
            "are what is searched.");
}

}  // namespace

int tune(const TuneCommandOptions& options) {
    const InterruptGuard guard;
    const Scene scene = open_scene(options.input, options.open);
    Setup setup = prepare(scene);
    demand_usable(setup.issues, options.input.string());
    forget_knobs(setup);
    const Budget budget = budget_of(setup, scene.solver.device);
    demand_memory(budget, setup.numbers);
    sample_solids(setup, report_sampling);
    log::clear_status();
    Task task = task_of(setup, budget, options);
    SolverCost cost(setup.config, task.cost);
    if (options.dry_run) return dry_run(task, cost);

    SearchProgress progress;
    task.search.progress = [&](const TuneProgress& p) { progress.show(p); };
    const PlanCost measure = [&](const Plan& plan, double abort_above) { return cost(plan, abort_above); };
    TuneReport report{scene.title, fmt::format("{} ({})", budget.device.id, budget.device.name),
                      tune(task.start, task.axes, measure, task.search), setup.numbers.total_steps, steps_of(cost)};
    log::clear_status();
    if (report.result.cells.empty()) {
        log::warning("tune", "Stopped by a signal before the default plan was measured; nothing is kept.");
        return static_cast<int>(Exit::interrupted);
    }
    if (report.best().state != TuneCell::State::measured) throw Error(Exit::input, cost.refusal());
    std::fputs(tune_text(report).c_str(), stdout);
    std::fflush(stdout);
    const TunedPlan tuned{report.best().plan, report.best().ms, report.start().ms, report.result.noise,
                          !report.result.stopped && report.result.skipped == 0};
    if (!options.no_cache) keep_tuned_plan(plan_key(setup, budget.device), tuned);
    write_files(report, options);
    if (!report.result.stopped) return static_cast<int>(Exit::ok);
    log::warning("tune", fmt::format("Stopped by a signal after {} plans; the best of them counts.",
                                     report.result.cells.size()));
    return static_cast<int>(Exit::interrupted);
}

}  // namespace fum
