// Closed surfaces stretched over rings of points: all that the made shapes consist of.
#pragma once

#include <vector>

#include "sim/io/mesh.h"

namespace fum {

using Ring = std::vector<Double3>;  ///< closed outline, metres; all rings of a loft have the same number of points

/// Triangles between consecutive rings, and a fan to a point at either end. Appended to `mesh` with outward normals,
/// coordinates rounded to whole micrometres.
void add_loft(Mesh& mesh, const std::vector<Ring>& rings, const Double3& first_tip, const Double3& last_tip);

/// The middle of a ring: the tip that closes a loft with a flat end.
Double3 middle(const Ring& ring);

/// A body of revolution about the line through `centre` along `axis` (0, 1, 2): radius[i] at along[i]. Flat or pointed
/// ends by the radii of the ends.
void add_turned(Mesh& mesh, int axis, const Double3& centre, const std::vector<double>& along,
                const std::vector<double>& radius, int points);

/// Rounded to a micrometre.
Float3 micrometres(const Double3& p);

}  // namespace fum
