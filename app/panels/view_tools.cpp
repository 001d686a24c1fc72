#include "app/panels/view_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/window/scene_view.h"

namespace fum::ui {
namespace {

struct CameraView {
    bool on = false;
    Camera set;  ///< by us: another one is the user's
};

/// Everything off but solids and domain; qualities and sizes stay.
void bare(ViewSettings& v) {
    v.smoke.on = v.tracers.on = v.iso.on = v.streamlines.on = v.samples.on = false;
    v.solids.on = v.domain.on = true;
    for (SliceView& s : v.slices) s.on = false;
}

void smoke(ViewSettings& v) {
    bare(v);
    v.smoke.on = true;
    v.smoke.as_exported = false;
}
void speed_slice(ViewSettings& v) {
    bare(v);
    v.slices[0] = {};
    v.slices[0].on = true;
    v.slices[0].opacity = 1;
}
void vortices(ViewSettings& v) {
    bare(v);
    v.iso = {};
    v.iso.on = true;
    v.iso.level = 0.12;
}
void glowing(ViewSettings& v) {
    bare(v);
    v.iso = {};
    v.iso.on = true;
    v.iso.look = IsoLook::volume;
    v.iso.quantity = ShownQuantity::vorticity;
    v.iso.level = 0.15;
    v.iso.map = Colormap::magma;
}
void stream_lines(ViewSettings& v) {
    bare(v);
    v.streamlines = {};
    v.streamlines.on = true;
    v.streamlines.count = 120;
}
void tracers(ViewSettings& v) {
    bare(v);
    v.tracers.on = true;
}

constexpr std::array<Look, 6> all{{{"Smoke", "Smoke as in the film", smoke},
                                   {"Tracers", "The smoke's particles, coloured by speed", tracers},
                                   {"Speed", "A slice coloured by speed", speed_slice},
                                   {"Vortices", "An isosurface of Q: the cores of vortices", vortices},
                                   {"Glow", "Vorticity as a glowing volume", glowing},
                                   {"Lines", "Streamlines from the inflow", stream_lines}}};

}  // namespace

ImU32 series_color(std::size_t i) {
    // Okabe and Ito's palette (2008), told apart by the colour-blind; lighter where the ground is dark.
    constexpr std::array<ImU32, 7> colors{IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255),
                                          IM_COL32(0, 178, 130, 255),  IM_COL32(240, 228, 66, 255),
                                          IM_COL32(225, 110, 50, 255), IM_COL32(214, 135, 180, 255),
                                          IM_COL32(90, 140, 235, 255)};
    return colors[i % colors.size()];
}

bool in_camera_view(Workspace& w) { return w.parts.of<CameraView>().on; }

void enter_camera_view(Workspace& w) {
    auto& view = w.parts.of<CameraView>();
    view.on = true;
    view.set = w.camera = w.scene_view->film_camera(w);
    w.camera_moved = true;
}

void keep_camera_view(Workspace& w) {
    auto& view = w.parts.of<CameraView>();
    if (!view.on) return;
    if (!(w.camera == view.set) || !w.camera_moved) {
        view.on = false;
        return;
    }
    view.set = w.camera = w.scene_view->film_camera(w);
}

void add_probe(Workspace& w, const Double3& place_m) {
    w.selected.section = fmt::format("probe[{}]", w.doc.add_probe({"probe 1", place_m}));
    w.wanted_panel = "probes";
}

const Look* looks(std::size_t& count) {
    count = all.size();
    return all.data();
}

}  // namespace fum::ui
