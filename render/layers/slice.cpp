#include "render/layers/slice.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "render/shader.h"

namespace fum {
namespace {

constexpr int most_corners = 6;

glm::vec3 last_node(const GpuField& f) {
    const auto along = [](int n) { return std::max(static_cast<float>(n - 1), 1e-6f); };
    return to_glm(f.origin) + glm::vec3(along(f.nodes.x), along(f.nodes.y), along(f.nodes.z)) * f.dx;
}

}  // namespace

Plane axis_plane(const GpuField& field, int axis, float at) {
    Plane plane{to_glm(field.origin), glm::vec3(0)};
    plane.normal[axis] = 1;
    plane.point[axis] += std::clamp(at, 0.0f, 1.0f) * static_cast<float>(field.nodes[axis] - 1) * field.dx;
    return plane;
}

std::vector<glm::vec3> cut(const GpuField& field, const Plane& plane) {
    const glm::vec3 low = to_glm(field.origin), high = last_node(field), n = glm::normalize(plane.normal);
    const auto corner = [&](int c) {
        return glm::vec3(c & 1 ? high.x : low.x, c & 2 ? high.y : low.y, c & 4 ? high.z : low.z);
    };
    const float close = 1e-5f * field.dx;  // corners in the plane count once
    std::vector<glm::vec3> found;
    const auto add = [&](const glm::vec3& p) {
        for (const glm::vec3& q : found)
            if (glm::length(p - q) < close) return;
        found.push_back(p);
    };
    for (int a = 0; a < 8; ++a)
        for (int d = 0; d < 3; ++d) {
            const int b = a | 1 << d;
            if (a == b) continue;
            const glm::vec3 p = corner(a), q = corner(b);
            const float hp = glm::dot(p - plane.point, n), hq = glm::dot(q - plane.point, n);
            if (std::abs(hp) < close) add(p);
            if (std::abs(hq) < close) add(q);
            if (std::abs(hp) >= close && std::abs(hq) >= close && hp * hq < 0) add(p + (q - p) * (hp / (hp - hq)));
        }
    if (found.size() < 3) return {};
    glm::vec3 middle(0);
    for (const glm::vec3& p : found) middle += p / static_cast<float>(found.size());
    const glm::vec3 u = glm::normalize(found[0] - middle), v = glm::cross(n, u);
    std::sort(found.begin(), found.end(), [&](const glm::vec3& a, const glm::vec3& b) {
        const auto angle = [&](const glm::vec3& p) {
            return std::atan2(glm::dot(p - middle, v), glm::dot(p - middle, u));
        };
        return angle(a) < angle(b);
    });
    return found;
}

SliceLayer::SliceLayer()
    : drawing_(make_program({"slice.vert", "slice.frag"})),
      corners_(gl::make_buffer(most_corners * sizeof(glm::vec3), nullptr, GL_DYNAMIC_STORAGE_BIT)),
      layout_(gl::make_vertex_array()) {
    glVertexArrayVertexBuffer(layout_.id(), 0, corners_.id(), 0, sizeof(glm::vec3));
    glEnableVertexArrayAttrib(layout_.id(), 0);
    glVertexArrayAttribFormat(layout_.id(), 0, 3, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(layout_.id(), 0, 0);
}

void SliceLayer::draw(const DrawView& view) {
    const std::vector<glm::vec3> corners = cut(field, plane);
    if (field.texture == 0 || corners.empty() || corners.size() > most_corners) return;
    glNamedBufferSubData(corners_.id(), 0, static_cast<GLsizeiptr>(corners.size() * sizeof(glm::vec3)), corners.data());
    set_field(drawing_, field, quantity, scale);
    colors_.set(drawing_, coloring);
    glProgramUniform1f(drawing_.id(), 0, opacity);
    glProgramUniform1i(drawing_.id(), 1, smooth ? 0 : 1);
    if (opacity < 1) {
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        glDepthMask(GL_FALSE);  // what lies behind is seen through it
    }
    glUseProgram(drawing_.id());
    glBindVertexArray(layout_.id());
    glDrawArrays(GL_TRIANGLE_FAN, 0, static_cast<GLsizei>(corners.size()));
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);

    std::vector<Line> edges;
    for (std::size_t i = 0; i < corners.size(); ++i)
        edges.push_back({corners[i], corners[(i + 1) % corners.size()], frame_color, 1.2f});
    frame_.set(edges);
    frame_.draw(view);
}

}  // namespace fum
