#include "render/layers/smoke_light.h"

#include <array>
#include <cmath>

#include "render/layers/frame.h"
#include "render/shader.h"

namespace fum {

SmokeLight::SmokeLight() : sweeping_(make_program({"light_sweep.comp"})) {}

void SmokeLight::sweep(const Int3& half, int channel, const glm::vec3& to_light, float spread) {
    int axis = 0;
    for (int d = 1; d < 3; ++d)
        if (std::abs(to_light[d]) > std::abs(to_light[axis])) axis = d;
    const glm::vec3 pace = to_light / std::abs(to_light[axis]);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3, slices = half[axis];
    std::array<gl::Texture, 2> slice;
    for (gl::Texture& s : slice) {
        s = gl::make_texture_2d(GL_R32F, half[u], half[v], GL_LINEAR);
        gl::set_border(s, 1);
    }
    glUniform1i(0, axis);
    glUniform1i(3, channel);
    glUniform1f(5, spread);
    glUniform3f(4, pace.x, pace.y, pace.z);
    for (int i = 0; i < slices; ++i) {
        glUniform1i(1, to_light[axis] > 0 ? slices - 1 - i : i);
        glUniform1i(2, i == 0 ? 1 : 0);
        glBindTextureUnit(previous_map, slice[1 - i % 2].id());
        glBindImageTexture(0, slice[i % 2].id(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
        glDispatchCompute(static_cast<GLuint>(half[u] + 7) / 8, static_cast<GLuint>(half[v] + 7) / 8, 1);
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    }
}

void SmokeLight::fill(const gl::Texture& light, const Int3& half, const glm::vec3& key, const glm::vec3& fill,
                      const glm::vec3& up) {
    glUseProgram(sweeping_.id());
    glBindImageTexture(1, light.id(), 0, GL_TRUE, 0, GL_READ_WRITE, GL_RGBA16F);
    sweep(half, 0, key, 0.3f);
    sweep(half, 1, fill, 1.0f);
    sweep(half, 2, up, 1.7f);
}

}  // namespace fum
