// The light in the smoke: transmittance to key, fill and up, in a map of half the smoke's resolution.
#pragma once

#include <glm/vec3.hpp>

#include "render/gl.h"
#include "sim/core/vec.h"

namespace fum {

class SmokeLight {
public:
    SmokeLight();

    /// Fills `light` (RGBA16F, `half` texels) from the halved smoke `coarse` (same size, border 0), which must be bound
    /// as coarse_map: transmittance towards key, fill and up, and the key light that solids let through. Needs the
    /// frame's uniforms and the key's depth map. Directions are unit.
    void fill(const gl::Texture& light, const Int3& half, const glm::vec3& key, const glm::vec3& fill,
              const glm::vec3& up);

private:
    /// `spread`: texels that light is displaced by in a slice; wide for large sources.
    void sweep(const Int3& half, int channel, const glm::vec3& to_light, float spread);

    gl::Program sweeping_;
};

}  // namespace fum
