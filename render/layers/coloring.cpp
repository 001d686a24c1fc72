#include "render/layers/coloring.h"

#include "render/layers/frame.h"

namespace fum {

void ColorTexture::set(const gl::Program& program, const Coloring& coloring) {
    if (!texture_) {
        GLuint id = 0;
        glCreateTextures(GL_TEXTURE_1D, 1, &id);
        texture_ = gl::Texture(id);
        glTextureStorage1D(id, 1, GL_RGB8, 256);
        for (const GLenum key : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) glTextureParameteri(id, key, GL_LINEAR);
        glTextureParameteri(id, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    }
    if (map_ != coloring.map) {
        map_ = coloring.map;
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTextureSubImage1D(texture_.id(), 0, 0, 256, GL_RGB, GL_UNSIGNED_BYTE, color_table(coloring.map).data());
    }
    glProgramUniform2f(program.id(), 26, coloring.range.low, coloring.range.high);
    glProgramUniform1i(program.id(), 27, coloring.mark_outside ? 1 : 0);
    glBindTextureUnit(color_map, texture_.id());
}

}  // namespace fum
