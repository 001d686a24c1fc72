#include "render/layers/smoke_light.h"

#include <algorithm>
#include <cmath>

#include "render/layers/frame.h"
#include "render/shader.h"

namespace fum {

SmokeLight::SmokeLight() : sweeping_(make_program({"light_sweep.comp"})), joining_(make_program({"light_join.comp"})) {}

void SmokeLight::prepare(Sweep& sweep, const Int3& half, const glm::vec3& to_light, float spread) {
    int axis = 0;
    for (int d = 1; d < 3; ++d)
        if (std::abs(to_light[d]) > std::abs(to_light[axis])) axis = d;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    if (!sweep.part || !(sweep.size == half))
        sweep.part = gl::make_texture_3d(GL_R16F, half.x, half.y, half.z, GL_NEAREST);
    if (!sweep.slice[0] || !(sweep.size == half) || sweep.axis != axis)
        for (gl::Texture& s : sweep.slice) {
            s = gl::make_texture_2d(GL_R32F, half[u], half[v], GL_LINEAR);
            gl::set_border(s, 1);
        }
    sweep.size = half;
    sweep.axis = axis;
    sweep.pace = to_light / std::abs(to_light[axis]);
    sweep.backwards = to_light[axis] > 0;
    sweep.spread = spread;
}

void SmokeLight::step(const Sweep& sweep, std::size_t i) {
    const int slices = sweep.size[sweep.axis], u = (sweep.axis + 1) % 3, v = (sweep.axis + 2) % 3;
    const int at = static_cast<int>(i);
    if (at >= slices) return;
    glUniform1i(0, sweep.axis);
    glUniform1i(1, sweep.backwards ? slices - 1 - at : at);
    glUniform1i(2, at == 0 ? 1 : 0);
    glUniform3f(4, sweep.pace.x, sweep.pace.y, sweep.pace.z);
    glUniform1f(5, sweep.spread);
    glBindTextureUnit(previous_map, sweep.slice[1 - i % 2].id());
    glBindImageTexture(0, sweep.slice[i % 2].id(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    glBindImageTexture(1, sweep.part.id(), 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_R16F);
    glDispatchCompute(static_cast<GLuint>(sweep.size[u] + 7) / 8, static_cast<GLuint>(sweep.size[v] + 7) / 8, 1);
}

void SmokeLight::fill(const gl::Texture& light, const Int3& half, const glm::vec3& key, const glm::vec3& fill,
                      const glm::vec3& up) {
    prepare(sweeps_[0], half, key, 0.3f);
    prepare(sweeps_[1], half, fill, 1.0f);
    prepare(sweeps_[2], half, up, 1.7f);
    glUseProgram(sweeping_.id());
    const auto longest = static_cast<std::size_t>(std::max({half.x, half.y, half.z}));
    for (std::size_t i = 0; i < longest; ++i) {  // a slice of each at a time: waiting between slices is what costs
        for (const Sweep& sweep : sweeps_) step(sweep, i);
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    }
    glUseProgram(joining_.id());
    glBindImageTexture(0, light.id(), 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    for (GLuint i = 0; i < 3; ++i)
        glBindImageTexture(i + 1, sweeps_[i].part.id(), 0, GL_TRUE, 0, GL_READ_ONLY, GL_R16F);
    glDispatchCompute(static_cast<GLuint>(half.x + 7) / 8, static_cast<GLuint>(half.y + 7) / 8,
                      static_cast<GLuint>(half.z));
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

}  // namespace fum
