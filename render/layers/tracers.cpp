#include "render/layers/tracers.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "render/shader.h"
#include "sim/core/error.h"

namespace fum {
namespace {

constexpr GLsizei tracer_bytes = 4 * sizeof(float);

/// The opacity of one sprite that stands for n.
float denser(float opacity, int n) { return 1 - std::pow(1 - std::clamp(opacity, 0.0f, 1.0f), static_cast<float>(n)); }

}  // namespace

TracersLayer::TracersLayer()
    : drawing_(make_program({"tracers.vert", "tracers.frag"})), layout_(gl::make_vertex_array()) {
    glEnableVertexArrayAttrib(layout_.id(), 0);
    glVertexArrayAttribFormat(layout_.id(), 0, 4, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(layout_.id(), 0, 0);
}

void TracersLayer::upload(std::span<const float> tracers) {
    FUM_ASSERT(tracers.size() % 4 == 0, fmt::format("{} floats", tracers.size()));
    const int count = static_cast<int>(tracers.size() / 4);
    if (count > room_ || !own_) {
        room_ = std::max({count, room_ + room_ / 2, 1});
        own_ = gl::make_buffer(static_cast<GLsizeiptr>(room_) * tracer_bytes, nullptr, GL_DYNAMIC_STORAGE_BIT);
    }
    if (count > 0) glNamedBufferSubData(own_.id(), 0, static_cast<GLsizeiptr>(tracers.size_bytes()), tracers.data());
    use(own_.id(), count);
}

void TracersLayer::use(GLuint buffer, int count) {
    buffer_ = buffer;
    count_ = count;
}

void TracersLayer::draw(const DrawView& view) {
    const int most = view.quality.most_tracers > 0 ? view.quality.most_tracers : std::max(count_, 1);
    const int stride = std::max({view.quality.tracer_stride, (count_ + most - 1) / most, 1});
    const int drawn = (count_ + stride - 1) / stride;
    if (drawn == 0) return;
    glVertexArrayVertexBuffer(layout_.id(), 0, buffer_, 0, stride * tracer_bytes);
    set_field(drawing_, field, ShownQuantity::speed, scale);
    colors_.set(drawing_, coloring);
    GLfloat sizes[2] = {1, 1};
    glGetFloatv(GL_POINT_SIZE_RANGE, sizes);
    const bool by_speed = color_by == ColorBy::speed && field.texture != 0;
    const ColorBy by = color_by == ColorBy::speed && !by_speed ? ColorBy::constant : color_by;
    glProgramUniform1i(drawing_.id(), 0, static_cast<int>(by));
    glProgramUniform4f(drawing_.id(), 1, tint.r, tint.g, tint.b, denser(tint.a, stride));
    glProgramUniform2f(drawing_.id(), 2, size_m, size_px);
    glProgramUniform3f(drawing_.id(), 3, view.samples_per_metre(), view.pixel, sizes[1]);
    glProgramUniform1f(drawing_.id(), 4, fade_age);
    glProgramUniform1i(drawing_.id(), 5, additive ? 1 : 0);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    glUseProgram(drawing_.id());
    glBindVertexArray(layout_.id());
    glDrawArrays(GL_POINTS, 0, drawn);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

}  // namespace fum
