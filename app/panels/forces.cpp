// Loads on a solid over time: as curves with their means, and as numbers.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/force_curves.h"
#include "app/panels/panels.h"
#include "app/panels/run_state.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct ForcesState {
    int solid = 0;
    bool moments = false;
    std::array<bool, 3> on{true, true, false};
};

constexpr std::array<const char*, 3> force_names{"drag", "lift", "side"}, moment_names{"roll", "yaw", "pitch"};
constexpr std::array<const char*, 3> force_help{"Along the flow", "Across the flow, towards the scene's up axis",
                                                "Across both"};
constexpr std::array<const char*, 3> moment_help{"About the flow's direction, through the solid's origin",
                                                 "About the direction of lift", "About the direction of side"};
constexpr std::array<ImU32, 3> colors{IM_COL32(86, 156, 240, 255), IM_COL32(235, 178, 72, 255),
                                      IM_COL32(120, 200, 140, 255)};

std::string name_of_solid(const Workspace& w, std::size_t i) {
    const auto& solids = w.running ? w.running->solids : w.doc.scene().solids;
    if (i < solids.size() && !solids[i].name.empty()) return solids[i].name;
    return fmt::format("solid {}", i + 1);
}

/// One component of a history.
struct Component {
    std::vector<double> time, value;
};
Component component(const std::vector<ForceSample>& samples, int axis, bool moment) {
    Component c;
    c.time.reserve(samples.size());
    c.value.reserve(samples.size());
    for (const ForceSample& s : samples) {
        c.time.push_back(s.time_s);
        c.value.push_back(moment ? s.moment_Nm[axis] : s.force_N[axis]);
    }
    return c;
}

void draw_plot(const ForcesState& state, const std::vector<ForceSample>& samples, const ForceMean& mean) {
    std::vector<ui::Curve> curves;
    std::vector<ui::PlotBand> bands;
    ValueRange range{INFINITY, -INFINITY};
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        if (!state.on[i]) continue;
        Component c = component(samples, axis, state.moments);
        const char* name = state.moments ? moment_names[i] : force_names[i];
        range = range_after_start(c.value, 0.12, range);
        curves.push_back(
            {std::string(name) + " now", (colors[i] & 0x00ffffff) | 0x50000000, c.time, c.value, false, 1, true});
        curves.push_back({name, colors[i], c.time, running_mean(c.time, c.value), false, 2});
        if (state.moments || mean.blocks == 0) continue;
        const double middle = samples[samples.size() / 2].time_s, half = mean.error_N[axis];
        bands.push_back(
            {middle, samples.back().time_s, mean.force_N[axis] - half, mean.force_N[axis] + half, colors[i]});
    }
    ui::PlotOptions options{.x_unit = "s", .y_unit = state.moments ? "N m" : "N", .height = 0, .bands = bands};
    if (range.low <= range.high) options.y_range = {range.low, range.high};
    ui::plot("forces/plot", curves, options);
    ui::tooltip(
        "Thin: the load now. Thick: its running mean over the last quarter of the time. Band: mean of the "
        "second half with its standard error.",
        "The range leaves out the start, whose jolt is far larger");
}

void settled_line(const ForceMean& mean) {
    const bool known = mean.blocks > 0;
    ui::dot(!known ? color::faint : mean.settled ? color::good : color::doubtful);
    ImGui::TextUnformatted(!known ? "too short for an error" : mean.settled ? "settled" : "not settled yet");
    ui::tooltip(
        "Settled: the two halves of the second half have one mean, within three standard errors, and these are "
        "below a tenth of the force",
        known ? fmt::format("Errors from the means of {} blocks", mean.blocks) : "At least 64 values are needed");
}

/// A unit in which the largest of some loads has one to three digits before the point, and decimals that give it four
/// in all: every number then fits into its column.
struct LoadUnit {
    std::string name;
    double scale = 1;
    int decimals = 3;
    std::string text(double load) const { return fmt::format("{:.{}f}", load * scale, decimals); }
};
LoadUnit load_unit(const ForceSample& now, const ForceMean& mean, bool moments) {
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (const double v :
             {moments ? now.moment_Nm[axis] : now.force_N[axis], moments ? mean.moment_Nm[axis] : mean.force_N[axis]})
            if (std::isfinite(v)) largest = std::max(largest, std::abs(v));
    constexpr std::array<const char*, 7> prefixes{"n", "\u00b5", "m", "", "k", "M", "G"};
    const int power = largest > 0 ? static_cast<int>(std::floor(std::log10(largest) + 1e-9)) : 0;
    const int third = std::clamp(static_cast<int>(std::floor(power / 3.0)), -3, 3);
    return {std::string(prefixes[static_cast<std::size_t>(third + 3)]) + (moments ? "N m" : "N"),
            std::pow(10.0, -3 * third), std::clamp(3 - (power - 3 * third), 0, 3)};
}

/// Rows: a switch for the curve, the load now, the mean with its error, the coefficient.
void draw_table(ForcesState& state, const std::vector<ForceSample>& samples, const ForceMean& mean) {
    const bool moments = state.moments, coefficients = mean.has_coefficients;
    const LoadUnit unit = load_unit(samples.back(), mean, moments);
    if (!ImGui::BeginTable("loads", coefficients ? 4 : 3, ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn(moments ? "moment" : "force", ImGuiTableColumnFlags_WidthFixed, ui::px(66));
    ImGui::TableSetupColumn(fmt::format("now, {}", unit.name).c_str());
    ImGui::TableSetupColumn(fmt::format("mean, {}", unit.name).c_str(), 0, 1.5f);
    if (coefficients) ImGui::TableSetupColumn(moments ? "c_m" : "c", 0, 0.8f);
    ImGui::PushFont(ui::fonts().small);
    ImGui::PushStyleColor(ImGuiCol_Text, color::faint);
    ImGui::TableNextRow();
    for (int column = 0; column < (coefficients ? 4 : 3); ++column) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(ImGui::TableGetColumnName(column));
        if (column == 3)
            ui::tooltip(moments ? "Mean moment / (rho/2 speed^2 area length)" : "Mean force / (rho/2 speed^2 area)",
                        "Speed and length are those of the Reynolds number");
    }
    ImGui::PopStyleColor();
    ImGui::PopFont();
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        const std::string name = moments ? moment_names[i] : force_names[i];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushStyleColor(ImGuiCol_CheckMark, colors[i]);
        ImGui::Checkbox(name.c_str(), &state.on[i]);
        ImGui::PopStyleColor();
        ui::mark("forces/" + name);
        ui::tooltip(moments ? moment_help[i] : force_help[i], "Shows or hides its curve");
        ImGui::TableNextColumn();
        const ForceSample& now = samples.back();
        ImGui::TextUnformatted(unit.text(moments ? now.moment_Nm[axis] : now.force_N[axis]).c_str());
        ImGui::TableNextColumn();
        std::string text = unit.text(moments ? mean.moment_Nm[axis] : mean.force_N[axis]);
        if (!moments && mean.blocks > 0) text += fmt::format(" ± {:.1g}", mean.error_N[axis] * unit.scale);
        ImGui::TextUnformatted(text.c_str());
        ui::tooltip("Mean of the second half of the history, with its standard error");
        if (!coefficients) continue;
        ImGui::TableNextColumn();
        ImGui::Text("%.3f", moments ? mean.moment_coefficient[axis] : mean.force_coefficient[axis]);
    }
    ImGui::EndTable();
}

void edit_area(Workspace& w, int solid) {
    const std::string key = fmt::format("solid[{}].reference_area_m2", solid);
    if (!ui::begin_rows("area")) return;
    std::optional<ui::Edited> edited;
    for (const ParamRef& ref : w.doc.parameters())
        if (ref.key == key) edited = ui::param_row(ref, w.doc.issues_of(key));
    ui::end_rows();
    if (!edited) return;
    w.doc.set(key, edited->value);
    if (edited->ended) w.doc.end_merge();
}

void choose(Workspace& w, ForcesState& state) {
    const float copy = ImGui::GetFrameHeight(), kind = ui::px(92);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - copy - kind - ui::px(12));
    if (ImGui::BeginCombo("##solid", name_of_solid(w, static_cast<std::size_t>(state.solid)).c_str())) {
        for (int i = 0; i < static_cast<int>(w.forces.solids()); ++i) {
            if (ImGui::Selectable(fmt::format("{}##{}", name_of_solid(w, static_cast<std::size_t>(i)), i).c_str(),
                                  i == state.solid))
                state.solid = i;
            ui::mark(fmt::format("forces/solid={}", i));
        }
        ImGui::EndCombo();
    }
    ui::mark("forces/solid");
    ui::tooltip("The solid whose loads are shown");
    ImGui::SameLine(0, ui::px(6));
    ImGui::SetNextItemWidth(kind);
    int what = state.moments ? 1 : 0;
    if (ImGui::Combo("##kind", &what, "forces\0moments\0")) state.moments = what == 1;
    ui::mark("forces/kind");
    ui::tooltip("Forces in newtons, or moments through the solid's origin in newton metres");
    ImGui::SameLine(0, ui::px(6));
    const auto& samples = w.forces.of(static_cast<std::size_t>(state.solid));
    ImGui::BeginDisabled(samples.empty());
    if (ui::icon_button(ui::Icon::copy, "forces/copy", "Copies the whole history as CSV to the clipboard")) {
        ImGui::SetClipboardText(force_csv(samples).c_str());
        w.notices.say(NoticeKind::info, fmt::format("{} lines of loads are on the clipboard.", samples.size()));
    }
    ImGui::EndDisabled();
}

}  // namespace

void draw_forces(Workspace& w) {
    w.show_forces = true;  // for the next picture
    auto& state = w.parts.of<ForcesState>();
    if (w.doc.scene().solids.empty()) return ui::faint("The scene has no solids, so there is nothing to weigh.");
    if (w.forces.solids() == 0) return ui::faint("Loads appear as soon as the flow has made a few steps.");
    state.solid = std::clamp(state.solid, 0, static_cast<int>(w.forces.solids()) - 1);
    const auto& samples = w.forces.of(static_cast<std::size_t>(state.solid));
    const bool narrow = ImGui::GetContentRegionAvail().x < ui::px(520);  // then the curves follow below
    ImGui::BeginChild("numbers", {narrow ? 0 : ui::px(330), 0});
    choose(w, state);
    const ForceMean mean = samples.empty() ? ForceMean{} : w.forces.mean(static_cast<std::size_t>(state.solid));
    if (!samples.empty()) {
        draw_table(state, samples, mean);
        settled_line(mean);
    }
    if (static_cast<std::size_t>(state.solid) < w.doc.scene().solids.size()) edit_area(w, state.solid);
    if (!narrow) {
        ImGui::EndChild();
        ImGui::SameLine();
    }
    ImGui::BeginChild("curves", {0, narrow ? ui::px(140) : 0});
    if (samples.empty())
        ui::faint("Loads appear as soon as the flow has made a few steps.");
    else
        draw_plot(state, samples, mean);
    ImGui::EndChild();
    if (narrow) ImGui::EndChild();
}

}  // namespace fum
