// The upper right corner of the picture: what runs where and how fast.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/panels/cards.h"
#include "app/panels/panels.h"
#include "app/panels/run_state.h"
#include "app/window/bridge.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct Badge {
    std::string name, text, help, more;
    ImU32 color = color::faint;
};

std::vector<Badge> badges_of(Workspace& w) {
    std::vector<Badge> list;
    const double steps = run_state(w).pace.steps_per_second(), pictures = w.scene_view->pictures_per_second();
    if (w.bridge && w.status.run != 0) {
        const std::string reason = w.bridge->reason();
        list.push_back({"bridge", w.bridge->badge(),
                        reason.empty() ? "The solver writes into the picture's own memory: nothing is copied"
                                       : "How the flow gets into the picture",
                        reason, reason.empty() ? color::good : color::faint});
    }
    if (pictures > 0)
        list.push_back({"pictures", fmt::format("{:.{}f} pictures/s", pictures, pictures < 10 ? 1 : 0),
                        "Pictures of the scene a second, while there is something new to draw",
                        fmt::format("The last one took {:.1f} ms", w.scene_view->draw_ms()), color::faint});
    if (steps > 0)
        list.push_back({"steps", fmt::format("{:.{}f} steps/s", steps, steps < 10 ? 1 : 0),
                        "Time steps of the flow a second", "Mean of the last four seconds", color::faint});
    if (!w.status.device.empty())
        list.push_back({"device", w.status.device, "The device on which the flow runs", "solver.device chooses another",
                        color::faint});
    return list;
}

}  // namespace

void draw_badges(Workspace& w, const ViewportArea& area) {
    ImGui::PushFont(ui::fonts().small);
    const ImVec2 pad{ui::px(6), ui::px(2)};
    const float gap = ui::px(4);
    const auto& cards = w.parts.of<ui::CardStack>();
    const float half = area.x + 0.49f * static_cast<float>(area.width);
    const float left = std::max(half, cards.x + cards.width + gap);  // the rest is that of the cards
    ImVec2 at{area.x + static_cast<float>(area.width) - ui::px(10), area.y + ui::px(10)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Badge& badge : badges_of(w)) {
        const ImVec2 text = ImGui::CalcTextSize(badge.text.c_str());
        const ImVec2 size{text.x + 2 * pad.x, text.y + 2 * pad.y};
        if (at.x - size.x < left) break;
        const ImVec2 from{at.x - size.x, at.y}, to{at.x, at.y + size.y};
        list.AddRectFilled(from, to, IM_COL32(18, 19, 22, 170), ui::px(3));
        list.AddText({from.x + pad.x, from.y + pad.y}, badge.color, badge.text.c_str());
        ui::mark("badge/" + badge.name, from, to);
        if (area.hovered && ImGui::IsMouseHoveringRect(from, to)) {
            ImGui::BeginTooltip();
            ImGui::PushFont(ui::fonts().usual);
            ImGui::PushTextWrapPos(ui::px(360));
            ImGui::TextUnformatted(badge.help.c_str());
            if (!badge.more.empty()) ui::faint(badge.more);
            ImGui::PopTextWrapPos();
            ImGui::PopFont();
            ImGui::EndTooltip();
        }
        at.x = from.x - gap;
    }
    ImGui::PopFont();
}

}  // namespace fum
