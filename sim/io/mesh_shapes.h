// Meshes that the project makes itself: closed, outward normals, metres. Axes: x along the flow (noses point to -x and
// face a wind that blows to +x), y up, z across. Coordinates are whole micrometres, so that the text of a mesh does not
// depend on the last digit of a machine's sine.
#pragma once

#include <string_view>
#include <vector>

#include "sim/io/mesh.h"

namespace fum {

/// Sphere of diameter 1 m about the origin: an icosahedron, each triangle cut in four `cuts` times (0..8), corners on
/// the sphere. 20 * 4^cuts triangles.
Mesh ball(int cuts = 4);

/// Cube of edge 1 m about the origin.
Mesh box();

/// Ring of major radius 0.35 m and minor radius 0.12 m about the origin, its hole along y.
Mesh torus();

/// Twin-engined airliner, 1 m long, span 0.96 m; the fuselage's axis is the x axis. Fuselage, wings, tail and engines
/// are closed pieces that overlap.
Mesh airplane();

/// The Ahmed body with a slant of 25 degrees (Ahmed, Ramm & Faltin 1984, SAE 840300): 1.044 m long, 0.389 m wide, 0.288
/// m high, front edges rounded with 0.1 m, slant 0.222 m along its slope, on four stilts of 50 mm. Its box with the
/// stilts is about the origin: the ground is at y = -0.169.
Mesh ahmed_body();

/// Disc of diameter 1 m and thickness 20 mm that faces the flow.
Mesh disk_plate();

/// Diameter 1 m, length 2 m, axis across the flow (z).
Mesh cylinder();

/// "ball", "box", ...: all that make_shape knows.
std::vector<std::string_view> shape_names();

/// Throws Error(input) that offers the nearest names.
Mesh make_shape(std::string_view name);

}  // namespace fum
