#include <imgui.h>

#include "app/panels/panels.h"
#include "app/window/widgets.h"

namespace fum {

void draw_stability(Workspace& w) {
    for (const StabilityRow& row : w.status.stability) {
        ui::dot(ui::color_of(row.verdict));
        ImGui::Text("%s  %s", row.name.c_str(), row.text.c_str());
        if (!row.advice.empty()) ui::faint(row.advice);
    }
}

}  // namespace fum
