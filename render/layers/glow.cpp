#include "render/layers/glow.h"

#include <algorithm>

#include "render/shader.h"

namespace fum {

GlowLayer::GlowLayer() : marching_(make_program({"glow.comp"})) {}

void GlowLayer::light(const DrawView&) {
    if (field.texture != 0 && level > 0) scalar_.update(field, quantity, scale, level);
}

void GlowLayer::draw(const DrawView& view) {
    if (field.texture == 0 || !(level > 0)) return;
    target_.begin(view);
    const float sign = scale < 0 ? -1.0f : 1.0f, far_end = scale < 0 ? -coloring.range.low : coloring.range.high;
    const auto shortest = static_cast<float>(std::min({field.nodes.x, field.nodes.y, field.nodes.z}));
    set_field(marching_, field, quantity, scale);
    colors_.set(marching_, coloring);
    scalar_.bind();
    glBindTextureUnit(depth_map, view.depth);
    glProgramUniform2f(marching_.id(), 0, static_cast<float>(target_.width()), static_cast<float>(target_.height()));
    glProgramUniform1f(marching_.id(), 1, std::max(view.quality.smoke_step, 0.1f));
    glProgramUniform1f(marching_.id(), 2, sign * level);
    glProgramUniform1f(marching_.id(), 3, depth / shortest);
    glProgramUniform1f(marching_.id(), 4, std::max(far_end / level, 1.001f));
    target_.march(marching_);
    target_.lay_over(view, true);
}

}  // namespace fum
