// The numbers that all shaders of a picture share.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

namespace fum {

/// Mirrors the block Frame in shaders/frame.glsl, where the fields are explained; std140, binding 0.
struct FrameUniforms {
    glm::mat4 clip_from_world{1}, world_from_clip{1}, shadow_from_world{1};
    glm::vec4 eye{}, key{}, fill{}, rim{}, up{}, grid{}, texels{}, half_texels{}, center{}, picture{};
};

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
    far_map
};

}  // namespace fum
