// Smoke: its light, and the march of the camera's rays through it.
#pragma once

#include <glm/vec3.hpp>

#include "render/gl.h"
#include "render/layers/smoke_light.h"
#include "render/layers/volume.h"

namespace fum {

class SmokeLayer {
public:
    SmokeLayer();

    /// Uploads the volume and binds its textures; without smoke, textures of one empty texel.
    void upload(const Volume& volume);

    /// Fills the light map: transmittance towards key, fill and up, and the key light that solids let through. Needs
    /// the frame's uniforms and the key's depth map. Directions are unit.
    void light(const glm::vec3& key, const glm::vec3& fill, const glm::vec3& up);

    /// Marches into the bound framebuffer's two targets. Needs the solids' depth bound as depth_map.
    void draw(const gl::VertexArray& nothing);

private:
    gl::Program marching_;
    SmokeLight sweeping_;
    gl::Texture density_, coarse_, bricks_, light_;
    Int3 half_{};
    bool empty_ = true;
};

}  // namespace fum
