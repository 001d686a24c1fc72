// A bare mesh as a scene: the mesh in a wind tunnel, smoke filaments in front of it.
#pragma once

#include <filesystem>

#include "sim/io/mesh.h"
#include "sim/scene.h"

namespace fum {

/// Air along +x at Re 20 000 of the mesh's length, inflow at xmin, outflow at xmax, free slip at the sides; 1.2 lengths
/// in front, 3 behind, `resolution` cells long. In its time scale the flow passes the mesh twice a second.
Scene wind_tunnel(const std::filesystem::path& mesh, const MeshReport&, int resolution);

}  // namespace fum
