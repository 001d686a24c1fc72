#include <imgui.h>

#include <array>

#include "app/panels/panels.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

void item(Workspace& w, const std::string& section, const std::string& title) {
    if (ImGui::Selectable((title + "##" + section).c_str(), w.selected.section == section)) w.selected = {section};
    ui::mark("outliner/" + section);
}

}  // namespace

void draw_outliner(Workspace& w) {
    const Scene& scene = w.doc.scene();
    ui::heading("Scene", scene.title);
    for (const char* section : {"domain", "fluid", "time", "smoke", "solver", "advanced", "camera", "light"})
        item(w, section, section);
    for (const auto& face : face_names) item(w, "boundary." + std::string(face), std::string(face));
    for (std::size_t i = 0; i < scene.solids.size(); ++i)
        item(w, "solid[" + std::to_string(i) + "]", scene.solids[i].name);
    for (std::size_t i = 0; i < scene.emitters.size(); ++i)
        item(w, "emitter[" + std::to_string(i) + "]", scene.emitters[i].name);
}

}  // namespace fum
