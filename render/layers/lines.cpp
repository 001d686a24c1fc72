#include "render/layers/lines.h"

#include <algorithm>
#include <cstddef>

#include "render/shader.h"

namespace fum {

Lines::Lines() : drawing_(make_program({"lines.vert", "lines.frag"})), layout_(gl::make_vertex_array()) {
    const struct {
        GLint size;
        std::size_t offset;
    } attributes[] = {
        {3, offsetof(Line, from)}, {3, offsetof(Line, to)}, {4, offsetof(Line, color)}, {1, offsetof(Line, width)}};
    for (GLuint a = 0; a < 4; ++a) {
        glEnableVertexArrayAttrib(layout_.id(), a);
        glVertexArrayAttribFormat(layout_.id(), a, attributes[a].size, GL_FLOAT, GL_FALSE,
                                  static_cast<GLuint>(attributes[a].offset));
        glVertexArrayAttribBinding(layout_.id(), a, 0);
    }
    glVertexArrayBindingDivisor(layout_.id(), 0, 1);
}

void Lines::set(std::span<const Line> lines) {
    count_ = static_cast<int>(lines.size());
    if (lines.empty()) return;
    if (count_ > room_) {
        room_ = std::max(count_, 2 * room_);
        lines_ = gl::make_buffer(static_cast<GLsizeiptr>(room_) * sizeof(Line), nullptr, GL_DYNAMIC_STORAGE_BIT);
        glVertexArrayVertexBuffer(layout_.id(), 0, lines_.id(), 0, sizeof(Line));
    }
    glNamedBufferSubData(lines_.id(), 0, static_cast<GLsizeiptr>(lines.size_bytes()), lines.data());
}

void Lines::draw(const DrawView& view, bool over) const {
    if (count_ == 0) return;
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    if (over) glDisable(GL_DEPTH_TEST);
    glProgramUniform1f(drawing_.id(), 0, view.pixel);
    glProgramUniform1f(drawing_.id(), 1, 8e-5f);
    glUseProgram(drawing_.id());
    glBindVertexArray(layout_.id());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    if (over) glEnable(GL_DEPTH_TEST);
}

void LinesLayer::draw(const DrawView& view) { lines_.draw(view); }

}  // namespace fum
