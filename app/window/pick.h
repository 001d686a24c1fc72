// What is under the mouse.
#pragma once

#include <string>

#include "app/window/workspace.h"

namespace fum {

/// The section of what is seen at a pixel of the picture: a probe or an emitter by its outline, else the nearest solid,
/// else the far face of the domain; empty outside of it all.
std::string picked_section(const Workspace&, const SceneView&, float x, float y, int width, int height);

}  // namespace fum
