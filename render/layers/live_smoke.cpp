#include "render/layers/live_smoke.h"

#include <algorithm>

#include "render/shader.h"

namespace fum {

LiveSmokeLayer::LiveSmokeLayer() : marching_(make_program({"live_smoke.comp"})) {}

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

void LiveSmokeLayer::draw(const DrawView& view) {
    if (field.texture == 0) return;
    target_.begin(view);
    glBindTextureUnit(depth_map, view.depth);
    glBindTextureUnit(density_map, field.texture);
    glBindTextureUnit(light_map, light_.id());
    glBindTextureUnit(brick_map, pyramid_.largest.id());
    glProgramUniform2f(marching_.id(), 0, static_cast<float>(target_.width()), static_cast<float>(target_.height()));
    glProgramUniform1f(marching_.id(), 1, std::max(view.quality.smoke_step, 0.1f));
    glProgramUniform1f(marching_.id(), 2, negligible);
    target_.march(marching_);
    target_.lay_over(view, false);
}

}  // namespace fum
