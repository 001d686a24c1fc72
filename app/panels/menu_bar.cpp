#include <imgui.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/panels/panels.h"
#include "app/window/actions.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

void draw_item(Workspace& w, const Action& action, const std::string& title) {
    const bool on = action.checked && action.checked(w), enabled = !action.enabled || action.enabled(w);
    const std::string label = title + "##" + action.id;
    if (ImGui::MenuItem(label.c_str(), chord_text(action.keys).c_str(), on, enabled)) run_action(w, action);
    ui::mark(action.id);
    ui::tooltip(action.help);
}

std::string title_of(const Workspace& w, const Action& action) {
    return action.title_now ? action.title_now(w) : action.title;
}

/// Items of one menu in their order; those of one submenu together where its first stands.
void draw_items(Workspace& w, const std::string& menu) {
    std::vector<std::string> done;
    for (const Action& action : actions()) {
        if (action.menu != menu || std::ranges::find(done, action.submenu) != done.end()) continue;
        const std::string title = title_of(w, action);
        if (action.submenu.empty()) {
            if (title.empty()) continue;
            if (action.line_above) ImGui::Separator();
            draw_item(w, action, title);
            continue;
        }
        done.push_back(action.submenu);
        std::vector<const Action*> inside;
        for (const Action& other : actions())
            if (other.menu == menu && other.submenu == action.submenu && !title_of(w, other).empty())
                inside.push_back(&other);
        if (action.line_above) ImGui::Separator();
        const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(action.submenu.c_str());
        ui::mark("menu/" + action.submenu, at, {at.x + size.x, at.y + size.y});
        const bool open = ImGui::BeginMenu(action.submenu.c_str(), !inside.empty());
        if (!open) continue;
        for (const Action* item : inside) {
            if (item->line_above && item != inside.front()) ImGui::Separator();
            draw_item(w, *item, title_of(w, *item));
        }
        ImGui::EndMenu();
    }
}

}  // namespace

void draw_menu_bar(Workspace& w) {
    if (!ImGui::BeginMainMenuBar()) return;
    for (const char* menu : {"File", "Edit", "Run", "View", "Export", "Help"}) {
        const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(menu);
        ui::mark(std::string("menu/") + menu, at, {at.x + size.x, at.y + ImGui::GetFrameHeight()});
        const bool open = ImGui::BeginMenu(menu);
        if (!open) continue;
        if (ImGui::IsKeyPressed(key_escape, false)) ImGui::CloseCurrentPopup();
        draw_items(w, menu);
        ImGui::EndMenu();
    }
    ImGui::EndMainMenuBar();
}

}  // namespace fum
