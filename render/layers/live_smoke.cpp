#include "render/layers/live_smoke.h"

#include <algorithm>

#include "render/shader.h"

namespace fum {

LiveSmokeLayer::LiveSmokeLayer()
    : marching_(make_program({"live_smoke.comp"})), joining_(make_program({"live_smoke_over.comp"})) {}

void LiveSmokeLayer::prepare(DrawView& view) {
    if (field.texture == 0) return;
    const Int3 half{(field.nodes.x + 1) / 2, (field.nodes.y + 1) / 2, (field.nodes.z + 1) / 2};
    view.frame.grid = {to_glm(field.origin), field.dx};
    view.frame.texels = {to_glm(cast<float>(field.nodes)), extinction};
    view.frame.half_texels = {to_glm(cast<float>(half)), view.frame.half_texels.w};
    if (!light_ || !(light_size_ == half)) {
        light_ = gl::make_texture_3d(GL_RGBA16F, half.x, half.y, half.z, GL_LINEAR);
        light_size_ = half;
        dirty_ = true;
    }
}

void LiveSmokeLayer::light(const DrawView& view) {
    if (field.texture == 0) return;
    const glm::vec4 &key = view.frame.key, &fill = view.frame.fill;
    // The fill follows the camera; its faint shadows are redone only when it has moved by more than a few degrees.
    const bool same = key == lit_key_ && glm::dot(fill, lit_fill_) > 0.995f && extinction == lit_extinction_ &&
                      view.solids_key == lit_solids_;
    glBindTextureUnit(density_map, field.texture);
    glBindTextureUnit(light_map, light_.id());
    if (dirty_) tools_.build(pyramid_, field.texture, field.nodes, false, negligible);
    glBindTextureUnit(brick_map, pyramid_.largest.id());
    if (same && !dirty_) return;
    glBindTextureUnit(coarse_map, pyramid_.halved.id());
    sweeping_.fill(light_, light_size_, key, fill, view.frame.up);
    lit_key_ = key;
    lit_fill_ = fill;
    lit_extinction_ = extinction;
    lit_solids_ = view.solids_key;
    dirty_ = false;
}

void LiveSmokeLayer::make_target(int width, int height) {
    if (march_ && width == width_ && height == height_) return;
    width_ = width;
    height_ = height;
    march_ = gl::make_texture_2d(GL_RGBA16F, width, height, GL_NEAREST);
    distance_ = gl::make_texture_2d(GL_R32F, width, height, GL_NEAREST);
}

void LiveSmokeLayer::draw(const DrawView& view) {
    if (field.texture == 0) return;
    const float part = std::clamp(view.quality.smoke_part, 0.05f, 1.0f) / view.pixel;
    const auto side = [&](int samples) { return std::max(1, static_cast<int>(static_cast<float>(samples) * part)); };
    make_target(side(view.width), side(view.height));

    glBindTextureUnit(depth_map, view.depth);
    glBindTextureUnit(density_map, field.texture);
    glBindTextureUnit(light_map, light_.id());
    glBindTextureUnit(brick_map, pyramid_.largest.id());
    glProgramUniform2f(marching_.id(), 0, static_cast<float>(width_), static_cast<float>(height_));
    glProgramUniform1f(marching_.id(), 1, std::max(view.quality.smoke_step, 0.1f));
    glProgramUniform1f(marching_.id(), 2, negligible);
    glBindImageTexture(0, march_.id(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    glBindImageTexture(1, distance_.id(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    glUseProgram(marching_.id());
    glDispatchCompute(static_cast<GLuint>(width_ + 7) / 8, static_cast<GLuint>(height_ + 7) / 8, 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);

    glBindTextureUnit(march_map, march_.id());
    glBindTextureUnit(distance_map, distance_.id());
    glUseProgram(joining_.id());
    view.lay_over(view.width, view.height);
}

}  // namespace fum
