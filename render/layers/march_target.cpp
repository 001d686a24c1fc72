#include "render/layers/march_target.h"

#include <algorithm>

#include "render/shader.h"

namespace fum {

MarchTarget::MarchTarget() : joining_(make_program({"live_smoke_over.comp"})) {}

void MarchTarget::begin(const DrawView& view) {
    const float part = std::clamp(view.quality.smoke_part, 0.05f, 1.0f) / view.pixel;
    const auto side = [&](int samples) { return std::max(1, static_cast<int>(static_cast<float>(samples) * part)); };
    if (!march_ || side(view.width) != width_ || side(view.height) != height_) {
        width_ = side(view.width);
        height_ = side(view.height);
        march_ = gl::make_texture_2d(GL_RGBA16F, width_, height_, GL_NEAREST);
        distance_ = gl::make_texture_2d(GL_R32F, width_, height_, GL_NEAREST);
    }
    glBindImageTexture(0, march_.id(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    glBindImageTexture(1, distance_.id(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
}

void MarchTarget::march(const gl::Program& program) const {
    glUseProgram(program.id());
    glDispatchCompute(static_cast<GLuint>(width_ + 7) / 8, static_cast<GLuint>(height_ + 7) / 8, 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

void MarchTarget::lay_over(const DrawView& view, bool as_it_is) const {
    glProgramUniform1i(joining_.id(), 0, as_it_is ? 1 : 0);
    glBindTextureUnit(depth_map, view.depth);
    glBindTextureUnit(march_map, march_.id());
    glBindTextureUnit(distance_map, distance_.id());
    glUseProgram(joining_.id());
    view.lay_over(view.width, view.height);
}

}  // namespace fum
