#include "render/layers/picture.h"

#include <fmt/core.h>

#include <algorithm>

#include "render/layers/frame.h"
#include "render/shader.h"
#include "sim/core/error.h"

namespace fum {
namespace {

/// Samples a side of a pixel: 2 where textures of that size exist, or 1; above 4096 pixels a side also 1, for the
/// memory's sake. Throws if not even that fits.
int samples_that_fit(int width, int height) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    const int side = std::max(width, height);
    if (width <= 0 || height <= 0 || side > largest)
        throw Error(Exit::device,
                    fmt::format("Pictures of {} x {} pixels cannot be drawn here; each side must lie in 1 to {}.",
                                width, height, largest));
    return side <= std::min(largest / 2, 4096) ? 2 : 1;
}

/// OpenGL's row 0 is the bottom one.
template <class T>
void turn_over(std::vector<T>& rows, int height) {
    const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(rows.size()) / height;
    for (int y = 0; y < height / 2; ++y)
        std::swap_ranges(rows.begin() + y * row, rows.begin() + (y + 1) * row, rows.begin() + (height - 1 - y) * row);
}

}  // namespace

PictureLayer::PictureLayer(int width, int height)
    : width_(width),
      height_(height),
      side_(samples_that_fit(width, height)),
      joining_(make_program({"screen.vert", "picture.frag"})),
      solids_(gl::make_texture_2d(GL_RGBA16F, width * side_, height * side_, GL_NEAREST)),
      depth_(gl::make_texture_2d(GL_DEPTH_COMPONENT32F, width * side_, height * side_, GL_NEAREST)),
      near_(gl::make_texture_2d(GL_RGBA16F, width, height, GL_NEAREST)),
      far_(gl::make_texture_2d(GL_RGBA16F, width, height, GL_NEAREST)),
      shown_(gl::make_texture_2d(GL_RGBA8, width, height, GL_NEAREST)),
      solids_target_(gl::make_framebuffer()),
      smoke_target_(gl::make_framebuffer()),
      shown_target_(gl::make_framebuffer()) {
    glNamedFramebufferTexture(solids_target_.id(), GL_COLOR_ATTACHMENT0, solids_.id(), 0);
    glNamedFramebufferTexture(solids_target_.id(), GL_DEPTH_ATTACHMENT, depth_.id(), 0);
    glNamedFramebufferTexture(smoke_target_.id(), GL_COLOR_ATTACHMENT0, near_.id(), 0);
    glNamedFramebufferTexture(smoke_target_.id(), GL_COLOR_ATTACHMENT1, far_.id(), 0);
    const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glNamedFramebufferDrawBuffers(smoke_target_.id(), 2, both);
    glNamedFramebufferTexture(shown_target_.id(), GL_COLOR_ATTACHMENT0, shown_.id(), 0);
    for (const auto* target : {&solids_target_, &smoke_target_, &shown_target_})
        if (glCheckNamedFramebufferStatus(target->id(), GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            throw Error(Exit::device, fmt::format("A picture of {} x {} pixels does not fit into the graphics memory.",
                                                  width, height));
}

void PictureLayer::begin_solids() {
    glBindFramebuffer(GL_FRAMEBUFFER, solids_target_.id());
    glViewport(0, 0, width_ * side_, height_ * side_);
    const float black[4] = {0, 0, 0, 0}, farthest = 1;
    glClearBufferfv(GL_COLOR, 0, black);
    glClearBufferfv(GL_DEPTH, 0, &farthest);
    glBindTextureUnit(depth_map, depth_.id());
    glBindTextureUnit(solids_map, solids_.id());
    glBindTextureUnit(near_map, near_.id());
    glBindTextureUnit(far_map, far_.id());
}

void PictureLayer::begin_smoke() {
    glBindFramebuffer(GL_FRAMEBUFFER, smoke_target_.id());
    glViewport(0, 0, width_, height_);
}

std::vector<std::uint8_t> PictureLayer::finish(const gl::VertexArray& nothing) {
    glBindFramebuffer(GL_FRAMEBUFFER, shown_target_.id());
    glViewport(0, 0, width_, height_);
    glUseProgram(joining_.id());
    glBindVertexArray(nothing.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width_) * height_ * 4);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    turn_over(pixels, height_);
    return pixels;
}

std::vector<float> PictureLayer::transmittance() const {
    std::vector<float> rgba(static_cast<std::size_t>(width_) * height_ * 4), left;
    glGetTextureImage(far_.id(), 0, GL_RGBA, GL_FLOAT, static_cast<GLsizei>(rgba.size() * sizeof(float)), rgba.data());
    for (std::size_t i = 3; i < rgba.size(); i += 4) left.push_back(rgba[i]);
    turn_over(left, height_);
    return left;
}

}  // namespace fum
