// The search for the best plan while the flow goes on, and what it would save.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "app/live_tune.h"
#include "app/panels/panels.h"
#include "app/panels/run_state.h"
#include "app/panels/tune_map.h"
#include "app/panels/tune_panel.h"
#include "app/progress.h"
#include "app/tuned_plan.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct Tuning {
    std::shared_ptr<TuneBoard> board;
    std::shared_ptr<std::atomic<bool>> stop;
    std::shared_ptr<const Setup> of;        ///< the scene that is or was measured
    std::shared_ptr<const Setup> compared;  ///< with this one
    bool other_scene = false;               ///< it differs in what the result depends on
    std::optional<TuneReport> report;
    bool kept = false;
    double budget_s = 60;
    Job<TuneReport> job;  ///< last: ends before what it uses
};

Tuning& tuning(Workspace& w) { return w.parts.of<Tuning>(); }
const Tuning& tuning(const Workspace& w) { return const_cast<Workspace&>(w).parts.of<Tuning>(); }

void apply_plan(Workspace& w, const Plan& plan) {
    w.doc.edit("Use " + plan_text(plan), [&](Scene& scene) {
        Advanced& a = scene.advanced;
        a.alpha = plan.alpha;
        a.ib_block = plan.ib_block;
        a.block_threads = plan.block_threads;
        a.schedule = plan.schedule;
        a.launches = plan.launches;
    });
}

/// The scene's plan with the values that its defaults stand for.
Plan present_plan(const Workspace& w, const Plan& start) {
    Plan plan = w.prepared ? w.prepared->plan : Plan{};
    if (plan.alpha == 0) plan.alpha = start.alpha;
    if (plan.ib_block == 0) plan.ib_block = start.ib_block;
    return plan;
}

const TuneCell* cheapest(const std::vector<TuneCell>& cells) {
    const TuneCell* best = nullptr;
    for (const TuneCell& cell : cells)
        if (cell.state == TuneCell::State::measured && (!best || cell.ms < best->ms)) best = &cell;
    return best;
}

/// Whether the result still holds for the scene as it is.
void compare_scenes(Workspace& w, Tuning& t) {
    if (!t.report || t.compared == w.prepared || !w.prepared || !usable(w.prepared->issues)) return;
    const DeviceInfo* device = device_of(w);
    if (!device) return;
    t.compared = w.prepared;
    t.other_scene = plan_key(*t.of, *device).parts != plan_key(*w.prepared, *device).parts;
}

void start_row(Workspace& w, Tuning& t) {
    const bool running = t.job.running();
    if (running) {
        if (ImGui::Button("Stop")) *t.stop = true;
        ui::mark("tune/stop");
        ui::tooltip("Ends the search after the present measurement; what was found counts");
    } else {
        ImGui::BeginDisabled(!may_tune(w));
        if (ImGui::Button(t.report ? "Search again" : "Search")) begin_tuning(w);
        ImGui::EndDisabled();
        ui::mark("tune/search");
        ui::tooltip("Measures plans one after the other while the flow goes on, slower",
                    "Each measurement has the device for itself; the flow gets its turn in between");
    }
    ImGui::SameLine();
    ImGui::BeginDisabled(running);
    auto budget = static_cast<float>(t.budget_s);
    ImGui::SetNextItemWidth(ui::px(84));
    if (ImGui::DragFloat("##budget", &budget, 1, 5, 3600, "%.0f s"))
        t.budget_s = std::clamp(static_cast<double>(budget), 5.0, 3600.0);
    ImGui::EndDisabled();
    ui::mark("tune/budget");
    ui::tooltip("How long the search may take, on the clock on the wall");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("budget");
}

void progress_bar(const Tuning& t, const TuneProgress& p) {
    if (p.done == 0) {
        ImGui::ProgressBar(static_cast<float>(t.job.share()), {-1, 0},
                           t.job.doing().empty() ? "preparing" : t.job.doing().c_str());
        return;
    }
    const double share = std::max(
        static_cast<double>(p.done) / static_cast<double>(std::max<std::size_t>(1, p.planned)), p.seconds / t.budget_s);
    ImGui::ProgressBar(
        static_cast<float>(std::min(share, 1.0)), {-1, 0},
        fmt::format("plan {} of at most {}, {} left", p.done, p.planned, human_seconds(p.left_s)).c_str());
    ui::tooltip("The search ends when its plans or its budget are used up");
}

void progress_row(const Tuning& t, const TuneState& state) {
    if (!t.job.running()) return;
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, ImGui::GetStyle().Colors[ImGuiCol_ButtonActive]);
    progress_bar(t, state.progress);
    ImGui::PopStyleColor();
}

/// What a plan brings against the default, in words that do not promise noise.
std::string gain_text(const TuneCell& best, const TuneCell& start, std::int64_t total_steps, double noise) {
    const double gain = 1 - best.ms / start.ms, whole = 1e-3 * start.ms * static_cast<double>(total_steps);
    if (gain <= noise)
        return fmt::format(
            "{:.1f} % less than the default: within the noise of {:.1f} %, so nothing is saved for sure.",
            100 * std::max(gain, 0.0), 100 * noise);
    return fmt::format("{:.1f} % less than the default (noise {:.1f} %): saves {} of {} over the whole shot.",
                       100 * gain, 100 * noise, human_seconds(gain * whole), human_seconds(whole));
}

void verdict(Workspace& w, Tuning& t, const TuneState& state) {
    const std::vector<TuneCell>& cells = t.report ? t.report->result.cells : state.cells;
    const TuneCell* best = t.report ? &t.report->best() : cheapest(cells);
    if (!best || cells.front().state != TuneCell::State::measured) return;
    const TuneCell& start = cells.front();
    ui::heading(t.report ? "Best plan" : "Best so far", short_ms(best->ms) + " ms a step");
    ui::wrapped(plan_text(best->plan));
    const double noise = t.report ? t.report->result.noise : TuneOptions{}.noise;
    if (t.report && t.report->result.best == 0)
        ui::faint(fmt::format("The default stays: no plan beats it again and again by more than the noise, {:.1f} %.",
                              100 * noise));
    else if (best != &start)
        ui::faint(gain_text(*best, start, state.total_steps, noise));
    if (!t.report) return;
    const auto& result = t.report->result;
    if (result.stopped || result.skipped > 0)
        ui::faint(result.stopped ? "The search was stopped early."
                                 : fmt::format("The budget did not suffice for {} measurements.", result.skipped));
    if (t.other_scene) ui::wrapped("Measured for the scene as it was: search again.", color::doubtful);
    const Plan present = present_plan(w, state.start);
    ImGui::BeginDisabled(present == best->plan);
    if (ImGui::Button(present == best->plan ? "In use" : "Use it")) apply_plan(w, best->plan);
    ImGui::EndDisabled();
    ui::mark("tune/apply");
    ui::tooltip("Writes it into the scene's advanced section and begins the flow anew", "Can be undone");
    ImGui::SameLine();
    const DeviceInfo* device = device_of(w);
    ImGui::BeginDisabled(t.kept || !device);
    if (ImGui::Button(t.kept ? "Kept" : "Keep for later runs")) {
        keep_tuned_plan(plan_key(*t.of, *device),
                        {best->plan, best->ms, start.ms, noise, !result.stopped && result.skipped == 0});
        t.kept = true;
    }
    ImGui::EndDisabled();
    ui::mark("tune/keep");
    ui::tooltip("Runs of this scene on this device use it from then on, as after `fumarole tune`",
                "Unless the scene chooses a plan itself; the cache folder holds it");
}

}  // namespace

bool is_tuning(const Workspace& w) { return tuning(w).job.running(); }

bool may_tune(const Workspace& w) { return w.prepared && usable(w.prepared->issues) && !is_tuning(w); }

void begin_tuning(Workspace& w) {
    if (!may_tune(w)) return;
    Tuning& t = tuning(w);
    t.report.reset();
    t.other_scene = t.kept = false;
    t.of = t.compared = w.prepared;
    t.board = std::make_shared<TuneBoard>();
    t.stop = std::make_shared<std::atomic<bool>>(false);
    t.job.start([setup = t.of, &turns = w.sim.turns(), board = t.board, stop = t.stop,
                 budget_s = t.budget_s](JobControl& control) {
        LiveTuneOptions options;
        options.budget_s = budget_s;
        options.stop = [&] { return *stop || !control.wanted(); };
        options.preparing = [&](const std::string& doing, double share) { control.report(doing, share); };
        return tune_live(*setup, turns, *board, options);
    });
}

void draw_tuning(Workspace& w) {
    Tuning& t = tuning(w);
    if (auto made = t.job.take()) t.report = std::move(*made);
    compare_scenes(w, t);
    ui::heading("Cost of a step, H(l, α)");
    start_row(w, t);
    if (!t.job.error().empty()) ui::wrapped(t.job.error(), color::bad);
    if (!t.board)
        return ui::faint(
            "Where populations lie in memory (alpha) and how surface samples are ordered (l) changes the "
            "speed, never the flow. A search measures the plans on this device, with this scene.");
    const TuneState state = t.board->state();
    progress_row(t, state);
    const std::vector<TuneCell>& cells = t.report ? t.report->result.cells : state.cells;
    if (cells.empty()) {
        if (!state.refusal.empty()) ui::wrapped(state.refusal, color::doubtful);
        return;
    }
    const TuneCell* best = t.report ? &t.report->best() : cheapest(cells);
    if (const auto plan = draw_tune_map(
            {cells, state.axes, state.start, best ? best->plan : state.start, present_plan(w, state.start)}))
        apply_plan(w, *plan);
    explain_tune_map(state.axes);
    verdict(w, t, state);
    if (const auto plan = draw_other_knobs(cells)) apply_plan(w, *plan);
}

}  // namespace fum
