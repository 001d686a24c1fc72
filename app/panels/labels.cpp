// Words in the picture: faces, solids, emitters, probes; the film's frame; what the smoke is shown as.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/motion.h"
#include "app/panels/panels.h"
#include "app/panels/view_tools.h"
#include "app/window/probe_history.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"
#include "render/layers/box.h"

namespace fum {
namespace {

/// Small text on a dark pill, its middle at `at`; a dot in front if `dot` is not 0.
void pill(ImVec2 at, const std::string& text, ImU32 color, ImU32 dot = 0, float opacity = 0.72f) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float pad = ui::px(6), lead = dot ? ui::px(11) : 0;
    const float wide = size.x + lead + 2 * pad, edge = ui::px(4);  // not cut by the picture's edges
    const float left = std::min(at.x - wide / 2, list.GetClipRectMax().x - wide - edge);
    const ImVec2 from{std::round(std::max(left, list.GetClipRectMin().x + edge)),
                      std::round(at.y - size.y / 2 - ui::px(2))},
        to{from.x + size.x + lead + 2 * pad, from.y + size.y + ui::px(4)};
    list.AddRectFilled(from, to, IM_COL32(18, 20, 23, static_cast<int>(255 * opacity)), ui::px(9));
    if (dot) list.AddCircleFilled({from.x + pad + ui::px(3), (from.y + to.y) / 2}, ui::px(3.2f), dot, 16);
    list.AddText({from.x + pad + lead, from.y + ui::px(2)}, color, text.c_str());
}

ImU32 of(const glm::vec3& c) {
    const auto byte = [](float v) { return static_cast<int>(std::lround(255 * v)); };
    return IM_COL32(byte(c.x), byte(c.y), byte(c.z), 255);
}

FaceLook look_of(FaceKind kind) {
    return kind == FaceKind::inflow      ? FaceLook::inflow
           : kind == FaceKind::outflow   ? FaceLook::outflow
           : kind == FaceKind::free_slip ? FaceLook::slip
           : kind == FaceKind::periodic  ? FaceLook::periodic
                                         : FaceLook::wall;
}

std::string face_text(const Boundary& face, std::size_t f) {
    std::string text = std::string(face_look_names[static_cast<std::size_t>(look_of(face.kind))]) + ' ' + "xyz"[f / 2] +
                       (f % 2 ? '+' : '-');
    if (face.kind == FaceKind::inflow) text += fmt::format("  {:.3g} m/s", length(face.velocity_ms));
    if (face.kind == FaceKind::no_slip && length(face.velocity_ms) > 0)
        text += fmt::format("  moves {:.3g} m/s", length(face.velocity_ms));
    return text;
}

/// What makes the flow is named; open faces that only let it pass are not, unless they are chosen.
void face_names_over(Workspace& w, const ViewportArea& area) {
    const Scene& scene = w.doc.scene();
    const CellBox grid = grid_of(scene.domain);
    const Double3 low = grid.corner_m, size = cast<double>(grid.nodes) * grid.dx_m;
    for (std::size_t f = 0; f < 6; ++f) {
        const Boundary& face = scene.boundary[f];
        const bool chosen = w.selected.section == "boundary." + std::string(face_names[f]);
        if (!chosen && (!w.view.domain.labels || face.kind == FaceKind::free_slip)) continue;
        Double3 p = low + size * 0.5;
        const int axis = static_cast<int>(f / 2), up = scene.domain.up == Axis::x   ? 0
                                                       : scene.domain.up == Axis::y ? 1
                                                                                    : 2;
        p[axis] = f % 2 ? low[axis] + size[axis] : low[axis];
        if (axis != up) p[up] = low[up] + size[up];  // at the upper edge, where it hides nothing
        const auto at = w.scene_view->pixel_of(w, p);
        if (!at) continue;
        pill({area.x + at->x, area.y + at->y - ui::px(axis != up ? 12 : 0)}, face_text(face, f), color::text,
             of(face_color(look_of(face.kind))), chosen ? 0.9f : 0.6f);
    }
}

/// The name of what is chosen or under the mouse.
void section_name(Workspace& w, const ViewportArea& area, const std::string& section, bool chosen) {
    Selection s{section};
    const int solid = s.index_of("solid"), emitter = s.index_of("emitter");
    const Scene& scene = w.doc.scene();
    std::string text;
    Double3 place;
    double above = 0;
    if (solid >= 0 && static_cast<std::size_t>(solid) < scene.solids.size()) {
        const auto i = static_cast<std::size_t>(solid);
        text = scene.solids[i].name;
        place = pose_at(scene.solids[i], 0, 0).centre;
        if (w.prepared && i < w.prepared->solids.size()) above = w.prepared->solids[i].radius_m;
    } else if (emitter >= 0 && static_cast<std::size_t>(emitter) < scene.emitters.size()) {
        const auto i = static_cast<std::size_t>(emitter);
        text = scene.emitters[i].name;
        place = scene.emitters[i].centre_m;
        above = scene.emitters[i].radius_m;
    }
    if (text.empty()) return;
    const int up = scene.domain.up == Axis::x ? 0 : scene.domain.up == Axis::y ? 1 : 2;
    place[up] += above;
    if (const auto at = w.scene_view->pixel_of(w, place))
        pill({area.x + at->x, area.y + at->y - ui::px(14)}, text, chosen ? color::text : color::faint);
}

void probe_marks(Workspace& w, const ViewportArea& area) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto& probes = w.doc.scene().probes;
    for (std::size_t i = 0; i < probes.size(); ++i) {
        const Probe& probe = probes[i];
        const bool chosen = w.selected.index_of("probe") == static_cast<int>(i);
        const auto at = w.scene_view->pixel_of(w, probe.at_m);
        if (!at || (!chosen && !w.view.domain.probes)) continue;
        const ImVec2 p{area.x + at->x, area.y + at->y};
        const ImU32 tint = ui::series_color(i);
        list.AddCircleFilled(p, ui::px(chosen ? 5.5f : 4.5f), IM_COL32(18, 20, 23, 220), 20);
        list.AddCircleFilled(p, ui::px(chosen ? 4.2f : 3.2f), tint, 20);
        std::string text = probe.name;
        if (const ProbeReading* now = w.scene_view->probes().newest(i))
            text += now->inside ? fmt::format("  {:.3g} m/s", now->speed_ms) : "  outside";
        const float half = ImGui::CalcTextSize(text.c_str()).x / 2;
        pill({p.x + half + ui::px(16), p.y}, text, color::text, 0, 0.6f);
        ui::mark("viewport/probe[" + std::to_string(i) + "]", {p.x - ui::px(6), p.y - ui::px(6)},
                 {p.x + ui::px(6), p.y + ui::px(6)});
    }
}

void film_frame(Workspace& w, const ViewportArea& area) {
    if (!ui::in_camera_view(w)) return;
    const auto f = w.scene_view->film_frame(w);
    const ImVec2 a{area.x, area.y},
        b{area.x + static_cast<float>(area.width), area.y + static_cast<float>(area.height)};
    const ImVec2 from{std::round(a.x + f[0]), std::round(a.y + f[1])},
        to{std::round(a.x + f[2]), std::round(a.y + f[3])};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 dark = IM_COL32(8, 9, 11, 120);
    list.AddRectFilled(a, {b.x, from.y}, dark);
    list.AddRectFilled({a.x, to.y}, b, dark);
    list.AddRectFilled({a.x, from.y}, {from.x, to.y}, dark);
    list.AddRectFilled({to.x, from.y}, {b.x, to.y}, dark);
    list.AddRect(from, to, IM_COL32(235, 178, 72, 200), 0, 0, ui::px(1.2f));
    const Scene& scene = w.doc.scene();
    const std::string text = fmt::format("camera  {} x {}", scene.png.width, scene.png.height);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    list.AddText({to.x - size.x - ui::px(7), to.y - size.y - ui::px(5)}, IM_COL32(235, 178, 72, 220), text.c_str());
}

/// At the lower edge's middle: that the smoke is not the solver's but the files'.
void smoke_note(Workspace& w, const ViewportArea& area) {
    const double share = w.scene_view->exported_share();
    if (share <= 0) return;
    const std::string text = fmt::format("smoke as exported: {:.1f} % of voxels", 100 * share);
    pill({area.x + 0.5f * static_cast<float>(area.width), area.y + static_cast<float>(area.height) - ui::px(18)}, text,
         color::text, color::doubtful);
}

}  // namespace

void draw_labels(Workspace& w, const ViewportArea& area) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({area.x, area.y},
                      {area.x + static_cast<float>(area.width), area.y + static_cast<float>(area.height)}, true);
    film_frame(w, area);
    ImGui::PushFont(ui::fonts().small);
    if (w.view.domain.on) face_names_over(w, area);
    if (!w.selected.section.empty()) section_name(w, area, w.selected.section, true);
    if (area.hovered && !ImGui::IsAnyMouseDown()) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const std::string under = w.scene_view->picked(w, mouse.x - area.x, mouse.y - area.y);
        if (!under.empty() && under != w.selected.section) section_name(w, area, under, false);
    }
    probe_marks(w, area);
    smoke_note(w, area);
    ImGui::PopFont();
    list.PopClipRect();
}

}  // namespace fum
