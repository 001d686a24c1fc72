#include <fmt/format.h>
#include <imgui.h>

#include <optional>

#include "app/panels/gizmo_targets.h"
#include "app/panels/panels.h"
#include "app/window/actions.h"
#include "app/window/keys.h"
#include "app/window/scene_parts.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

constexpr ImU32 emitter_color = IM_COL32(120, 214, 214, 255), selected_color = IM_COL32(255, 206, 110, 255);

struct Gizmo {
    std::optional<Mover> drag;
    std::string dragged;  ///< name of its handle
    std::string section;  ///< that was selected when it began
    std::string readout;
    std::string hovered;  ///< handle under the mouse, and since when
    double since = 0;
    bool over_buttons = false;  ///< the mouse was over W, E, R in the last picture
};

/// Outlines of emitters, and the corners of the selected solid's box.
void draw_outlines(Workspace& w, const Sight& sight, ImDrawList& list) {
    const Scene& scene = w.doc.scene();
    const int emitter = w.selected.index_of("emitter"), solid = w.selected.index_of("solid");
    for (std::size_t i = 0; i < scene.emitters.size(); ++i) {
        const bool chosen = emitter == static_cast<int>(i);
        if (!chosen && (!w.view.domain.emitters || scene.emitters[i].shape == EmitterShape::points)) continue;
        const ImU32 color = chosen ? selected_color : (emitter_color & 0x00ffffff) | 0x98000000;
        draw_lines(list, sight, outlines_of_emitter(w, i, chosen), color, chosen ? 1.8f : 1.2f);
    }
    Double3 low, high;
    if (solid >= 0 && box_of_solid(w, static_cast<std::size_t>(solid), low, high))
        draw_lines(list, sight, corners_of_box(shown_pose(w, static_cast<std::size_t>(solid)), low, high),
                   selected_color, 1.6f);
}

void draw_readout(ImDrawList& list, const std::string& text, ImVec2 mouse, const ViewportArea& area) {
    if (text.empty()) return;
    const ImVec2 size = ImGui::CalcTextSize(text.c_str()), pad{ui::px(7), ui::px(4)};
    ImVec2 at{mouse.x + ui::px(18), mouse.y - ui::px(30)};
    at.x = std::min(at.x, area.x + static_cast<float>(area.width) - size.x - 2 * pad.x - ui::px(4));
    at.y = std::max(at.y, area.y + ui::px(4));
    const ImVec2 to{at.x + size.x + 2 * pad.x, at.y + size.y + 2 * pad.y};
    list.AddRectFilled(at, to, IM_COL32(20, 22, 26, 225), ui::px(4));
    list.AddRect(at, to, color::line, ui::px(4));
    list.AddText({at.x + pad.x, at.y + pad.y}, color::text, text.c_str());
}

/// W, E, R as buttons at the picture's left edge, in front of the handles. True while the mouse is over them.
bool draw_modes(Workspace& w, const ViewportArea& area) {
    if (!selection_has_mode(w, GizmoMode::move)) return false;
    const float side = ImGui::GetFrameHeight() + ui::px(4), gap = ui::px(3);
    float y = area.y + 0.5f * static_cast<float>(area.height) - 1.5f * side - gap;
    bool over = false;
    for (const auto& [id, letter] : {std::pair{"edit.move", "W"}, {"edit.turn", "E"}, {"edit.size", "R"}}) {
        const Action& action = *find_action(id);
        if (std::string_view(id) == "edit.turn" && !selection_has_mode(w, GizmoMode::turn)) continue;
        ImGui::SetCursorScreenPos({area.x + ui::px(8), y});
        const bool lit = action.checked(w);
        ImGui::PushStyleColor(
            ImGuiCol_Button, lit ? ImGui::GetStyle().Colors[ImGuiCol_ButtonActive] : ImVec4{0.16f, 0.17f, 0.2f, 0.85f});
        if (ImGui::Button((std::string(letter) + "##" + id).c_str(), {side, side})) run_action(w, action);
        ImGui::PopStyleColor();
        over |= ImGui::IsItemHovered();
        ui::mark(std::string("gizmo/") + id);
        ui::tooltip(action.title + " (" + letter + ")", action.help);
        y += side + gap;
    }
    ImGui::SetCursorScreenPos({area.x, area.y});  // within the picture: the window must not begin to scroll
    return over;
}

void end_drag(Workspace& w, Gizmo& g) {
    g.drag.reset();
    g.readout.clear();
    w.doc.end_merge();
}

/// Goes on with the drag that is under way.
void go_on(Workspace& w, Gizmo& g, const Sight& sight) {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsKeyPressed(key_escape)) {
        w.doc.abandon_merge();
        return end_drag(w, g);
    }
    if (!ImGui::IsMouseDown(0) || g.section != w.selected.section) return end_drag(w, g);
    const bool moves = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || !g.readout.empty();
    if (moves && g.drag) g.readout = (*g.drag)(sight.ray(io.MousePos), io.KeyCtrl);
}

/// The tooltip of a handle on which the mouse rests.
void explain(Gizmo& g, const Handle* handle) {
    const std::string now = handle ? handle->name : "";
    if (g.hovered != now) g.since = ImGui::GetTime();
    g.hovered = now;
    if (!handle || g.drag || ImGui::GetTime() - g.since < 0.7) return;
    ImGui::SetTooltip("%s", handle->help.c_str());
}

}  // namespace

void draw_gizmo(Workspace& w, const ViewportArea& area) {
    Gizmo& g = w.parts.of<Gizmo>();
    const Sight sight{w.camera, area};
    const ImGuiIO& io = ImGui::GetIO();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({area.x, area.y},
                      {area.x + static_cast<float>(area.width), area.y + static_cast<float>(area.height)}, true);
    if (g.drag) go_on(w, g, sight);
    draw_outlines(w, sight, list);
    const Handles handles = handles_of_selection(w, sight);
    const bool free =
        area.hovered && !g.over_buttons && !g.drag && !io.KeyAlt && !ImGui::IsMouseDown(1) && !ImGui::IsMouseDown(2);
    const int under =
        free && (!ImGui::IsMouseDown(0) || ImGui::IsMouseClicked(0)) ? nearest_handle(handles, io.MousePos) : -1;
    for (std::size_t i = 0; i < handles.size(); ++i) {
        const Handle& h = handles[i];
        if (g.drag && h.name != g.dragged) continue;
        draw_handle(list, h, g.drag || under == static_cast<int>(i));
        const ImVec2 at = h.knob               ? *h.knob
                          : !h.surface.empty() ? ImVec2{0.5f * (h.surface[0].x + h.surface[2].x),
                                                        0.5f * (h.surface[0].y + h.surface[2].y)}
                          : !h.lines.empty()   ? h.lines[0][h.arrow ? 1 : h.lines[0].size() / 2]
                                               : ImVec2{};
        ui::mark("gizmo/" + h.name, {at.x - 4, at.y - 4}, {at.x + 4, at.y + 4});
    }
    if (under >= 0) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        const Handle& h = handles[static_cast<std::size_t>(under)];
        if (ImGui::IsMouseClicked(0)) {
            g.drag = h.grab(sight.ray(io.MousePos));
            g.dragged = h.name;
            g.section = w.selected.section;
            w.doc.end_merge();
            w.camera_moved = true;  // it must not follow the domain while that is dragged
        }
    }
    draw_readout(list, g.readout, io.MousePos, area);
    explain(g, under >= 0 ? &handles[static_cast<std::size_t>(under)] : nullptr);
    list.PopClipRect();
    g.over_buttons = draw_modes(w, area);
    w.mouse_taken |= under >= 0 || g.drag.has_value() || g.over_buttons;
}

}  // namespace fum
