#include "app/window/dialog_frame.h"

#include <algorithm>

#include "app/window/widgets.h"

namespace fum::ui {
namespace {

void push_style() {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), px(12)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, px(1));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(5));
    ImGui::PushStyleColor(ImGuiCol_PopupBg, IM_COL32(36, 39, 44, 255));
    ImGui::PushStyleColor(ImGuiCol_TitleBgActive, IM_COL32(46, 50, 57, 255));
}

void pop_style() {
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar(3);
}

}  // namespace

bool begin_dialog(const char* title, ImVec2 size) {
    const ImVec2 all = ImGui::GetIO().DisplaySize;
    auto flags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                 ImGuiWindowFlags_NoCollapse;
    ImGui::SetNextWindowPos({0.5f * all.x, 0.48f * all.y}, ImGuiCond_Always, {0.5f, 0.5f});
    if (size.x > 0)
        ImGui::SetNextWindowSize({std::min(px(size.x), 0.96f * all.x), std::min(px(size.y), 0.92f * all.y)});
    else
        flags |= ImGuiWindowFlags_AlwaysAutoResize;
    push_style();
    const bool open = ImGui::BeginPopupModal(title, nullptr, flags);
    pop_style();
    return open;
}

void end_dialog() { ImGui::EndPopup(); }

}  // namespace fum::ui
