#include <imgui.h>

#include "app/panels/panels.h"
#include "app/window/widgets.h"

namespace fum {

void draw_properties(Workspace& w) {
    ui::heading("Properties", w.selected.section);
    const std::string prefix = w.selected.section + ".";
    if (w.selected.section.empty() || !ui::begin_rows("parameters")) return;
    std::optional<std::pair<std::string, ui::Edited>> edited;
    for (const ParamRef& ref : w.doc.parameters()) {
        if (!ref.key.starts_with(prefix) || ref.key.find('.', prefix.size()) != std::string::npos) continue;
        if (auto change = ui::param_row(ref, w.doc.issues_of(ref.key))) edited = {ref.key, *change};
    }
    ui::end_rows();
    if (!edited) return;
    w.doc.set(edited->first, edited->second.value);
    if (edited->second.ended) w.doc.end_merge();
}

}  // namespace fum
