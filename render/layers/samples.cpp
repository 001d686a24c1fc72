#include "render/layers/samples.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "render/shader.h"
#include "sim/core/error.h"

namespace fum {

std::vector<float> counted_samples(std::span<const Float3> places) {
    const auto key = [](const Float3& p) {
        const auto part = [](float v) { return static_cast<std::uint64_t>(std::lround(v) + (1 << 20)) & 0x1fffff; };
        return part(p.x) | part(p.y) << 21 | part(p.z) << 42;
    };
    std::unordered_map<std::uint64_t, int> cells;
    for (const Float3& p : places) ++cells[key(p)];
    std::vector<float> counted;
    counted.reserve(4 * places.size());
    for (const Float3& p : places) counted.insert(counted.end(), {p.x, p.y, p.z, static_cast<float>(cells[key(p)])});
    return counted;
}

SamplesLayer::SamplesLayer()
    : drawing_(make_program({"samples.vert", "samples.frag"})), layout_(gl::make_vertex_array()) {
    glEnableVertexArrayAttrib(layout_.id(), 0);
    glVertexArrayAttribFormat(layout_.id(), 0, 4, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(layout_.id(), 0, 0);
}

void SamplesLayer::upload(std::span<const float> samples) {
    FUM_ASSERT(samples.size() % 4 == 0, fmt::format("{} floats", samples.size()));
    count_ = static_cast<int>(samples.size() / 4);
    if (count_ == 0) return;
    samples_ = gl::make_buffer(static_cast<GLsizeiptr>(samples.size_bytes()), samples.data());
    glVertexArrayVertexBuffer(layout_.id(), 0, samples_.id(), 0, 4 * sizeof(float));
}

void SamplesLayer::draw(const DrawView& view) {
    if (count_ == 0) return;
    set_field(drawing_, field, ShownQuantity::value, 1);
    GLfloat sizes[2] = {1, 1};
    glGetFloatv(GL_POINT_SIZE_RANGE, sizes);
    glProgramUniform2f(drawing_.id(), 0, size_m, size_px * view.pixel);
    glProgramUniform2f(drawing_.id(), 1, view.samples_per_metre(), sizes[1]);
    glProgramUniform2f(drawing_.id(), 2, fewest, most);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glUseProgram(drawing_.id());
    glBindVertexArray(layout_.id());
    glDrawArrays(GL_POINTS, 0, count_);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

}  // namespace fum
