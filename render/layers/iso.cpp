#include "render/layers/iso.h"

#include "render/shader.h"

namespace fum {
namespace {

/// Texels between samples of smoke from which on a picture is one in a hurry: half the samples a side suffice.
constexpr float hurried_step = 1.05f;

}  // namespace

IsoLayer::IsoLayer()
    : drawing_(make_program({"screen.vert", "iso.frag"})), joining_(make_program({"screen.vert", "iso_over.frag"})) {}

void IsoLayer::light(const DrawView&) {
    if (field.texture != 0) scalar_.update(field, quantity, scale, level);
}

void IsoLayer::make_target(int width, int height) {
    if (small_color_ && width == width_ && height == height_) return;
    width_ = width;
    height_ = height;
    if (!small_) small_ = gl::make_framebuffer();
    small_color_ = gl::make_texture_2d(GL_RGBA8, width, height, GL_NEAREST);
    small_depth_ = gl::make_texture_2d(GL_DEPTH_COMPONENT32F, width, height, GL_NEAREST);
    glNamedFramebufferTexture(small_.id(), GL_COLOR_ATTACHMENT0, small_color_.id(), 0);
    glNamedFramebufferTexture(small_.id(), GL_DEPTH_ATTACHMENT, small_depth_.id(), 0);
}

void IsoLayer::march(const DrawView& view, const glm::vec2& coarse) {
    set_field(drawing_, field, color_quantity, color_scale);
    colors_.set(drawing_, coloring);
    scalar_.bind();
    glProgramUniform1f(drawing_.id(), 0, 1);
    glProgramUniform1f(drawing_.id(), 1, 0.8f);
    glProgramUniform4f(drawing_.id(), 2, tint.r, tint.g, tint.b, colored ? 0.0f : 1.0f);
    glProgramUniform2f(drawing_.id(), 3, coarse.x, coarse.y);
    glUseProgram(drawing_.id());
    glBindVertexArray(view.nothing);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void IsoLayer::draw(const DrawView& view) {
    if (field.texture == 0 || !(level > 0)) return;
    if (view.quality.smoke_step < hurried_step) return march(view, {1, 1});
    make_target((view.width + 1) / 2, (view.height + 1) / 2);
    const float farthest = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, small_.id());
    glViewport(0, 0, width_, height_);
    glClearBufferfv(GL_DEPTH, 0, &farthest);
    march(view, {static_cast<float>(view.width) / static_cast<float>(width_),
                 static_cast<float>(view.height) / static_cast<float>(height_)});
    glBindFramebuffer(GL_FRAMEBUFFER, view.target);
    glViewport(0, 0, view.width, view.height);
    glBindTextureUnit(march_map, small_color_.id());
    glBindTextureUnit(distance_map, small_depth_.id());
    glUseProgram(joining_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace fum
