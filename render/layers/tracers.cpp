#include "render/layers/tracers.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "render/shader.h"
#include "sim/core/error.h"

namespace fum {
namespace {

constexpr GLsizei tracer_bytes = 4 * sizeof(float);
constexpr float least_px = 1.5f;       // diameter; the smallest that does not flicker as it moves
constexpr float widest_splat_px = 24;  // a thread goes through all pixels of its sprite

/// The opacity of one sprite that stands for n.
float denser(float opacity, int n) { return 1 - std::pow(1 - std::clamp(opacity, 0.0f, 1.0f), static_cast<float>(n)); }

}  // namespace

TracersLayer::TracersLayer()
    : drawing_(make_program({"tracers.vert", "tracers.frag"})),
      splatting_(make_program({"tracer_splat.comp"})),
      joining_(make_program({"tracer_join.comp"})),
      layout_(gl::make_vertex_array()) {
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

/// Of the sprites, at most: pixels.
float TracersLayer::widest(const DrawView& view) const {
    if (size_m <= 0) return size_px;
    const float nearest = std::max(glm::distance(view.lens.eye, view.bounds.center) - view.bounds.radius, 1e-6f);
    return size_m * view.samples_per_metre() / (nearest * view.pixel);
}

/// `least`, `most`: diameters in samples that can be drawn.
void TracersLayer::set(const gl::Program& program, const DrawView& view, int stride, float least, float most) {
    set_field(program, field, ShownQuantity::speed, scale);
    colors_.set(program, coloring);
    const bool by_speed = color_by == ColorBy::speed && field.texture != 0;
    const ColorBy by = color_by == ColorBy::speed && !by_speed ? ColorBy::constant : color_by;
    glProgramUniform1i(program.id(), 0, static_cast<int>(by));
    glProgramUniform4f(program.id(), 1, tint.r, tint.g, tint.b, denser(tint.a, stride));
    glProgramUniform2f(program.id(), 2, size_m, size_px);
    glProgramUniform4f(program.id(), 3, view.samples_per_metre(), view.pixel, least, most);
    glProgramUniform1f(program.id(), 4, fade_age);
    glProgramUniform1i(program.id(), 5, additive ? 1 : 0);
}

void TracersLayer::splat(const DrawView& view, int drawn, int stride) {
    const int side = static_cast<int>(view.pixel), width = view.width / side, height = view.height / side;
    if (width * height > sums_room_) {
        sums_room_ = width * height;
        sums_ = gl::make_buffer(static_cast<GLsizeiptr>(sums_room_) * 4 * sizeof(GLuint), nullptr);
        glClearNamedBufferData(sums_.id(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    }
    set(splatting_, view, stride, least_px * view.pixel, 2 * widest_splat_px * view.pixel);
    glProgramUniform2i(splatting_.id(), 6, drawn, stride);
    glProgramUniform2i(splatting_.id(), 7, width, height);
    glBindTextureUnit(depth_map, view.depth);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer_);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, sums_.id());
    glUseProgram(splatting_.id());
    glDispatchCompute(static_cast<GLuint>(drawn + 127) / 128, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    glProgramUniform1i(joining_.id(), 0, additive ? 1 : 0);
    glProgramUniform1i(joining_.id(), 1, side);
    glProgramUniform2i(joining_.id(), 2, width, height);
    glUseProgram(joining_.id());
    view.lay_over(width, height);
}

void TracersLayer::draw(const DrawView& view) {
    const int most = view.quality.most_tracers > 0 ? view.quality.most_tracers : std::max(count_, 1);
    const int stride = std::max({view.quality.tracer_stride, (count_ + most - 1) / most, 1});
    const int drawn = (count_ + stride - 1) / stride;
    if (drawn == 0) return;
    if (splats && widest(view) <= widest_splat_px) return splat(view, drawn, stride);
    glVertexArrayVertexBuffer(layout_.id(), 0, buffer_, 0, stride * tracer_bytes);
    GLfloat sizes[2] = {1, 1};
    glGetFloatv(GL_POINT_SIZE_RANGE, sizes);
    set(drawing_, view, stride, least_px, sizes[1]);
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
