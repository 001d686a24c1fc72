// Keys and mouse over the whole window.
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/panels/panels.h"
#include "app/window/actions.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct HelpState {
    bool keys = false, appeared = false;
};

struct Line {
    std::string keys, text;
    std::string series = {};  ///< of numbered actions
};
struct Group {
    std::string title;
    std::vector<Line> lines;
};

/// What the mouse does, as viewport.cpp and the editors of parameters have it.
const std::array<Group, 2> mouse_groups{{
    {"Mouse in the picture",
     {{"Drag", "turn round the target; also middle button"},
      {"Alt + left drag", "the same over anything"},
      {"Shift + middle drag", "move sideways; also right button"},
      {"Alt + middle drag", "the same"},
      {"Wheel", "nearer and farther"},
      {"Alt + right drag", "the same; also Ctrl + middle drag"},
      {"Click", "select what is under the mouse"},
      {"Drag a handle", "move, turn, scale; Ctrl: round numbers, Esc: gives it up"},
      {"Double click", "a probe there"},
      {"Drop a file", "a mesh or a scene"}}},
    {"Fields",
     {{"Drag sideways", "change a number; Shift faster, Alt finer"},
      {"Ctrl + click", "type it; also double click"},
      {"Tab", "to the next field"},
      {"Esc", "back to what it was"}}},
}};

std::string keys_of(const Action& action) {
    std::string keys = chord_text(action.keys);
    if (action.more_keys) keys += "  or  " + chord_text(action.more_keys);
    return keys;
}

/// One line an action; one line for all of "camera.go.1", "camera.go.2", ...
void add_line(Group& group, const Action& action) {
    const std::size_t dot = action.id.rfind('.');
    const bool numbered = action.id.find_first_not_of("0123456789", dot + 1) == std::string::npos;
    const std::string series = numbered ? action.id.substr(0, dot) : "";
    const auto same = [&](const Line& line) { return numbered && line.series == series; };
    const auto found = std::find_if(group.lines.begin(), group.lines.end(), same);
    if (found == group.lines.end()) return group.lines.push_back({keys_of(action), action.title, series});
    const std::string first = found->keys.substr(0, found->keys.find("  to  "));
    found->keys = first + "  to  " + chord_text(action.keys);
}

std::vector<Group> groups() {
    std::vector<Group> all;
    for (const char* menu : {"File", "Edit", "Run", "View", "Export", "Help"}) {
        Group group{menu, {}};
        for (const Action& action : actions())
            if (action.menu == menu && action.keys) add_line(group, action);
        if (!group.lines.empty()) all.push_back(std::move(group));
    }
    Group others{"More keys", {}};
    for (const Action& action : actions())
        if (action.menu.empty() && action.keys) add_line(others, action);
    if (!others.lines.empty()) all.push_back(std::move(others));
    all.insert(all.end(), mouse_groups.begin(), mouse_groups.end());
    return all;
}

std::size_t height_of(const Group& group) { return group.lines.size() + 2; }

/// The groups in their order, cut into columns whose longest is as short as can be.
std::vector<std::vector<Group>> columns_of(std::vector<Group> all, std::size_t columns) {
    std::size_t most = 0, total = 0;
    for (const Group& group : all) {
        most = std::max(most, height_of(group));
        total += height_of(group);
    }
    for (std::size_t room = std::max(most, total / columns);; ++room) {
        std::vector<std::vector<Group>> cut(1);
        std::size_t used = 0;
        for (const Group& group : all) {
            if (used > 0 && used + height_of(group) > room) {
                cut.emplace_back();
                used = 0;
            }
            used += height_of(group);
            cut.back().push_back(group);
        }
        if (cut.size() <= columns) return cut;
    }
}

void draw_group(const Group& group, float keys_width, float width) {
    ImGui::PushFont(ui::fonts().strong);
    ImGui::TextUnformatted(group.title.c_str());
    ImGui::PopFont();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y - ui::px(1)}, {at.x + width, at.y - ui::px(1)}, color::line);
    ImGui::Dummy({width, ui::px(2)});
    for (const Line& line : group.lines) {
        ImGui::PushStyleColor(ImGuiCol_Text, color::accent);
        ImGui::TextUnformatted(line.keys.c_str());
        ImGui::PopStyleColor();
        ImGui::SameLine(keys_width);  // counts from the group's edge
        ImGui::TextUnformatted(line.text.c_str());
    }
    ImGui::Dummy({0, ui::px(8)});
}

float widest(const std::vector<Group>& all, std::string Line::*part) {
    float width = 0;
    for (const Group& group : all)
        for (const Line& line : group.lines) width = std::max(width, ImGui::CalcTextSize((line.*part).c_str()).x);
    return width;
}

constexpr auto plain = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse;

/// Darkens the window below. Returns true if it was clicked.
bool draw_shade() {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::SetNextWindowBgAlpha(0.6f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(8, 9, 11, 255));
    ImGui::Begin("help shade", nullptr, plain | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoDecoration);
    const bool clicked = ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0);
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return clicked;
}

void draw_keys(HelpState& state) {
    const ImVec2 all = ImGui::GetIO().DisplaySize;
    if (draw_shade()) state.keys = false;
    const std::vector<Group> list = groups();
    const float gap = ui::px(28), keys_width = widest(list, &Line::keys) + ui::px(14),
                column = keys_width + widest(list, &Line::text);
    const auto fit = static_cast<std::size_t>(std::clamp((all.x - ui::px(60)) / (column + gap), 1.0f, 3.0f));
    const auto cut = columns_of(list, fit);
    ImGui::SetNextWindowPos({all.x / 2, all.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {all.x - ui::px(16), all.y - ui::px(16)});
    if (state.appeared) ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui::px(20), ui::px(16)});
    ImGui::Begin("keys and mouse", nullptr, plain | ImGuiWindowFlags_AlwaysAutoResize);
    for (std::size_t i = 0; i < cut.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, gap);
        ImGui::BeginGroup();
        for (const Group& group : cut[i]) draw_group(group, keys_width, column);
        ImGui::EndGroup();
    }
    ImGui::TextDisabled("H, Esc or a click beside this panel closes it.");
    const bool elsewhere = ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
    ui::mark("help/keys", ImGui::GetWindowPos(),
             {ImGui::GetWindowPos().x + ImGui::GetWindowWidth(), ImGui::GetWindowPos().y + ImGui::GetWindowHeight()});
    ImGui::End();
    ImGui::PopStyleVar();
    if (elsewhere && !state.appeared) state.keys = false;
    if (ImGui::IsKeyPressed(key_escape, false)) state.keys = false;
    state.appeared = false;
}

}  // namespace

void toggle_help(Workspace& w) {
    auto& state = w.parts.of<HelpState>();
    state.keys = !state.keys;
    state.appeared = state.keys;
}

bool help_is_open(const Workspace& w) { return const_cast<Parts&>(w.parts).of<HelpState>().keys; }

void draw_help(Workspace& w) {
    auto& state = w.parts.of<HelpState>();
    if (state.keys) draw_keys(state);
}

}  // namespace fum
