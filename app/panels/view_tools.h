// What the viewport's parts share.
#pragma once

#include <imgui.h>

#include <cstddef>

#include "app/window/workspace.h"

namespace fum::ui {

/// Curves and markers of one thing have one colour: probes.
ImU32 series_color(std::size_t i);

/// The viewport looks through the scene's own camera.
bool in_camera_view(Workspace&);
void enter_camera_view(Workspace&);
/// Once a picture: follows the scene's camera, or leaves the view when the camera was moved by hand.
void keep_camera_view(Workspace&);

/// Where the legends stood in the last picture, pixels; nothing: from = to. Words in the picture keep clear of them.
struct LegendPlace {
    ImVec2 from{0, 0}, to{0, 0};
};

/// A probe at a place, named, selected, its panel brought to the front.
void add_probe(Workspace&, const Double3& place_m);

/// Sets of layers that belong together.
struct Look {
    const char* name;
    const char* help;
    void (*apply)(ViewSettings&);
};
const Look* looks(std::size_t& count);

}  // namespace fum::ui
