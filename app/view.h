// The camera of a scene: of its pictures and of what it hands to other renderers.
#pragma once

#include "app/setup.h"
#include "render/preview.h"

namespace fum {

Float3 up_of(Axis axis);

/// As the scene says; what it leaves open: beside the domain and a little above, so far that the domain's length fills
/// nine tenths of the width.
Camera scene_camera(const Setup&);
Camera scene_camera(const Scene&, const CellBox&);

}  // namespace fum
