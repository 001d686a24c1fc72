#include <imgui.h>

#include "app/panels/panels.h"
#include "app/window/widgets.h"

namespace fum {

void draw_layers(Workspace& w) {
    std::string section;
    bool open = false, rows = false;
    for (const ParamRef& ref : view_parameters(w.view)) {
        const std::string own = ref.key.substr(5, ref.key.rfind('.') - 5);
        if (own != section) {
            if (rows) ui::end_rows();
            section = own;
            open = ImGui::CollapsingHeader(section.c_str());
            ui::mark("layers/" + section);
            rows = open && ui::begin_rows(section.c_str());
        }
        if (!rows) continue;
        if (auto edited = ui::param_row(ref)) w.set(ref.key, edited->value);
    }
    if (rows) ui::end_rows();
}

}  // namespace fum
