// Lines in space that show where parts of a scene are: for drawing over the picture, and for clicking.
#pragma once

#include <vector>

#include "app/window/workspace.h"
#include "sim/config.h"

namespace fum {

using Polyline = std::vector<Double3>;  ///< metres

/// Where a solid is drawn now, metres.
Pose shown_pose(const Workspace&, std::size_t solid);
/// The same for the solid of this name; nothing but zeros without one.
Pose shown_pose_of(const Workspace&, const std::string& solid);
/// Half the box of a solid and its middle, body frame; false while its mesh is not read.
bool box_of_solid(const Workspace&, std::size_t solid, Double3& low, Double3& high);

/// Sphere: what its edge looks like from the eye; disk: its edge and its normal; box: edges; surface: corners of the
/// solid's box. `whole`: a sphere's three great circles as well.
std::vector<Polyline> outlines_of_emitter(const Workspace&, std::size_t emitter, bool whole);

/// Short lines along the edges from each corner of a box.
std::vector<Polyline> corners_of_box(const Pose&, const Double3& low, const Double3& high, double share = 0.18);

/// Where an emitter's middle is, metres.
Double3 place_of_emitter(const Workspace&, std::size_t emitter);
/// How far it reaches from there, metres; 0 for a surface whose mesh is not read.
double reach_of_emitter(const Workspace&, std::size_t emitter);

}  // namespace fum
