// A camera that moves smoothly through given views.
#pragma once

#include <span>

#include "render/preview.h"

namespace fum {

/// A view at a moment.
struct CameraKey {
    double time = 0;  ///< frames of film since the path's beginning
    Camera camera;
};

/// At rest in the first and the last view and beyond, in between a cubic Hermite curve through all of them whose
/// tangents are the slopes between a view's neighbours (Catmull-Rom for uneven times). What is interpolated is the
/// target, where the eye stands as seen from it (azimuth the shorter way round, elevation, logarithm of the distance),
/// so that a camera on its way round something keeps its distance; and the field of view, kept within 1 to 150 degrees.
/// `keys` by ascending time, at least one; of those that share a time the last counts.
Camera camera_at(std::span<const CameraKey> keys, double time);

}  // namespace fum
