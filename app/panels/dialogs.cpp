#include <imgui.h>

#include <utility>

#include "app/panels/import_report.h"
#include "app/panels/panels.h"
#include "app/window/file_dialog.h"
#include "app/window/questions.h"
#include "app/window/scene_files.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct Dialogs {
    bool offered = false;
};

/// A note over everything while a mesh is read in the background.
void draw_reading(const std::string& name) {
    if (name.empty()) return;
    const ImVec2 all = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5f * all.x, 0.4f * all.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::Begin("##reading", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::Text("Reading %s ...", name.c_str());
    ImGui::End();
}

}  // namespace

void draw_dialogs(Workspace& w) {
    Dialogs& d = w.parts.of<Dialogs>();
    if (!std::exchange(d.offered, true)) offer_rescued(w);
    if (!w.dropped.empty() && !question_open(w)) take_drops(w, std::exchange(w.dropped, {}));
    if (std::exchange(w.close_wanted, false) && !question_open(w))
        when_saved(w, "closing", [](Workspace& now) { now.quit = true; });
    draw_reading(tick_scene_files(w));
    draw_import_dialog(w);
    draw_file_dialog(w);
    draw_questions(w);
}

}  // namespace fum
