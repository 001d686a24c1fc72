#include "app/window/actions.h"
#include "app/window/scene_view.h"

namespace fum {

void add_view_actions(std::vector<Action>& list) {
    list.push_back({.id = "view.home",
                    .menu = "View",
                    .title = "Show all",
                    .keys = {key_home},
                    .more_keys = {'A'},
                    .help = "The whole domain fills the picture",
                    .run = [](Workspace& w) { w.scene_view->frame(w, false); }});
    const auto toggle = [&](const char* id, const char* title, int key, auto field) {
        list.push_back({.id = id,
                        .menu = "View",
                        .title = title,
                        .keys = {key},
                        .help = "Shows or hides it",
                        .run = [field](Workspace& w) { field(w.view) = !field(w.view); },
                        .checked = [field](const Workspace& w) { return field(const_cast<ViewSettings&>(w.view)); }});
    };
    toggle("view.smoke", "Smoke", '1', [](ViewSettings& v) -> bool& { return v.smoke.on; });
    toggle("view.tracers", "Tracers", '2', [](ViewSettings& v) -> bool& { return v.tracers.on; });
    toggle("view.slice", "Slice", '3', [](ViewSettings& v) -> bool& { return v.slices[0].on; });
}

}  // namespace fum
