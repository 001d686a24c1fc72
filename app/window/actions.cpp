#include "app/window/actions.h"

#include <imgui.h>

#include <algorithm>
#include <stdexcept>

namespace fum {
namespace {

bool pressed(const Chord& chord) {
    const ImGuiIO& io = ImGui::GetIO();
    return chord && ImGui::IsKeyPressed(chord.key, false) && io.KeyCtrl == chord.ctrl && io.KeyShift == chord.shift &&
           io.KeyAlt == chord.alt;
}

}  // namespace

const std::vector<Action>& actions() {
    static const std::vector<Action> all = [] {
        std::vector<Action> list;
        add_file_actions(list);
        add_edit_actions(list);
        add_run_actions(list);
        add_view_actions(list);
        add_export_actions(list);
        add_help_actions(list);
        return list;
    }();
    return all;
}

const Action* find_action(std::string_view id) {
    const auto& all = actions();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Action& a) { return a.id == id; });
    return found == all.end() ? nullptr : &*found;
}

bool run_action(Workspace& w, const Action& action) {
    if (action.enabled && !action.enabled(w)) return false;
    try {
        action.run(w);
    } catch (const Error& e) { w.notices.say(NoticeKind::error, e.what()); }
    return true;
}

bool run_action(Workspace& w, std::string_view id) {
    const Action* action = find_action(id);
    if (!action) throw std::logic_error("no action " + std::string(id));
    return run_action(w, *action);
}

void run_shortcuts(Workspace& w) {
    if (ImGui::GetIO().WantTextInput) return;
    const bool dialog = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId);
    if (dialog) return;
    for (const Action& action : actions())
        if (pressed(action.keys) || pressed(action.more_keys)) run_action(w, action);
}

}  // namespace fum
