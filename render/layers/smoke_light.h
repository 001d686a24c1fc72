// The light in the smoke: transmittance to key, fill and up, in a map of half the smoke's resolution.
#pragma once

#include <array>
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
    /// Towards one light, slice by slice along the axis that its direction is nearest to.
    struct Sweep {
        Int3 size{};
        int axis = 0;
        bool backwards = false;
        glm::vec3 pace{};  ///< to the light; one slice long
        float spread = 0;  ///< texels that light is displaced by in a slice; wide for large sources
        gl::Texture part;  ///< R16F, transmittance
        std::array<gl::Texture, 2> slice;
    };
    static void prepare(Sweep& sweep, const Int3& half, const glm::vec3& to_light, float spread);
    static void step(const Sweep& sweep, std::size_t slice);

    gl::Program sweeping_, joining_;
    std::array<Sweep, 3> sweeps_;
};

}  // namespace fum
