// Normals of a triangle surface, smooth where it is smooth and sharp where it has creases.
#pragma once

#include <span>
#include <vector>

#include "sim/core/vec.h"

namespace fum {

struct LitCorner {
    Float3 position;
    Float3 normal;  ///< unit
};

/// Three corners a triangle, in the triangles' order; triangles without area are left out. A corner's normal is the
/// mean, weighted by the angle at the vertex (Thuermer and Wuethrich 1998), over the triangles around that place whose
/// own normals lie within `crease_deg` of this triangle's. Vertices at exactly the same place count as one.
std::vector<LitCorner> lit_corners(std::span<const Float3> vertices, std::span<const Int3> triangles, float crease_deg);

}  // namespace fum
