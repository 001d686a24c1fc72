// Places whose speed and pressure are plotted over time.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>

#include "app/panels/panels.h"
#include "app/panels/view_tools.h"
#include "app/window/probe_history.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct ProbesPanel {
    bool pressure = false;
    std::string error;
};

void list_row(Workspace& w, std::size_t i, std::size_t& gone) {
    Probe probe = w.doc.scene().probes[i];
    const std::string own = fmt::format("probe[{}]", i), mark = "probes/" + own;
    ImGui::PushID(static_cast<int>(i));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + ui::px(5), at.y + height / 2}, ui::px(4), ui::series_color(i),
                                                20);
    ImGui::Dummy({ui::px(12), height});
    ImGui::SameLine(0, 0);
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputText("##name", &probe.name)) w.doc.set(own + ".name", to_value(probe.name));
    ui::mark(mark + ".name");
    if (ImGui::IsItemDeactivated()) w.doc.end_merge();
    if (ImGui::IsItemActivated()) w.selected.section = own;
    ui::tooltip("The probe's name, in the picture, the plots and probes.csv");
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
    double p[3] = {probe.at_m.x, probe.at_m.y, probe.at_m.z};
    const Double3& size = w.doc.scene().domain.size_m;
    const auto speed = static_cast<float>(0.001 * std::max({size.x, size.y, size.z}));
    if (ImGui::DragScalarN("##place", ImGuiDataType_Double, p, 3, speed, nullptr, nullptr, "%.3g",
                           ImGuiSliderFlags_NoRoundToFormat))
        w.doc.set(own + ".at_m", to_value(Double3{p[0], p[1], p[2]}));
    ui::mark(mark + ".at_m");
    if (ImGui::IsItemActivated()) w.selected.section = own;
    if (ImGui::IsItemDeactivated()) w.doc.end_merge();
    ui::tooltip("Where it stands, metres; its curve begins anew when it moves");
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    const ProbeReading* now = w.scene_view->probes().newest(i);
    if (now && now->inside)
        ImGui::Text("%.3g m/s", now->speed_ms);
    else
        ImGui::TextDisabled("%s", now ? "outside" : "-");
    if (now)
        ui::tooltip(fmt::format("Velocity {:.3g}, {:.3g}, {:.3g} m/s, pressure {:.3g} Pa", now->velocity_ms.x,
                                now->velocity_ms.y, now->velocity_ms.z, now->pressure_pa));
    ImGui::TableNextColumn();
    if (ui::icon_button(ui::Icon::cross, mark + ".delete", "Remove this probe")) gone = i;
    ImGui::PopID();
}

void draw_list(Workspace& w) {
    std::size_t gone = w.doc.scene().probes.size();
    if (ImGui::BeginTable("probes", 4, ImGuiTableFlags_SizingStretchProp)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 0.37f);
        ImGui::TableSetupColumn("place", ImGuiTableColumnFlags_WidthStretch, 0.63f);
        ImGui::TableSetupColumn("speed", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("0.0888 m/s").x);
        ImGui::TableSetupColumn("delete", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFrameHeight());
        for (std::size_t i = 0; i < w.doc.scene().probes.size(); ++i) list_row(w, i, gone);
        ImGui::EndTable();
    }
    if (gone < w.doc.scene().probes.size()) {
        w.doc.delete_probe(gone);
        if (w.selected.is("probe[")) w.selected = {};
    }
    if (ImGui::Button("Add")) ui::add_probe(w, middle_of(grid_of(w.doc.scene().domain)));
    ui::mark("probes/add");
    ui::tooltip("A probe in the middle of the domain.", "A double click on a slice or a solid puts one there.");
    if (w.doc.scene().probes.empty()) return;
    ImGui::SameLine();
    if (ImGui::Button("Copy CSV"))
        ImGui::SetClipboardText(probes_csv(w.doc.scene().probes, w.scene_view->probes().curves()).c_str());
    ui::mark("probes/copy");
    ui::tooltip("All readings as comma-separated text to the clipboard");
    ImGui::SameLine();
    if (ImGui::Button("Clear")) w.scene_view->forget_probes();
    ui::mark("probes/clear");
    ui::tooltip("Forget the readings so far; probes stay");
}

}  // namespace

void draw_probes(Workspace& w) {
    auto& panel = w.parts.of<ProbesPanel>();
    if (w.doc.scene().probes.empty()) {
        draw_list(w);
        ui::faint(
            "A probe plots speed and pressure at a place over time. Double-click a slice or a solid in the picture "
            "to put one there.");
        return;
    }
    const float all = ImGui::GetContentRegionAvail().x, left = std::clamp(0.5f * all, ui::px(250), ui::px(430));
    const bool beside = all - left > ui::px(150);  // else the curves come under the list
    if (beside) {
        ImGui::BeginChild("list", {left, 0});
        draw_list(w);
        ImGui::EndChild();
        ImGui::SameLine();
    } else {
        draw_list(w);
    }
    ImGui::BeginChild("curves", {0, beside ? 0 : ui::px(150)});
    if (ImGui::RadioButton("speed", !panel.pressure)) panel.pressure = false;
    ui::mark("probes/speed");
    ui::tooltip("Plot the speed, m/s");
    ImGui::SameLine();
    if (ImGui::RadioButton("pressure", panel.pressure)) panel.pressure = true;
    ui::mark("probes/pressure");
    ui::tooltip("Plot the pressure relative to the rest of the air, Pa");
    std::vector<ui::Curve> curves;
    const auto& history = w.scene_view->probes().curves();
    for (std::size_t i = 0; i < std::min(history.size(), w.doc.scene().probes.size()); ++i)
        curves.push_back({w.doc.scene().probes[i].name, ui::series_color(i), history[i].time_s,
                          panel.pressure ? history[i].pressure_pa : history[i].speed_ms});
    ui::PlotOptions options;
    options.x_unit = "s";
    options.y_unit = panel.pressure ? "Pa" : "m/s";
    options.height = std::max(60.0f, (ImGui::GetContentRegionAvail().y - ui::px(4)) / ui::scale());
    options.zero = !panel.pressure;
    ui::plot("probes/plot", curves, options);
    ImGui::EndChild();
}

}  // namespace fum
