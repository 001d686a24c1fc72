// Choices of a colour map and of a quantity, see layer_rows.h.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/layer_rows.h"
#include "app/window/quantities.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

void swatch(ImDrawList& list, Colormap map, ImVec2 from, ImVec2 to) {
    const ColorTable& table = color_table(map);
    const int pieces = std::max(1, static_cast<int>((to.x - from.x) / 2));
    for (int i = 0; i < pieces; ++i) {
        const Rgb8 c = table[static_cast<std::size_t>(255 * (2 * i + 1) / (2 * pieces))];
        const float a = static_cast<float>(i) / static_cast<float>(pieces),
                    b = static_cast<float>(i + 1) / static_cast<float>(pieces);
        list.AddRectFilled({from.x + a * (to.x - from.x), from.y}, {from.x + b * (to.x - from.x), to.y},
                           IM_COL32(c.r, c.g, c.b, 255));
    }
}

}  // namespace

void map_combo(Workspace& w, const std::string& key, Colormap now) {
    const float height = ImGui::GetFrameHeight(), pad = ui::px(5), wide = ui::px(44);
    const std::string name(colormap_names[static_cast<std::size_t>(now)]);
    const std::string room(static_cast<std::size_t>(std::ceil((wide + pad + ui::px(8)) / ImGui::CalcTextSize(" ").x)),
                           ' ');
    const bool open = ImGui::BeginCombo("##value", (room + name).c_str());
    const ImVec2 at = ImGui::GetItemRectMin();
    if (!open) {
        swatch(*ImGui::GetWindowDrawList(), now, {at.x + pad, at.y + pad}, {at.x + pad + wide, at.y + height - pad});
        return;
    }
    for (std::size_t i = 0; i < colormap_names.size(); ++i) {
        const auto map = static_cast<Colormap>(i);
        const ImVec2 row = ImGui::GetCursorScreenPos();
        const std::string text = room + std::string(colormap_names[i]);
        if (ImGui::Selectable(text.c_str(), map == now)) w.set(key, Value{std::string(colormap_names[i])});
        ui::mark(key + "=" + std::string(colormap_names[i]));
        swatch(*ImGui::GetWindowDrawList(), map, {row.x + ui::px(2), row.y + ui::px(1)},
               {row.x + wide, row.y + ImGui::GetTextLineHeight() - ui::px(1)});
    }
    ImGui::EndCombo();
}

void quantity_combo(Workspace& w, const std::string& key, ShownQuantity now) {
    const auto title = [](ShownQuantity q) { return unit_of(q, Units{}).title; };
    if (!ImGui::BeginCombo("##value", title(now).c_str(), ImGuiComboFlags_HeightLarge)) return;
    const bool surface = key.find("iso") != std::string::npos;
    for (std::size_t i = 0; i < quantity_names.size(); ++i) {
        const auto q = static_cast<ShownQuantity>(i);
        if (surface && q == ShownQuantity::value) continue;
        if (ImGui::Selectable(title(q).c_str(), q == now)) {
            w.set(key, Value{std::string(quantity_names[i])});
            // a signed quantity wants a diverging map, and back
            const std::string map = key.substr(0, key.rfind('.')) + ".map";
            if (!surface && is_signed(q) != is_signed(now))
                w.set(map, Value{std::string(colormap_names[static_cast<std::size_t>(
                               is_signed(q) ? Colormap::coolwarm : Colormap::viridis)])});
            if (!surface || w.view.iso.look == IsoLook::volume)
                w.set(key.substr(0, key.rfind('.')) + ".auto_range", Value{true});
        }
        ui::mark(key + "=" + std::string(quantity_names[i]));
    }
    ImGui::EndCombo();
}

}  // namespace fum
