#include <imgui.h>

#include "app/panels/panels.h"
#include "app/window/widgets.h"

namespace fum {

void draw_log(Workspace& w) {
    for (const Notice& line : w.notices.after(0)) {
        ImGui::TextDisabled("%s", line.time.c_str());
        ImGui::SameLine();
        ImGui::TextUnformatted(line.text.c_str());
    }
}

}  // namespace fum
