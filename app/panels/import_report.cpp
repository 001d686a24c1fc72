#include "app/panels/import_report.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/setup.h"
#include "app/window/dialog_frame.h"
#include "app/window/keys.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct ImportDialog {
    bool wanted = false;
};

/// 1234567 as "1 234 567".
std::string counted(std::int64_t n) {
    std::string digits = std::to_string(n);
    for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > (n < 0 ? 1 : 0); i -= 3)
        digits.insert(static_cast<std::size_t>(i), "\u00a0");
    return digits;
}

void line(const char* name, const std::string& text, const char* help, ImU32 tint = color::text) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
    ui::tooltip(help);
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, tint);
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
    ui::tooltip(help);
}

void draw_flaws(const MeshReport& r) {
    const bool closed = r.open_edges == 0;
    line("Surface", closed ? "closed" : fmt::format("{} open edges", counted(r.open_edges)),
         "A hole lets air into the body; samples do not need a closed surface, but its volume is then unknown",
         closed ? color::good : color::doubtful);
    line("Pieces", counted(r.components), "Connected parts of the surface; they may overlap");
    if (r.odd_edges > 0)
        line("Odd edges", counted(r.odd_edges), "Edges that more than two triangles share", color::doubtful);
    const std::int64_t dropped = r.degenerate + r.non_finite + r.bad_faces;
    if (dropped == 0) return;
    line("Left out", fmt::format("{} triangles", counted(dropped)),
         fmt::format("{} of no area, {} with a corner that is no number, {} with a corner that does not exist",
                     r.degenerate, r.non_finite, r.bad_faces)
             .c_str(),
         color::doubtful);
}

void draw_samples(const PlacedSolid& solid, const Numbers& numbers) {
    const double dx = numbers.units.dx_m;
    const double longest = std::max({solid.size_m.x, solid.size_m.y, solid.size_m.z}) / dx;
    line("Resolved", fmt::format("{:.1f} cells long", longest),
         "Its longest side in cells; below 8 the flow around it is not resolved",
         longest < 8 ? color::doubtful : color::text);
    line("Samples", counted(solid.samples), "Places on its surface where air and body act on each other");
    if (solid.cells.cells > 0) {
        line("A cell holds", fmt::format("{} to {}, mean {:.0f}", solid.cells.min, solid.cells.max, solid.cells.mean),
             "Samples in each cell that the surface crosses; 10 to 100 is well");
        line("In the band",
             fmt::format("{:.0f} % of {} cells", 100 * solid.cells.share_in_band, counted(solid.cells.cells)),
             "Cells with 10 to 100 samples", solid.cells.share_in_band > 0.8 ? color::good : color::doubtful);
        return;
    }
    const double density = static_cast<double>(solid.samples) * dx * dx / std::max(solid.area_m2, 1e-30);
    line("Density", fmt::format("{:.1f} an area of dx²", density),
         "Samples on as much surface as a cell's side; 24 puts 10 to 100 into each cell, 3 suffices",
         density < 3 ? color::doubtful : color::text);
}

}  // namespace

void draw_import_report(Workspace& w, std::size_t index) {
    if (!w.prepared || index >= w.prepared->solids.size()) return;
    const PlacedSolid& solid = w.prepared->solids[index];
    const MeshReport& r = solid.report;
    if (!ImGui::BeginTable("report", 2, ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 0.36f);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, 0.64f);
    line("Triangles", fmt::format("{}, {} corners", counted(r.triangles), counted(r.vertices)), "As they are used");
    const Double3& s = solid.size_m;
    line("Size", fmt::format("{:.4g} × {:.4g} × {:.4g} m", s.x, s.y, s.z), "Of its box, before it is turned");
    if (!r.unit_from.empty() && w.doc.scene().solids.at(index).shape.empty())
        line("Unit", fmt::format("{:g} m ({})", r.unit_m, r.unit_from),
             "Metres in one unit of the file, and who says so");
    line("Area", fmt::format("{:.4g} m²", solid.area_m2), "Of its whole surface");
    if (r.open_edges == 0) {
        const double factor = r.area_m2 > 0 ? std::pow(solid.area_m2 / r.area_m2, 1.5) : 1;
        line("Volume",
             fmt::format("{:.4g} m³{}", std::abs(r.volume_m3) * factor, r.volume_m3 < 0 ? ", inside out" : ""),
             "Inside the surface; inside out: its normals point inwards, which the flow does not mind",
             r.volume_m3 < 0 ? color::doubtful : color::text);
    }
    draw_flaws(r);
    if (usable(w.prepared->issues)) draw_samples(solid, w.prepared->numbers);
    ImGui::EndTable();
    for (const Issue& issue : r.issues) ui::wrapped(issue.where + " " + issue.sentence, color::doubtful);
}

void open_import_dialog(Workspace& w) { w.parts.of<ImportDialog>().wanted = true; }

void draw_import_dialog(Workspace& w) {
    if (std::exchange(w.parts.of<ImportDialog>().wanted, false)) ImGui::OpenPopup("Import report");
    if (!ui::begin_dialog("Import report", {540, 620})) return;
    ImGui::BeginChild("solids", {0, -ImGui::GetFrameHeightWithSpacing()});
    const auto& solids = w.doc.scene().solids;
    if (solids.empty()) ui::faint("The scene has no solid.");
    if (!solids.empty() && !w.prepared) ui::faint("The meshes are being read.");
    for (std::size_t i = 0; i < solids.size(); ++i) {
        const std::string from =
            solids[i].shape.empty() ? solids[i].mesh.filename().string() : "made: " + solids[i].shape;
        ImGui::PushID(static_cast<int>(i));
        ui::heading(solids[i].name.empty() ? from.c_str() : solids[i].name.c_str(), from);
        draw_import_report(w, i);
        ImGui::PopID();
    }
    ImGui::EndChild();
    if (ImGui::Button("Close", {ui::px(90), 0}) || ImGui::IsKeyPressed(key_escape)) ImGui::CloseCurrentPopup();
    ui::mark("import/close");
    ui::end_dialog();
}

}  // namespace fum
