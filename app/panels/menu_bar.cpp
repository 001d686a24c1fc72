#include <imgui.h>

#include <array>

#include "app/panels/panels.h"
#include "app/window/actions.h"
#include "app/window/widgets.h"

namespace fum {

void draw_menu_bar(Workspace& w) {
    if (!ImGui::BeginMainMenuBar()) return;
    for (const char* menu : {"File", "Edit", "Run", "View", "Export", "Help"}) {
        const bool open = ImGui::BeginMenu(menu);
        ui::mark(std::string("menu/") + menu);
        if (!open) continue;
        for (const Action& action : actions()) {
            if (action.menu != menu) continue;
            if (action.line_above) ImGui::Separator();
            const bool on = action.checked && action.checked(w), enabled = !action.enabled || action.enabled(w);
            if (ImGui::MenuItem(action.title.c_str(), chord_text(action.keys).c_str(), on, enabled))
                run_action(w, action);
            ui::mark(action.id);
            ui::tooltip(action.help);
        }
        ImGui::EndMenu();
    }
    ImGui::EndMainMenuBar();
}

}  // namespace fum
