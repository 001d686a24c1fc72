#include "app/panels/outliner_list.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "app/window/actions.h"
#include "app/window/issues_at.h"
#include "app/window/scene_parts.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

bool belongs(const std::string& section, const char* kind) {
    return section == kind || section.starts_with(std::string(kind) + "[") ||
           section.starts_with(std::string(kind) + ".");
}

}  // namespace

bool OutlinerList::holds_selection(std::initializer_list<const char*> kinds) const {
    return std::ranges::any_of(kinds, [&](const char* kind) { return belongs(w_.selected.section, kind); });
}

/// A dot in red or amber with what is wrong.
void OutlinerList::marker(const Issues& issues, ImVec2 at) {
    if (issues.empty()) return;
    const float r = ui::px(3.5f);
    const ImVec2 middle{at.x - r - ui::px(2), at.y + 0.5f * ImGui::GetTextLineHeight()};
    ImGui::GetWindowDrawList()->AddCircleFilled(middle, r, usable(issues) ? color::doubtful : color::bad, 16);
    if (!ImGui::IsMouseHoveringRect({middle.x - 2 * r, at.y}, {middle.x + 2 * r, at.y + ImGui::GetTextLineHeight()}))
        return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ui::px(360));
    for (const Issue& issue : issues)
        ui::wrapped(issue.where + " " + issue.sentence,
                    issue.kind == Issue::Kind::error ? color::bad : color::doubtful);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

bool OutlinerList::group(const char* title, std::initializer_list<const char*> kinds, bool open_at_first, bool* eye,
                         const char* add) {
    if (brought_ && holds_selection(kinds)) ImGui::SetNextItemOpen(true);
    const auto flags = ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_AllowItemOverlap |
                       ImGuiTreeNodeFlags_NoTreePushOnOpen | (open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    const float right = ImGui::GetContentRegionMax().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushFont(ui::fonts().strong);
    const bool open = ImGui::TreeNodeEx(title, flags);
    ImGui::PopFont();
    ui::mark(std::string("outliner/") + title);
    const float line = ImGui::GetTextLineHeight();
    float x = right;
    const auto small_icon = [&](ui::Icon icon, const std::string& id, const char* help, ImU32 tint) {
        x -= line + ui::px(4);
        ImGui::SameLine(x);
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const bool pressed = ImGui::InvisibleButton(id.c_str(), {line, line});
        ui::mark("outliner/" + id);
        const bool hovered = ImGui::IsItemHovered();
        ui::draw_icon(*ImGui::GetWindowDrawList(), icon, corner, line, hovered ? color::text : tint);
        ui::tooltip(help);
        return pressed;
    };
    if (add) {
        const Action* only = find_action(add);
        if (small_icon(ui::Icon::plus, std::string("add ") + title, only ? only->help.c_str() : "Adds one",
                       color::faint)) {
            if (only)
                run_action(w_, *only);
            else
                ImGui::OpenPopup(add);
        }
        if (ImGui::BeginPopup(add)) {
            for (const Action& action : actions()) {
                if (action.submenu != add) continue;
                const bool enabled = !action.enabled || action.enabled(w_);
                if (ImGui::MenuItem(action.title.c_str(), nullptr, false, enabled)) run_action(w_, action);
                ui::mark("outliner/" + action.id);
                ui::tooltip(action.help);
            }
            ImGui::EndPopup();
        }
    }
    if (eye && small_icon(*eye ? ui::Icon::eye : ui::Icon::eye_closed, std::string("eye ") + title,
                          *eye ? "Hide them in the viewport" : "Show them in the viewport",
                          *eye ? color::faint : color::doubtful))
        *eye = !*eye;
    if (!open) {
        Issues inside;
        for (const char* kind : kinds)
            for (const Issue& issue : issues_at(w_, kind)) inside.push_back(issue);
        marker(inside, {ImGui::GetWindowPos().x + x - ui::px(4), at.y});
    } else {
        ImGui::TreePush(title);
    }
    return open;
}

void OutlinerList::rename_field(const std::string& section) {
    ImGui::SetNextItemWidth(-1);
    const bool first = std::exchange(s_.begin, false);
    if (first) ImGui::SetKeyboardFocusHere();
    const bool entered =
        ImGui::InputText("##name", &s_.name, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ui::mark("outliner/name");
    const bool left = !first && ImGui::IsItemDeactivated();
    if (!entered && !left) return;
    const bool given_up = ImGui::IsKeyPressed(key_escape);
    if (!given_up && !s_.name.empty()) {
        w_.doc.set(section + ".name", to_value(s_.name));
        w_.doc.end_merge();
    }
    s_.renamed.clear();
}

void OutlinerList::context_menu(const std::string& section) {
    if (!ImGui::BeginPopupContextItem()) return;
    w_.selected = {section};
    s_.shown = section;
    for (const char* id : {"view.frame", "edit.rename", "edit.duplicate", "edit.snap", "edit.delete"}) {
        const Action* action = find_action(id);
        if (!action) continue;
        const bool enabled = !action->enabled || action->enabled(w_);
        if (!enabled) continue;
        if (ImGui::MenuItem(action->title.c_str(), chord_text(action->keys).c_str())) run_action(w_, *action);
        ui::mark("context/" + action->id);
        ui::tooltip(action->help);
    }
    if (Selection{section}.index_of("solid") >= 0) {
        if (ImGui::MenuItem("Smoke from its surface")) run_action(w_, "edit.add.surface_emitter");
        ui::mark("context/edit.add.surface_emitter");
    }
    ImGui::EndPopup();
}

void OutlinerList::row(const OutlinerRow& row) {
    s_.rows.push_back(row.section);
    ImGui::PushID(row.section.c_str());
    if (s_.renamed == row.section) {
        rename_field(row.section);
        return ImGui::PopID();
    }
    const bool selected = w_.selected.section == row.section;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeight();
    if (ImGui::Selectable("##row", selected, ImGuiSelectableFlags_AllowDoubleClick)) {
        w_.selected = {row.section};
        s_.shown = row.section;
        const bool named = w_.selected.is("solid[") || w_.selected.is("emitter[") || w_.selected.is("probe[");
        if (ImGui::IsMouseDoubleClicked(0) && named) begin_rename(w_);
    }
    ui::mark("outliner/" + row.section);
    const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
    const bool whole = ImGui::GetItemRectMin().y >= top && ImGui::GetItemRectMax().y <= bottom;
    if (selected && brought_ && !whole) ImGui::SetScrollHereY(0.5f);
    context_menu(row.section);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = at.x + ui::px(14);  // under the group's title
    if (row.tint != 0) {
        list.AddRectFilled({x, at.y + 0.28f * line}, {x + 0.5f * line, at.y + 0.78f * line}, row.tint, ui::px(2));
        x += 0.5f * line + ui::px(7);
    }
    const Issues issues = issues_at(w_, row.section);
    const float note = ImGui::CalcTextSize(row.note.c_str()).x, dot = issues.empty() ? 0 : ui::px(12);
    const float room = right - dot - note - ui::px(12) - x;
    const ImVec4 clip{x, at.y, x + std::max(room, ui::px(40)), at.y + line};
    list.AddText(nullptr, 0, {x, at.y}, row.faint ? color::faint : color::text, row.title.c_str(), nullptr, 0, &clip);
    if (room > ui::px(40) || row.title.empty())
        list.AddText({right - dot - note - ui::px(4), at.y}, color::faint, row.note.c_str());
    marker(issues, {right, at.y});
    ImGui::PopID();
}

/// Up and down, while the list has the keyboard.
void OutlinerList::take_keys() {
    if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) || ImGui::GetIO().WantTextInput || s_.rows.empty())
        return;
    const int step = ImGui::IsKeyPressed(key_down) ? 1 : ImGui::IsKeyPressed(key_up) ? -1 : 0;
    if (step == 0) return;
    const auto found = std::ranges::find(s_.rows, w_.selected.section);
    const auto last = static_cast<std::ptrdiff_t>(s_.rows.size()) - 1;
    const std::ptrdiff_t now = found == s_.rows.end() ? (step > 0 ? -1 : last + 1) : found - s_.rows.begin();
    w_.selected = {s_.rows[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + step, 0, last))]};
}

}  // namespace fum
