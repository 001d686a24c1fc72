#include <utility>

#include "app/panels/view_tools.h"
#include "app/window/actions.h"
#include "app/window/scene_view.h"

namespace fum {
namespace {

void add_cameras(std::vector<Action>& list) {
    list.push_back({.id = "view.home",
                    .menu = "View",
                    .title = "Show all",
                    .keys = {key_home},
                    .more_keys = {'A'},
                    .help = "The whole domain fills the picture",
                    .run = [](Workspace& w) { w.scene_view->frame(w, false); }});
    list.push_back({.id = "view.frame",
                    .menu = "View",
                    .title = "Show selection",
                    .keys = {'F'},
                    .more_keys = {key_pad_period},
                    .help = "What is selected fills the picture",
                    .run = [](Workspace& w) { w.scene_view->frame(w, true); }});
    list.push_back({.id = "view.camera",
                    .menu = "View",
                    .title = "Scene's camera",
                    .keys = {'C'},
                    .more_keys = {key_pad_0},
                    .help = "Look through the camera of the scene's pictures; a border shows what they hold",
                    .run =
                        [](Workspace& w) {
                            if (ui::in_camera_view(w))
                                w.camera_moved = false;  // back to where all is seen
                            else
                                ui::enter_camera_view(w);
                        },
                    .checked = [](const Workspace& w) { return ui::in_camera_view(const_cast<Workspace&>(w)); }});
    const auto side = [&](const char* id, const char* title, Chord keys, Chord more, SceneView::Side from) {
        list.push_back({.id = id,
                        .menu = "View",
                        .title = title,
                        .keys = keys,
                        .more_keys = more,
                        .help = "Look at the whole domain from this side",
                        .run = [from](Workspace& w) { w.scene_view->look_from(w, from); }});
    };
    side("view.front", "From the front", {'1'}, {key_pad_1}, SceneView::Side::front);
    list.back().line_above = true;
    side("view.right", "From the right", {'3'}, {key_pad_3}, SceneView::Side::right);
    side("view.top", "From above", {'7'}, {key_pad_7}, SceneView::Side::top);
    side("view.back", "From behind", {'1', true}, {key_pad_1, true}, SceneView::Side::back);
    side("view.left", "From the left", {'3', true}, {key_pad_3, true}, SceneView::Side::left);
    side("view.bottom", "From below", {'7', true}, {key_pad_7, true}, SceneView::Side::bottom);
}

void add_layers(std::vector<Action>& list) {
    const auto toggle = [&](const char* id, const char* title, int key, auto field) {
        list.push_back({.id = id,
                        .menu = "View",
                        .title = title,
                        .keys = {key},
                        .help = "Shows or hides it",
                        .run = [field](Workspace& w) { field(w.view) = !field(w.view); },
                        .checked = [field](const Workspace& w) { return field(const_cast<ViewSettings&>(w.view)); }});
    };
    toggle("view.smoke", "Smoke", 'M', [](ViewSettings& v) -> bool& { return v.smoke.on; });
    list.back().line_above = true;
    toggle("view.tracers", "Tracers", 'T', [](ViewSettings& v) -> bool& { return v.tracers.on; });
    toggle("view.slice", "Slice", 'S', [](ViewSettings& v) -> bool& { return v.slices[0].on; });
    toggle("view.vectors", "Arrows on the slice", 'V', [](ViewSettings& v) -> bool& { return v.slices[0].arrows; });
    list.back().run = [](Workspace& w) {
        SliceView& s = w.view.slices[0];
        s.arrows = !(s.on && s.arrows);
        s.on = s.on || s.arrows;
    };
    toggle("view.iso", "Isosurface", 'I', [](ViewSettings& v) -> bool& { return v.iso.on; });
    toggle("view.streamlines", "Streamlines", 'L', [](ViewSettings& v) -> bool& { return v.streamlines.on; });
    toggle("view.samples", "Surface samples", 'K', [](ViewSettings& v) -> bool& { return v.samples.on; });
    toggle("view.solids", "Solids", 'O', [](ViewSettings& v) -> bool& { return v.solids.on; });
    toggle("view.domain", "Domain", 'D', [](ViewSettings& v) -> bool& { return v.domain.on; });
    toggle("view.exported", "Smoke as exported", 'J', [](ViewSettings& v) -> bool& { return v.smoke.as_exported; });
}

}  // namespace

void add_view_actions(std::vector<Action>& list) {
    add_cameras(list);
    add_layers(list);
    list.push_back({.id = "view.only",
                    .menu = "View",
                    .title = "Picture alone",
                    .keys = {key_space, true},
                    .help = "Hides all panels but the timeline, or brings them back",
                    .run = [](Workspace& w) { w.viewport_only = !w.viewport_only; },
                    .checked = [](const Workspace& w) { return w.viewport_only; }});
    list.push_back({.id = "view.fullscreen",
                    .menu = "View",
                    .title = "Full screen",
                    .keys = {key_f11},
                    .help = "The window on the whole screen, or as it was",
                    .run = [](Workspace& w) { w.fullscreen = !w.fullscreen; },
                    .checked = [](const Workspace& w) { return w.fullscreen; }});
    list.push_back({.id = "view.reset",
                    .menu = "View",
                    .title = "Reset layers",
                    .keys = {},
                    .help = "All layers as they were when the program was new",
                    .run = [](Workspace& w) { reset_layers(w.view); },
                    .line_above = true});
}

}  // namespace fum
