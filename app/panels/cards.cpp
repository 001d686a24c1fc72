#include "app/panels/cards.h"

#include <algorithm>

namespace fum::ui {
namespace {

constexpr auto card_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                            ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                            ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove;

}  // namespace

void CardStack::begin(const ViewportArea& area) {
    const float gap = px(10), room = static_cast<float>(area.width) - 2 * gap;
    x = area.x + gap;
    y = area.y + gap;
    width = std::min(room, std::clamp(0.46f * room, px(250), px(400)));
    lowest = area.y + static_cast<float>(area.height) - gap;
    upwards = false;
}

bool begin_card(CardStack& stack, const char* id, ImU32 edge) {
    const float room = stack.lowest - stack.y;
    ImGui::SetNextWindowPos({stack.x, stack.y}, ImGuiCond_Always, {0, stack.upwards ? 1.0f : 0.0f});
    ImGui::SetNextWindowSizeConstraints({stack.width, 0}, {stack.width, std::max(room, px(30))});
    ImGui::SetNextWindowBgAlpha(0.94f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(5));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(12), px(8)});
    const bool visible = ImGui::Begin(id, nullptr, card_flags);
    ImGui::PopStyleVar(3);
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    list.AddRectFilled({at.x + 1, at.y + px(6)}, {at.x + px(4), at.y + size.y - px(6)}, edge, px(2));
    list.PopClipRect();
    mark(id, at, {at.x + size.x, at.y + size.y});
    return visible && room > px(30);
}

void end_card(CardStack& stack) {
    const float height = ImGui::GetWindowSize().y + px(6);
    stack.y += stack.upwards ? -height : height;
    ImGui::End();
}

bool card_title(const std::string& text, const std::string& cross_name, const std::string& cross_help) {
    const float side = ImGui::GetFrameHeight(), right = ImGui::GetContentRegionMax().x;
    ImGui::PushFont(fonts().strong);
    ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(right - (cross_name.empty() ? 0 : side + px(6)));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    if (cross_name.empty()) return false;
    ImGui::SameLine(right - side);
    ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(0, 0, 0, 0));
    const bool pressed = icon_button(Icon::cross, cross_name, cross_help);
    ImGui::PopStyleColor();
    return pressed;
}

bool link(const std::string& text, const std::string& name, const std::string& help) {
    ImGui::PushStyleColor(ImGuiCol_Text, color::accent);
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
    mark(name);
    tooltip(help);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return ImGui::IsItemClicked();
}

}  // namespace fum::ui
