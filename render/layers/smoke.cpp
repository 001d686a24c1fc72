#include "render/layers/smoke.h"

#include <utility>

#include "render/layers/frame.h"
#include "render/shader.h"

namespace fum {
namespace {

gl::Texture filled(GLenum format, const Int3& n, GLint filter, GLenum type, const void* data) {
    gl::Texture made = gl::make_texture_3d(format, n.x, n.y, n.z, filter);
    glTextureSubImage3D(made.id(), 0, 0, 0, 0, n.x, n.y, n.z, GL_RED, type, data);
    return made;
}

bool fits(const gl::Texture& texture, const Int3& n) {
    if (!texture) return false;
    Int3 has{};
    glGetTextureLevelParameteriv(texture.id(), 0, GL_TEXTURE_WIDTH, &has.x);
    glGetTextureLevelParameteriv(texture.id(), 0, GL_TEXTURE_HEIGHT, &has.y);
    glGetTextureLevelParameteriv(texture.id(), 0, GL_TEXTURE_DEPTH, &has.z);
    return has == n;
}

}  // namespace

SmokeLayer::SmokeLayer() : marching_(make_program({"screen.vert", "smoke.frag"})) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
}

void SmokeLayer::upload(const Volume& volume) {
    static const std::uint16_t nothing = 0;
    empty_ = volume.peak == 0;
    const Int3 one{1, 1, 1};
    half_ = empty_ ? one : volume.half;
    const auto words = [&](const Int3& n, const std::vector<std::uint16_t>& data) {
        return filled(GL_R16, empty_ ? one : n, GL_LINEAR, GL_UNSIGNED_SHORT, empty_ ? &nothing : data.data());
    };
    density_ = words(volume.nodes, volume.density);
    coarse_ = words(volume.half, volume.coarse);
    gl::set_border(coarse_, 0);
    bricks_ = filled(GL_R8, empty_ ? one : volume.bricks, GL_NEAREST, GL_UNSIGNED_BYTE,
                     empty_ ? static_cast<const void*>(&nothing) : volume.occupied.data());
    if (!fits(light_, half_)) light_ = gl::make_texture_3d(GL_RGBA16F, half_.x, half_.y, half_.z, GL_LINEAR);
    glBindTextureUnit(density_map, density_.id());
    glBindTextureUnit(coarse_map, coarse_.id());
    glBindTextureUnit(brick_map, bricks_.id());
    glBindTextureUnit(light_map, light_.id());
}

void SmokeLayer::light(const glm::vec3& key, const glm::vec3& fill, const glm::vec3& up) {
    if (!empty_) sweeping_.fill(light_, half_, key, fill, up);
}

void SmokeLayer::draw(const gl::VertexArray& nothing) {
    const float clear[4] = {0, 0, 0, 1};
    for (const GLint target : {0, 1}) glClearBufferfv(GL_COLOR, target, clear);
    if (empty_) return;
    glUseProgram(marching_.id());
    glBindVertexArray(nothing.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace fum
