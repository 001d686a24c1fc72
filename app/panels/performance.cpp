// Where time and memory go: the solver's speed, the stages of a step, the picture, memory, and the whole shot's budget.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/budget_box.h"
#include "app/panels/panels.h"
#include "app/panels/run_state.h"
#include "app/panels/tune_panel.h"
#include "app/progress.h"
#include "app/window/actions.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

constexpr int profiled_steps = 4;       // one interval of loads and, usually, of the tracers
constexpr double profile_every_s = 1;   // at least
constexpr double profile_extra = 0.4;   // of a step: what clocks round the stages cost at most, since nothing overlaps
constexpr double profile_share = 0.03;  // of the solver's time that this may take

struct PerformanceState {
    bool profile = true;
    double profiled_at = -1e9;
};

/// Asks for the stages now and then.
void profile_now_and_then(Workspace& w, PerformanceState& state) {
    if (!state.profile || w.status.mode != SimMode::playing || is_tuning(w)) return;
    const double extra_s = 1e-3 * w.status.step_ms * profiled_steps * profile_extra;
    const double every = std::max(profile_every_s, extra_s / profile_share), now = ImGui::GetTime();
    if (now - state.profiled_at < every) return;
    state.profiled_at = now;
    w.sim.profile(profiled_steps);
}

void number(const char* name, const std::string& value, const std::string& unit, const char* help) {
    ImGui::TableNextColumn();
    ImGui::BeginGroup();
    ImGui::PushFont(ui::fonts().small);
    ImGui::TextDisabled("%s", name);
    ImGui::PopFont();
    ImGui::PushFont(ui::fonts().strong);
    ImGui::TextUnformatted(value.c_str());
    ImGui::PopFont();
    if (!unit.empty()) {
        ImGui::SameLine(0, ui::px(4));
        ImGui::TextDisabled("%s", unit.c_str());
    }
    ImGui::EndGroup();
    ui::tooltip(help);
}

void speed(Workspace& w) {
    const SimStatus& s = w.status;
    ui::heading("Speed", s.device);
    if (s.mlups <= 0) return ui::faint("Numbers appear when the flow plays.");
    const double steps = run_state(w).pace.steps_per_second(), pictures = w.scene_view->pictures_per_second();
    const int columns = ImGui::GetContentRegionAvail().x < ui::px(230) ? 2 : 3;
    if (ImGui::BeginTable("numbers", columns, ImGuiTableFlags_SizingStretchSame)) {
        number("throughput", three_digits(s.mlups), "MLUPS", "Million node updates a second, while the solver works");
        number("a step", three_digits(s.step_ms), "ms", "Time of one step of all nodes");
        number("a picture", steps > 0 && pictures > 0 ? three_digits(steps / pictures) : "-", "steps",
               "Time steps from one picture to the next");
        number("traffic", three_digits(1e-9 * s.bytes_per_second), "GB/s",
               "Memory traffic of the populations alone: what a step must read and write at least");
        number("of bandwidth", s.bandwidth_share > 0 ? fmt::format("{:.0f}", 100 * s.bandwidth_share) : "-", "%",
               "Share of what the device's memory reached when it was measured before this flow");
        number("on the clock", three_digits(steps), "steps/s",
               "Steps a second on the clock on the wall: pictures and tuning take their part");
        ImGui::EndTable();
    }
    const auto& history = run_state(w).pace.history();
    ui::Curve curve{.name = "MLUPS"};
    curve.unnamed = true;
    for (const RunPace::Entry& e : history) {
        curve.x.push_back(e.at_s - history.back().at_s);
        curve.y.push_back(e.mlups);
    }
    ui::plot("performance/mlups", std::span(&curve, 1), {.x_unit = "s", .y_unit = "MLUPS", .height = 84, .zero = true});
    ui::tooltip("Throughput over the last two minutes");
}

const char* stage_help(const std::string& name) {
    if (name == "pull + collide") return "Streams and collides all nodes in one pass: most of the work";
    if (name == "macro of band") return "Velocity of the nodes near solids, before their force is known";
    if (name == "penalty + spread") return "Force of every surface sample, spread onto its nodes";
    if (name == "move bodies") return "Loads, motion and samples of the solids";
    if (name == "faces") return "Inflow, outflow and the other faces of the domain";
    if (name == "smoke") return "Emission and advection of the tracers";
    if (name == "sort tracers")
        return "Puts tracers into the order of the nodes, now and then, so that memory is read in a row";
    if (name == "project smoke") return "From tracers to the density that pictures and frames show";
    if (name == "stream") return "Moves the populations along their directions";
    if (name == "macroscopic") return "Density and velocity of all nodes";
    if (name == "collide") return "Relaxes all nodes";
    return "Work of a step";
}

std::string stage_text(const Stage& stage, double all) {
    return fmt::format("{} ms {:3.0f} %", three_digits(1e3 * stage.seconds), 100 * stage.seconds / all);
}

void stages(Workspace& w, PerformanceState& state) {
    double all = 0, longest = 0;
    for (const Stage& stage : w.status.stages) all += stage.seconds, longest = std::max(longest, stage.seconds);
    ui::heading("Stages of a step", all > 0 ? three_digits(1e3 * all) + " ms" : "");
    std::vector<ui::Bar> bars;
    for (const Stage& stage : w.status.stages) {
        std::string help = stage_help(stage.name);
        if (stage.bytes > 0 && stage.seconds > 0)
            help += fmt::format(". {} a step, {:.1f} GB/s", ui::bytes_text(stage.bytes),
                                1e-9 * stage.bytes / stage.seconds);
        bars.push_back({stage.name, longest > 0 ? stage.seconds / longest : 0, stage_text(stage, all), help});
    }
    ui::bars(bars);
    if (bars.empty()) ui::faint(state.profile ? "Measured when the flow plays." : "Not measured.");
    ImGui::Checkbox("measure each second", &state.profile);
    ui::mark("performance/profile");
    ui::tooltip(
        fmt::format("Measures {} steps about once a second while this panel is in sight", profiled_steps),
        "A clock round every stage slows these steps, since nothing overlaps: at most 3 % of the solver's time");
    ImGui::SameLine();
    ui::action_button(w, "run.profile", "Measure now");
}

/// What one picture costs. Where the CPU draws, drivers' clocks mean nothing: only the clock on the wall is shown.
void pictures(Workspace& w) {
    const SceneView& view = *w.scene_view;
    const bool drawn_by_gpu = !view.draws_on_cpu();
    double on_gpu_ms = 0;
    for (const LayerTime& layer : view.times()) on_gpu_ms += layer.gpu_ms;
    ui::heading("A picture", fmt::format("{:.1f} ms, {} × {}", drawn_by_gpu ? on_gpu_ms : view.draw_ms(), view.width(),
                                         view.height()));
    double longest = 0;
    std::vector<ui::Bar> bars;
    if (drawn_by_gpu)
        for (const LayerTime& layer : view.times()) {
            if (layer.gpu_ms <= 0) continue;
            longest = std::max(longest, layer.gpu_ms);
            bars.push_back({std::string(layer.name), layer.gpu_ms, three_digits(layer.gpu_ms) + " ms",
                            "Time of the GPU for this layer in a late picture", IM_COL32(150, 120, 220, 255)});
        }
    for (ui::Bar& bar : bars) bar.share /= longest;
    ui::bars(bars);
    if (!drawn_by_gpu)
        ui::faint(
            "The CPU draws the pictures here, so layers have no clocks of their own: the time is that of the clock "
            "on the wall.");
}

void memory(Workspace& w) {
    auto items = w.status.memory;
    std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
    const double all = static_cast<double>(held_bytes(w.status));
    ui::heading("Memory of the flow", ui::bytes_text(all));
    std::vector<ui::Bar> bars;
    for (const MemoryItem& item : items)
        if (item.bytes > 0)
            bars.push_back({item.name, static_cast<double>(item.bytes) / static_cast<double>(items.front().bytes),
                            ui::bytes_text(static_cast<double>(item.bytes)), "", IM_COL32(120, 200, 140, 255)});
    ui::bars(bars);
    if (const DeviceInfo* device = device_of(w))
        ui::faint(fmt::format("{}: {} free of {}", device->name,
                              ui::bytes_text(static_cast<double>(device->free_bytes)),
                              ui::bytes_text(static_cast<double>(device->memory_bytes))));
}

}  // namespace

void draw_performance(Workspace& w) {
    auto& state = w.parts.of<PerformanceState>();
    profile_now_and_then(w, state);
    speed(w);
    draw_budget_box(w);
    stages(w, state);
    pictures(w);
    memory(w);
}

}  // namespace fum
