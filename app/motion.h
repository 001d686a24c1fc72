// How solids move: fixed, spin, straight or keyframes, as a pose at a time.
#pragma once

#include <functional>

#include "sim/config.h"
#include "sim/scene.h"
#include "sim/units.h"

namespace fum {

/// The rotation about the fixed axes x, then y, then z.
Quaternion turn_of(const Double3& rotate_deg);

/// Pose in metres, m/s and rad/s at `time_s` since the start. Spins and straight runs reach their speed smoothly over
/// `ramp_s`. Keyframes: cubic Hermite with finite-difference tangents, at rest at both ends and beyond.
Pose pose_at(const Solid&, double time_s, double ramp_s);

/// Largest speed, m/s, of any point within `radius_m` of the solid's origin, from time 0 to `end_s`.
double fastest_point(const Solid&, double radius_m, double end_s);

/// The same motion in nodes and steps.
Pose to_lattice(const Pose&, const Units&);
std::function<Pose(double step)> lattice_motion(const Solid&, const Units&, double ramp_s);

/// A spin or straight run whose speeds have been edited while it runs, in nodes and steps: from the pose `now` at
/// `step` on, its speeds go over to the solid's smoothly within `ramp` steps.
std::function<Pose(double step)> continued_motion(const Solid&, const Units&, const Pose& now, double step,
                                                  double ramp);

}  // namespace fum
