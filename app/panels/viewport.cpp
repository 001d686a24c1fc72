#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panels/panels.h"
#include "app/panels/view_tools.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

/// What the mouse is doing with the camera.
struct Dragging {
    enum class What { nothing, orbit, pan, zoom } what = What::nothing;
};

/// Alt and a button as in Maya, the middle button as in Blender, the left one on empty space.
Dragging::What drag_wish(const ImGuiIO& io) {
    const bool left = ImGui::IsMouseClicked(0), right = ImGui::IsMouseClicked(1), middle = ImGui::IsMouseClicked(2);
    if (middle && (io.KeyShift || io.KeyAlt)) return Dragging::What::pan;
    if (middle && io.KeyCtrl) return Dragging::What::zoom;
    if (middle || left) return Dragging::What::orbit;
    if (right && io.KeyAlt) return Dragging::What::zoom;
    return right ? Dragging::What::pan : Dragging::What::nothing;
}

void move_camera(Workspace& w, const ViewportArea& area) {
    const ImGuiIO& io = ImGui::GetIO();
    auto& drag = w.parts.of<Dragging>();
    if (area.hovered && !w.mouse_taken && drag.what == Dragging::What::nothing) drag.what = drag_wish(io);
    if (!ImGui::IsAnyMouseDown()) drag.what = Dragging::What::nothing;
    const float x = io.MouseDelta.x / static_cast<float>(area.height),
                y = io.MouseDelta.y / static_cast<float>(area.height);
    const bool moved = x != 0 || y != 0;
    if (moved && drag.what == Dragging::What::orbit) w.camera = orbited(w.camera, -240 * x, 240 * y);
    if (moved && drag.what == Dragging::What::pan) w.camera = panned(w.camera, -x, y);
    if (moved && drag.what == Dragging::What::zoom) w.camera = zoomed(w.camera, std::exp(-3 * (x - y)));
    if (area.hovered && io.MouseWheel != 0) w.camera = zoomed(w.camera, std::pow(0.88f, io.MouseWheel));
    if ((moved && drag.what != Dragging::What::nothing) || (area.hovered && io.MouseWheel != 0)) w.camera_moved = true;
}

/// A click that has not become a drag selects what is under it.
void select_by_click(Workspace& w, const ViewportArea& area) {
    constexpr float still_px = 4;
    struct Click {
        bool began = false;
    };
    Click& click = w.parts.of<Click>();
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsMouseClicked(0)) click.began = area.hovered && !w.mouse_taken && !io.KeyAlt;
    if (!ImGui::IsMouseReleased(0) || !std::exchange(click.began, false)) return;
    if (io.MouseDragMaxDistanceSqr[0] > still_px * still_px) return;
    w.selected = {w.scene_view->picked(w, io.MousePos.x - area.x, io.MousePos.y - area.y)};
}

}  // namespace

void draw_viewport(Workspace& w) {
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    ViewportArea area{at.x, at.y, std::max(16, static_cast<int>(room.x)), std::max(16, static_cast<int>(room.y)),
                      false};
    w.mouse_taken = false;
    if (!w.camera_moved) w.camera = w.scene_view->home(w);
    ui::keep_camera_view(w);
    const unsigned texture = w.scene_view->draw(w, area.width, area.height);
    ImGui::Image(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)),
                 {static_cast<float>(area.width), static_cast<float>(area.height)}, {0, 1}, {1, 0});
    ui::mark("viewport");
    area.hovered = ImGui::IsItemHovered();
    draw_labels(w, area);
    draw_legend(w, area);
    draw_gizmo(w, area);
    draw_slice_handles(w, area);
    draw_divergence(w, area);
    draw_banners(w, area);
    draw_badges(w, area);
    draw_recording(w, area);
    if (area.hovered && !w.mouse_taken && ImGui::IsMouseDoubleClicked(0)) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        if (const auto place = w.scene_view->place_at(w, mouse.x - area.x, mouse.y - area.y)) ui::add_probe(w, *place);
    }
    select_by_click(w, area);
    move_camera(w, area);
}

}  // namespace fum
