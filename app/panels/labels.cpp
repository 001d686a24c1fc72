// Words in the picture: faces, solids, emitters, probes; the film's frame; what the smoke is shown as.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/panels/gizmo_targets.h"
#include "app/panels/panels.h"
#include "app/panels/view_tools.h"
#include "app/window/outlines.h"
#include "app/window/probe_history.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"
#include "render/layers/box.h"

namespace fum {
namespace {

constexpr double handles_reach_px = 104;  // of a gizmo at scale 1: an arrow's tip, the outer ring

/// Small text on a dark pill, its middle at `at`, or beside the legends; a dot in front if `dot` is not 0.
void pill(Workspace& w, ImVec2 at, const std::string& text, ImU32 color, ImU32 dot = 0, float opacity = 0.72f) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float pad = ui::px(6), lead = dot ? ui::px(11) : 0;
    const float wide = size.x + lead + 2 * pad, edge = ui::px(4);  // not cut by the picture's edges
    const ImVec2 corner = list.GetClipRectMin(), end = list.GetClipRectMax();
    if (at.x > 0.5f * (corner.x + end.x) && at.y > corner.y)
        at.y = std::max(at.y, corner.y + ui::px(44));  // below badges
    const ui::LegendPlace& legends = w.parts.of<ui::LegendPlace>();
    const bool beside = at.y + size.y > legends.from.y && at.y - size.y < legends.to.y;
    const float right = beside ? legends.from.x : list.GetClipRectMax().x;
    const float left = std::min(at.x - wide / 2, right - wide - edge);
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
        pill(w, {area.x + at->x, area.y + at->y - ui::px(axis != up ? 12 : 0)}, face_text(face, f), color::text,
             of(face_color(look_of(face.kind))), chosen ? 0.9f : 0.6f);
    }
}

/// Above what is chosen or under the mouse: its middle where it is shown, and how far it reaches up.
std::optional<std::pair<Double3, double>> place_of(const Workspace& w, const Selection& s) {
    const Scene& scene = w.doc.scene();
    const int solid = s.index_of("solid"), emitter = s.index_of("emitter");
    if (solid >= 0 && static_cast<std::size_t>(solid) < scene.solids.size()) {
        const auto i = static_cast<std::size_t>(solid);
        const bool known = w.prepared && i < w.prepared->solids.size();
        return std::pair{shown_pose(w, i).centre, known ? w.prepared->solids[i].radius_m : 0.0};
    }
    if (emitter < 0 || static_cast<std::size_t>(emitter) >= scene.emitters.size()) return std::nullopt;
    return std::pair{place_of_emitter(w, static_cast<std::size_t>(emitter)),
                     reach_of_emitter(w, static_cast<std::size_t>(emitter))};
}

bool in_size_mode(Workspace& w) { return w.parts.of<GizmoChoice>().mode == GizmoMode::size; }

/// Where the name of what is chosen or under the mouse goes: over it and over the handle that stands upright.
std::optional<ImVec2> place_of_name(Workspace& w, const ViewportArea& area, const std::string& section, bool chosen) {
    const auto place = place_of(w, Selection{section});
    if (!place) return std::nullopt;
    const Sight sight{w.camera, area};
    const bool handles = chosen && selection_has_mode(w, GizmoMode::move) && !in_size_mode(w);
    const double handle_px = handles ? handles_reach_px : 0;
    const Axis axis = w.doc.scene().domain.up;
    Double3 top = place->first;
    top[axis == Axis::x   ? 0
        : axis == Axis::y ? 1
                          : 2] += std::max(place->second, handle_px * sight.gizmo_pixel(place->first));
    const auto at = sight.pixel(top);
    if (!at) return std::nullopt;
    return ImVec2{at->x, at->y - ui::px(14)};
}

/// The chosen part's name, and that of the part under the mouse unless they would cover each other.
void section_names(Workspace& w, const ViewportArea& area) {
    const std::string& chosen = w.selected.section;
    const auto place = place_of_name(w, area, chosen, true);
    if (place) pill(w, *place, words_of(w.doc.scene(), chosen), color::text);
    if (!area.hovered || ImGui::IsAnyMouseDown()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const std::string under = w.scene_view->picked(w, mouse.x - area.x, mouse.y - area.y);
    if (under.empty() || under == chosen) return;
    const auto other = place_of_name(w, area, under, false);
    const bool apart =
        !place || !other || std::abs(other->y - place->y) > ui::px(22) || std::abs(other->x - place->x) > ui::px(120);
    if (other && apart) pill(w, *other, words_of(w.doc.scene(), under), color::faint);
}

/// How far the handles of what is chosen reach in the picture, pixels.
double arms_px(const Workspace& w, const ViewportArea& area, ImVec2 at) {
    const Sight sight{w.camera, area};
    const Double3 place = sight.eye() + sight.ray(at).direction;
    return handles_reach_px * sight.gizmo_pixel(place) / sight.metres_per_pixel(place);
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
        const auto lift = static_cast<float>(chosen ? arms_px(w, area, p) + ui::px(14) : 0);  // clear of its handles
        pill(w, {chosen ? p.x : p.x + half + ui::px(16), p.y - lift}, text, color::text, 0, 0.6f);
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
    pill(w, {area.x + 0.5f * static_cast<float>(area.width), area.y + static_cast<float>(area.height) - ui::px(18)},
         text, color::text, color::doubtful);
}

}  // namespace

void draw_labels(Workspace& w, const ViewportArea& area) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({area.x, area.y},
                      {area.x + static_cast<float>(area.width), area.y + static_cast<float>(area.height)}, true);
    film_frame(w, area);
    ImGui::PushFont(ui::fonts().small);
    if (w.view.domain.on) face_names_over(w, area);
    section_names(w, area);
    probe_marks(w, area);
    smoke_note(w, area);
    ImGui::PopFont();
    list.PopClipRect();
}

}  // namespace fum
