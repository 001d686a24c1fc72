// How a mouse moves a camera. Plain mathematics; every function gives the new camera. Places are in the camera's own
// coordinates, metres of the scene.
#pragma once

#include "render/preview.h"

namespace fum {

/// Turns the eye round the target: `right_deg` about the camera's up, `up_deg` towards it. Stops 1 degree before the
/// poles, so that up stays up.
Camera orbited(const Camera& camera, float right_deg, float up_deg);

/// Moves eye and target alike, along the picture: by `right` and `up` heights of the picture at the target's distance.
/// What lies at that distance then follows a mouse that moves by as much the other way.
Camera panned(const Camera& camera, float right, float up);

/// The distance of eye and target times `factor` (> 0).
Camera zoomed(const Camera& camera, float factor);

/// The same direction, its target in the middle of a ball that just fits into pictures of the given width / height.
/// `fill` is the part of the smaller side that the ball takes up.
Camera framed(const Camera& camera, const Float3& center, float radius, float aspect, float fill = 0.95f);

/// The same direction, its target in the middle of a box whose corners all just fit: no corner leaves the middle
/// `fill` of the picture's width and height.
Camera framed_box(const Camera& camera, const Float3& low, const Float3& high, float aspect, float fill = 0.9f);

/// Seen along an axis: `direction` points from the eye to the target, any length but zero. Distance and target stay.
/// Along its own up the camera takes the nearest axis across as up.
Camera seen_along(const Camera& camera, const Float3& direction);

/// Pixel of a place in a picture of width x height, y down, pixel centres at .5; z: distance along the view in metres,
/// not positive behind the eye (then x and y mean nothing).
Float3 pixel_of(const Camera& camera, const Float3& place, int width, int height);

/// Direction (unit) of the ray through a pixel; the inverse of pixel_of.
Float3 ray_of(const Camera& camera, float x, float y, int width, int height);

}  // namespace fum
