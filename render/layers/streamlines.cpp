#include "render/layers/streamlines.h"

#include <fmt/core.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "render/shader.h"
#include "sim/core/error.h"

namespace fum {
namespace {

/// Half of a streamline, the seed first; `way` 1 with the flow, -1 against it. `closed`: it came back.
std::vector<StreamPoint> half_line(const HostFlow& flow, const Float3& seed, const TraceOptions& o, float way,
                                   bool& closed) {
    closed = false;
    bool moving = true;
    const auto along = [&](const Float3& p) -> Float3 {
        if (!flow.inside(p)) return moving = false, Float3{};
        const Float3 u = flow.at(p);
        const float speed = length(u);
        if (!(speed > o.slowest)) return moving = false, Float3{};
        return u * (way / speed);
    };
    std::vector<StreamPoint> line{{seed, length(flow.at(seed))}};
    const int steps = static_cast<int>(o.length / o.step);
    Float3 p = seed;
    for (int i = 0; i < steps; ++i) {
        const float h = o.step;
        const Float3 a = along(p), b = along(p + a * (h / 2)), c = along(p + b * (h / 2)), d = along(p + c * h);
        const Float3 next = p + (a + b * 2.0f + c * 2.0f + d) * (h / 6);
        if (!moving || !flow.inside(next)) return line;
        p = next;
        line.push_back({p, length(flow.at(p))});
        // Back at the seed: after some way out, within half a step of it.
        if (i > 8 && length(p - seed) < 0.55f * h) {
            line.push_back(line.front());
            closed = true;
            return line;
        }
    }
    return line;
}

}  // namespace

bool HostFlow::inside(const Float3& p) const {
    bool all = true;
    for (int d = 0; d < 3; ++d) all = all && p[d] >= 0 && p[d] <= static_cast<float>(nodes[d] - 1);
    return all;
}

Float3 HostFlow::at(const Float3& p) const {
    Int3 low;
    Float3 share;
    for (int d = 0; d < 3; ++d) {
        low[d] = std::clamp(static_cast<int>(p[d]), 0, std::max(nodes[d] - 2, 0));
        share[d] = nodes[d] > 1 ? p[d] - static_cast<float>(low[d]) : 0;
    }
    const std::size_t count = static_cast<std::size_t>(nodes.x) * nodes.y * nodes.z;
    Float3 sum{};
    for (int corner = 0; corner < 8; ++corner) {
        const float weight = (corner & 1 ? share.x : 1 - share.x) * (corner & 2 ? share.y : 1 - share.y) *
                             (corner & 4 ? share.z : 1 - share.z);
        if (weight == 0) continue;
        const std::size_t k =
            (static_cast<std::size_t>(low.z + (corner >> 2)) * nodes.y + low.y + (corner >> 1 & 1)) * nodes.x + low.x +
            (corner & 1);
        sum += Float3{u[k], u[count + k], u[2 * count + k]} * weight;
    }
    return sum;
}

std::vector<StreamPoint> streamline(const HostFlow& flow, const Float3& seed, const TraceOptions& options) {
    if (!flow.inside(seed)) return {};
    bool closed = false;
    std::vector<StreamPoint> down = half_line(flow, seed, options, 1, closed);
    if (closed || !options.both_ways) return down;
    std::vector<StreamPoint> line = half_line(flow, seed, options, -1, closed);
    std::reverse(line.begin(), line.end());
    line.insert(line.end(), down.begin() + 1, down.end());
    return line;
}

std::vector<StreamPoint> streamlines(const HostFlow& flow, std::span<const Float3> seeds, const TraceOptions& options) {
    FUM_ASSERT(flow.u.size() == 3 * static_cast<std::size_t>(flow.nodes.x) * flow.nodes.y * flow.nodes.z,
               fmt::format("{} values", flow.u.size()));
    std::vector<std::vector<StreamPoint>> lines(seeds.size());
    tbb::parallel_for(std::size_t{0}, seeds.size(),
                      [&](std::size_t i) { lines[i] = streamline(flow, seeds[i], options); });
    std::vector<StreamPoint> list;
    for (const auto& line : lines) {
        if (line.size() < 2) continue;
        list.push_back({line.front().place, -1});  // no segment begins or ends here
        list.insert(list.end(), line.begin(), line.end());
        list.push_back({line.back().place, -1});
    }
    return list;
}

StreamlinesLayer::StreamlinesLayer()
    : drawing_(make_program({"streamlines.vert", "streamlines.frag"})), layout_(gl::make_vertex_array()) {
    for (GLuint a = 0; a < 4; ++a) {  // four neighbours of the list: before, from, to, after
        glEnableVertexArrayAttrib(layout_.id(), a);
        glVertexArrayAttribFormat(layout_.id(), a, 4, GL_FLOAT, GL_FALSE, a * sizeof(StreamPoint));
        glVertexArrayAttribBinding(layout_.id(), a, 0);
    }
    glVertexArrayBindingDivisor(layout_.id(), 0, 1);
}

void StreamlinesLayer::use(std::span<const StreamPoint> list) {
    count_ = static_cast<int>(list.size());
    if (list.empty()) return;
    points_ = gl::make_buffer(static_cast<GLsizeiptr>(list.size_bytes()), list.data());
    glVertexArrayVertexBuffer(layout_.id(), 0, points_.id(), 0, sizeof(StreamPoint));
}

void StreamlinesLayer::draw(const DrawView& view) {
    if (count_ < 4) return;
    set_field(drawing_, field, ShownQuantity::speed, scale);
    colors_.set(drawing_, coloring);
    glProgramUniform2f(drawing_.id(), 0, width_m, width_px * view.pixel);
    glProgramUniform1f(drawing_.id(), 1, view.samples_per_metre());
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(drawing_.id());
    glBindVertexArray(layout_.id());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_ - 3);
    glDisable(GL_BLEND);
}

}  // namespace fum
