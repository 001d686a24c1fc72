// The numbers that all shaders of a picture share.
#pragma once

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "render/camera.h"

namespace fum {

/// Mirrors the block Frame in shaders/frame.glsl, where the fields are explained; std140, binding 0.
struct FrameUniforms {
    glm::mat4 clip_from_world{1}, world_from_clip{1}, shadow_from_world{1};
    glm::vec4 eye{}, key{}, fill{}, rim{}, up{}, grid{}, texels{}, half_texels{}, center{}, picture{};
};

/// Fill opposite the key on the camera's side; rim behind the subject. Both follow the camera.
inline void set_lights(FrameUniforms& frame, const Lens& lens, const glm::vec3& key, const glm::vec3& up) {
    const float side = glm::dot(key, lens.right) < 0 ? 1.0f : -1.0f;
    frame.key = {key, 0};
    frame.fill = {glm::normalize(lens.right * (0.85f * side) + up * 0.15f - lens.forward * 0.5f), 0};
    frame.rim = {glm::normalize(lens.forward * 0.8f + up * 0.35f + lens.right * (0.7f * side)), 0};
}

/// Texture bindings of the shaders.
enum Binding : unsigned {
    density_map,
    light_map,
    brick_map,
    key_depth_map,
    coarse_map,
    previous_map,
    depth_map,
    solids_map,
    near_map,
    far_map,
    color_map,
    field_map,
    scalar_map,
    march_map,
    distance_map
};

}  // namespace fum
