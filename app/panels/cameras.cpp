// The list of kept views and the path through them.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <optional>

#include "app/panels/export_parts.h"
#include "app/window/actions.h"
#include "app/window/bookmarks.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

enum class What { nothing, go, set, remove };

/// One row: go there, name, frame of the path, the view anew, away with it.
What draw_row(Workspace& w, Bookmark& b, std::size_t i, bool& edited) {
    What what = What::nothing;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string name = fmt::format("camera/{}", i + 1);
    if (ui::icon_button(ui::Icon::eye, name + "/go",
                        i < 9 ? fmt::format("Shows this view (Alt+{})", i + 1) : "Shows this view"))
        what = What::go;
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
    ImGui::InputText("##name", &b.name);
    edited = edited || ImGui::IsItemDeactivatedAfterEdit();
    ui::mark(name + "/name");
    ui::tooltip("Its name");
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
    double frame = b.frame;
    const double none = 0, most = 1e6;
    if (ImGui::DragScalar("##frame", ImGuiDataType_Double, &frame, 0.25f, &none, &most, "%.0f"))
        b.frame = std::clamp(frame, none, most);
    edited = edited || ImGui::IsItemDeactivatedAfterEdit();
    ui::mark(name + "/frame");
    ui::tooltip("Frame of film at which the path is here",
                fmt::format("{:.2f} s at {:g} a second", b.frame / w.doc.scene().time.fps, w.doc.scene().time.fps));
    ImGui::TableNextColumn();
    if (ui::icon_button(
            ui::Icon::camera, name + "/set",
            i < 9 ? fmt::format("Takes the view that is seen (Ctrl+Alt+{})", i + 1) : "Takes the view that is seen"))
        what = What::set;
    ImGui::TableNextColumn();
    if (ui::icon_button(ui::Icon::cross, name + "/delete", "Deletes it")) what = What::remove;
    return what;
}

void draw_list(Workspace& w, Cameras& cameras) {
    if (cameras.list.empty()) return ui::faint("None yet. Add the view that is seen, move on, add the next.");
    if (!ImGui::BeginTable("cameras", 5, ImGuiTableFlags_SizingFixedFit)) return;
    const float side = ImGui::GetFrameHeight();
    ImGui::TableSetupColumn("", 0, side);
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("frame", 0, ui::px(52));
    ImGui::TableSetupColumn("", 0, side);
    ImGui::TableSetupColumn("", 0, side);
    ImGui::TableHeadersRow();
    What what = What::nothing;
    std::size_t which = 0;
    bool edited = false;
    for (std::size_t i = 0; i < cameras.list.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (const What wish = draw_row(w, cameras.list[i], i, edited); wish != What::nothing) what = wish, which = i;
        ImGui::PopID();
    }
    ImGui::EndTable();
    if (edited) keep_bookmarks(w);
    if (what == What::go) go_to_bookmark(w, which);
    if (what == What::set) set_bookmark(w, which);
    if (what == What::remove) delete_bookmark(w, which);
}

void draw_path(Workspace& w, Cameras& cameras) {
    const bool possible = cameras.list.size() > 1;
    const double fps = std::max(1.0, w.doc.scene().time.fps), end = cameras.length(), none = 0;
    ui::heading("Path", possible ? fmt::format("{:.0f} frames, {:.1f} s", end, end / fps) : "");
    if (!possible) return ui::faint("Two cameras or more make a path through them.");
    if (ui::icon_button(cameras.playing ? ui::Icon::pause : ui::Icon::play, "camera.play",
                        "Plays the path in the viewport, at the speed of the film", cameras.playing))
        run_action(w, "camera.play");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    double at = cameras.at;
    if (ImGui::SliderScalar("##at", ImGuiDataType_Double, &at, &none, &end, "frame %.0f")) {
        cameras.playing = false;
        show_path(w, std::clamp(at, none, end));
    }
    ui::mark("camera/at");
    ui::tooltip("Shows the view at a frame of the path");
    ImGui::Checkbox("recordings follow it", &cameras.use_path);
    ui::mark("camera/use_path");
    ui::tooltip("While recording, the camera moves along the path; the film ends with it");
}

}  // namespace

void draw_cameras(Workspace& w) {
    auto& cameras = w.parts.of<Cameras>();
    ui::heading("Cameras");
    draw_list(w, cameras);
    ui::action_button(w, "camera.add", "Add this view");
    draw_path(w, cameras);
    ui::heading("The scene's camera");
    ui::faint("Exported pictures, Mitsuba, USD and the scripts look through it.");
    ui::action_button(w, "camera.to_scene", "Set from view");
    ImGui::SameLine();
    ui::action_button(w, "camera.from_scene", "Look through it");
    if (w.doc.path().empty()) ui::faint("Cameras are kept with the scene once it has a file.");
}

}  // namespace fum
