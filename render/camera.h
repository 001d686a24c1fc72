// Matrices. World coordinates here are metres from the scene's reference point, so that scenes far from the origin keep
// their precision in floats.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "render/preview.h"

namespace fum {

inline glm::vec3 to_glm(const Float3& v) { return {v.x, v.y, v.z}; }

struct Lens {
    glm::mat4 clip_from_world{1}, world_from_clip{1};
    glm::vec3 eye{}, forward{}, right{};
};

/// A ball around everything that is to be drawn.
struct Bounds {
    glm::vec3 center{};
    float radius = 1;
};

/// The camera's lens for pictures of the given width / height; near and far planes hold `bounds`. A camera without a
/// usable direction (eye = target, up along the view) gets a nearby one.
Lens lens_of(const Camera& camera, const Double3& reference, float aspect, const Bounds& bounds);

/// Parallel projection along -to_light that holds `bounds`; depths 0 (towards the light) to 1 are [-1, 1] in clip
/// space.
glm::mat4 shadow_projection(const glm::vec3& to_light, const Bounds& bounds);

}  // namespace fum
