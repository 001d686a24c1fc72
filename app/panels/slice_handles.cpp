// Handles at the slices' frames: drag a slice along its normal, turn a free one; Ctrl for round numbers, Esc gives it
// up.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "app/panels/panels.h"
#include "app/window/gizmo_math.h"
#include "app/window/handles.h"
#include "app/window/keys.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct SliceDrag {
    int slice = -1;
    bool turns = false;
    Double3 from{};    ///< the handle's place when it was taken
    SliceView before;  ///< the slice then
    float depth = 0;
};

/// The middle of that edge which is drawn lowest: seldom in the way of what the slice shows.
Double3 handle_of(const Workspace& w, const ShownPlane& plane) {
    Double3 best = plane.outline.front();
    float lowest = -1e30f;
    for (std::size_t i = 0; i < plane.outline.size(); ++i) {
        const Double3 p = (plane.outline[i] + plane.outline[(i + 1) % plane.outline.size()]) * 0.5;
        const auto at = w.scene_view->pixel_of(w, p);
        if (at && at->y > lowest) lowest = at->y, best = p;
    }
    return best;
}

/// The point of the line from `on` along `along` (unit) that is drawn nearest to a pixel.
Double3 nearest_on_line(const Workspace& w, const Double3& on, const Double3& along, float x, float y) {
    const SceneView& view = *w.scene_view;
    const Double3 eye = cast<double>(w.camera.eye),
                  ray = cast<double>(ray_of(w.camera, x, y, view.width(), view.height()));
    const Double3 between = on - eye;
    const double b = dot(along, ray), d = dot(along, between), e = dot(ray, between), square = 1 - b * b;
    if (square < 1e-4) return on;  // the line points at the eye
    return on + along * ((b * e - d) / square);
}

/// A round grip; true while the mouse is on it or holds it.
bool grip(Workspace& w, const ViewportArea& area, const std::string& name, const Double3& place, bool held,
          ImU32 tint) {
    const auto at = w.scene_view->pixel_of(w, place);
    if (!at) return false;
    const ImVec2 p{area.x + at->x, area.y + at->y}, mouse = ImGui::GetIO().MousePos;
    const float reach = ui::px(9);
    ui::mark("viewport/" + name, {p.x - reach, p.y - reach}, {p.x + reach, p.y + reach});
    const bool over = area.hovered && !w.mouse_taken && std::hypot(mouse.x - p.x, mouse.y - p.y) < reach;
    const bool lit = held || (over && !ImGui::IsAnyMouseDown());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(p, ui::px(lit ? 7.0f : 5.5f), IM_COL32(18, 20, 23, 200), 24);
    list.AddCircleFilled(p, ui::px(lit ? 5.0f : 3.8f), lit ? IM_COL32(255, 214, 92, 255) : tint, 24);
    if (over) w.mouse_taken = true;
    return over;
}

/// Beside the mouse, within the picture.
void say(ImVec2 at, const ViewportArea& area, const std::string& text) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float right = area.x + static_cast<float>(area.width) - size.x - ui::px(16);
    const ImVec2 from{std::min(at.x + ui::px(14), right), at.y - size.y / 2 - ui::px(2)};
    list.AddRectFilled(from, {from.x + size.x + ui::px(12), from.y + size.y + ui::px(4)}, IM_COL32(18, 20, 23, 215),
                       ui::px(9));
    list.AddText({from.x + ui::px(6), from.y + ui::px(2)}, color::text, text.c_str());
}

/// A direction to steps of 15 degrees of azimuth and elevation over the scene's floor.
Double3 rounded_direction(const Double3& n, Axis up_axis) {
    const int up = static_cast<int>(up_axis), a = (up + 1) % 3, b = (up + 2) % 3;
    constexpr double step = std::numbers::pi / 12;
    const double rise = snapped(std::asin(std::clamp(n[up], -1.0, 1.0)), step),
                 turn = snapped(std::atan2(n[b], n[a]), step);
    Double3 to;
    to[up] = std::sin(rise);
    to[a] = std::cos(rise) * std::cos(turn);
    to[b] = std::cos(rise) * std::sin(turn);
    return to;
}

/// The tip of the normal goes where the mouse is, as far from the eye as it was.
void turn_slice(Workspace& w, SliceView& s, const SliceDrag& drag, float x, float y, bool snap) {
    const SceneView& view = *w.scene_view;
    const Float3 ray = ray_of(w.camera, x, y, view.width(), view.height());
    const Float3 ahead = normalized(w.camera.target - w.camera.eye);
    const Double3 tip = cast<double>(w.camera.eye + ray * (drag.depth / std::max(dot(ray, ahead), 1e-3f)));
    Double3 normal = normalized(tip - s.point_m);
    if (length(normal) == 0) return;
    if (snap) normal = rounded_direction(normal, w.doc.scene().domain.up);
    for (int d = 0; d < 3; ++d) normal[d] = snapped(normal[d], 1e-4);
    s.normal = normal;
}

void drag_slice(Workspace& w, const ViewportArea& area, const SliceDrag& drag, float x, float y, bool snap) {
    const auto i = static_cast<std::size_t>(drag.slice);
    SliceView& s = w.view.slices[i];
    if (drag.turns) return turn_slice(w, s, drag, x, y, snap);
    const Sight sight{w.camera, area};
    const double step = snap ? snap_step(sight, drag.from) : fine_step(sight, drag.from);
    if (s.axis == SliceAxis::free) {
        const Double3 normal = length(s.normal) > 0 ? normalized(s.normal) : Double3{0, 0, 1};
        const double by = dot(nearest_on_line(w, drag.from, normal, x, y) - drag.from, normal);
        s.point_m = drag.from + normal * snapped(by, step);
        return;
    }
    const CellBox grid = grid_of(w.doc.scene().domain);
    const int axis = static_cast<int>(s.axis);
    Double3 along{};
    along[axis] = 1;
    const double room = grid.dx_m * std::max(grid.nodes[axis] - 1, 1), first = grid.corner_m[axis] + 0.5 * grid.dx_m;
    const double moved = nearest_on_line(w, drag.from, along, x, y)[axis] - drag.from[axis];
    const double to = snapped(first + drag.before.at * room + moved, step);
    s.at = std::clamp((to - first) / room, 0.0, 1.0);
}

/// What a drag has come to, or what the handle does.
std::string readout_of(const SliceView& s, std::size_t i, const ShownPlane& plane, const SliceDrag& drag,
                       bool over_tip) {
    const bool held = drag.slice == static_cast<int>(i);
    std::string text = fmt::format("slice {}", i + 1);
    const int axis = static_cast<int>(s.axis);
    if (s.axis != SliceAxis::free) return text + fmt::format("  {} = {:.3g} m", "xyz"[axis], plane.point[axis]);
    if (!held) return text + (over_tip ? ": drag to turn it" : ": drag it along its normal");
    if (drag.turns) return text + fmt::format("  normal {:.3g}, {:.3g}, {:.3g}", s.normal.x, s.normal.y, s.normal.z);
    return text + fmt::format("  {:+.3g} m", dot(s.point_m - drag.from, cast<double>(plane.normal)));
}

/// The tip of a free slice's normal; draws the line to it.
Double3 tip_of(Workspace& w, const ViewportArea& area, const ShownPlane& plane, const Double3& from) {
    const CellBox grid = grid_of(w.doc.scene().domain);
    const Double3 size = cast<double>(grid.nodes) * grid.dx_m;
    const Double3 tip = from + cast<double>(plane.normal) * (0.22 * std::min({size.x, size.y, size.z}));
    const auto a = w.scene_view->pixel_of(w, from), b = w.scene_view->pixel_of(w, tip);
    if (a && b)
        ImGui::GetWindowDrawList()->AddLine({area.x + a->x, area.y + a->y}, {area.x + b->x, area.y + b->y},
                                            IM_COL32(226, 229, 234, 170), ui::px(1.5f));
    return tip;
}

void draw_handles(Workspace& w, const ViewportArea& area, std::size_t i, const ShownPlane& plane) {
    auto& drag = w.parts.of<SliceDrag>();
    const SliceView& s = w.view.slices[i];
    const bool free = s.axis == SliceAxis::free, held = drag.slice == static_cast<int>(i);
    const Double3 place = free ? s.point_m : handle_of(w, plane);
    const std::string name = "slice[" + std::to_string(i) + "]";
    const bool over = grip(w, area, name + ".handle", place, held && !drag.turns, IM_COL32(226, 229, 234, 255));
    const Double3 tip = free ? tip_of(w, area, plane, place) : Double3{};
    const bool over_tip = free && grip(w, area, name + ".normal", tip, held && drag.turns, color::accent);
    if ((over || over_tip) && ImGui::IsMouseClicked(0)) {
        const auto at = w.scene_view->pixel_of(w, over_tip ? tip : place);
        drag = {static_cast<int>(i), over_tip, place, s, at ? at->z : 1};
    }
    if (over || over_tip || held) say(ImGui::GetIO().MousePos, area, readout_of(s, i, plane, drag, over_tip));
}

}  // namespace

void draw_slice_handles(Workspace& w, const ViewportArea& area) {
    auto& drag = w.parts.of<SliceDrag>();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsMouseDown(0)) drag.slice = -1;
    if (drag.slice >= 0) {
        w.mouse_taken = true;
        if (ImGui::IsKeyPressed(key_escape)) {
            w.view.slices[static_cast<std::size_t>(drag.slice)] = drag.before;
            drag.slice = -1;
        } else {
            drag_slice(w, area, drag, mouse.x - area.x, mouse.y - area.y, ImGui::GetIO().KeyCtrl);
        }
    }
    ImGui::PushFont(ui::fonts().small);
    for (std::size_t i = 0; i < w.view.slices.size(); ++i)
        if (const auto plane = w.scene_view->slice_plane(i)) draw_handles(w, area, i, *plane);
    ImGui::PopFont();
}

}  // namespace fum
