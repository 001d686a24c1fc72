// Owning handles for OpenGL objects: one owner, moved not copied, empty is valid. Objects are made and freed with their
// context current.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace fum::gl {

template <class Kind>
class Handle {
public:
    Handle() = default;
    explicit Handle(GLuint id) : id_(id) {}
    Handle(Handle&& o) noexcept : id_(std::exchange(o.id_, 0)) {}
    Handle& operator=(Handle&& o) noexcept {
        std::swap(id_, o.id_);
        return *this;
    }
    ~Handle() {
        if (id_ != 0) Kind::free(id_);
    }
    GLuint id() const { return id_; }
    explicit operator bool() const { return id_ != 0; }

private:
    GLuint id_ = 0;
};

struct BufferKind {
    static void free(GLuint id) { glDeleteBuffers(1, &id); }
};
struct TextureKind {
    static void free(GLuint id) { glDeleteTextures(1, &id); }
};
struct FramebufferKind {
    static void free(GLuint id) { glDeleteFramebuffers(1, &id); }
};
struct VertexArrayKind {
    static void free(GLuint id) { glDeleteVertexArrays(1, &id); }
};
struct ShaderKind {
    static void free(GLuint id) { glDeleteShader(id); }
};
struct ProgramKind {
    static void free(GLuint id) { glDeleteProgram(id); }
};

using Buffer = Handle<BufferKind>;
using Texture = Handle<TextureKind>;
using Framebuffer = Handle<FramebufferKind>;
using VertexArray = Handle<VertexArrayKind>;
using Shader = Handle<ShaderKind>;
using Program = Handle<ProgramKind>;

inline Buffer make_buffer(GLsizeiptr bytes, const void* data, GLbitfield flags = 0) {
    GLuint id = 0;
    glCreateBuffers(1, &id);
    Buffer made(id);
    glNamedBufferStorage(id, bytes, data, flags);
    return made;
}

inline VertexArray make_vertex_array() {
    GLuint id = 0;
    glCreateVertexArrays(1, &id);
    return VertexArray(id);
}

inline Framebuffer make_framebuffer() {
    GLuint id = 0;
    glCreateFramebuffers(1, &id);
    return Framebuffer(id);
}

/// One level, filtered linearly (GL_LINEAR) or not (GL_NEAREST), clamped to its edge.
inline Texture make_texture_2d(GLenum format, int width, int height, GLint filter) {
    GLuint id = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &id);
    Texture made(id);
    glTextureStorage2D(id, 1, format, width, height);
    for (const GLenum key : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) glTextureParameteri(id, key, filter);
    for (const GLenum key : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) glTextureParameteri(id, key, GL_CLAMP_TO_EDGE);
    return made;
}

inline Texture make_texture_3d(GLenum format, int nx, int ny, int nz, GLint filter) {
    GLuint id = 0;
    glCreateTextures(GL_TEXTURE_3D, 1, &id);
    Texture made(id);
    glTextureStorage3D(id, 1, format, nx, ny, nz);
    for (const GLenum key : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) glTextureParameteri(id, key, filter);
    for (const GLenum key : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
        glTextureParameteri(id, key, GL_CLAMP_TO_EDGE);
    return made;
}

/// What is sampled outside the texture.
inline void set_border(const Texture& texture, float value) {
    const float color[4] = {value, value, value, value};
    for (const GLenum key : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
        glTextureParameteri(texture.id(), key, GL_CLAMP_TO_BORDER);
    glTextureParameterfv(texture.id(), GL_TEXTURE_BORDER_COLOR, color);
}

}  // namespace fum::gl
