#include "render/layers/vectors.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "render/shader.h"

namespace fum {
namespace {

struct Corner {
    glm::vec3 position, normal;
};

/// A shaft and a head along +z, eight sides round, from 0 to 1.
std::vector<Corner> arrow_mesh() {
    constexpr int sides = 8;
    constexpr float shaft = 0.055f, head = 0.17f, neck = 0.58f;
    std::vector<Corner> mesh;
    const auto ring = [](int i, float radius, float z) {
        const float a = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / sides;
        return glm::vec3(radius * std::cos(a), radius * std::sin(a), z);
    };
    const auto outward = [](const glm::vec3& p, float z) {
        return glm::normalize(glm::vec3(p.x, p.y, 0) / glm::length(glm::vec3(p.x, p.y, 0)) + glm::vec3(0, 0, z));
    };
    const auto triangle = [&](const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const glm::vec3& na,
                              const glm::vec3& nb, const glm::vec3& nc) {
        mesh.insert(mesh.end(), {{a, na}, {b, nb}, {c, nc}});
    };
    for (int i = 0; i < sides; ++i) {
        const glm::vec3 a = ring(i, shaft, 0), b = ring(i + 1, shaft, 0), c = ring(i, shaft, neck),
                        d = ring(i + 1, shaft, neck), na = outward(a, 0), nb = outward(b, 0), back(0, 0, -1);
        triangle(a, b, d, na, nb, nb);
        triangle(a, d, c, na, nb, na);
        const glm::vec3 e = ring(i, head, neck), f = ring(i + 1, head, neck), tip(0, 0, 1), foot(0, 0, neck);
        triangle(e, f, tip, outward(e, 0.4f), outward(f, 0.4f), outward(e + f, 0.4f));
        triangle(foot, f, e, back, back, back);
    }
    return mesh;
}

}  // namespace

VectorsLayer::VectorsLayer()
    : drawing_(make_program({"vectors.vert", "vectors.frag"})), layout_(gl::make_vertex_array()) {
    const std::vector<Corner> mesh = arrow_mesh();
    corners_ = static_cast<int>(mesh.size());
    arrow_ = gl::make_buffer(static_cast<GLsizeiptr>(mesh.size() * sizeof(Corner)), mesh.data());
    glVertexArrayVertexBuffer(layout_.id(), 0, arrow_.id(), 0, sizeof(Corner));
    for (GLuint a = 0; a < 2; ++a) {
        glEnableVertexArrayAttrib(layout_.id(), a);
        glVertexArrayAttribFormat(layout_.id(), a, 3, GL_FLOAT, GL_FALSE, a * sizeof(glm::vec3));
        glVertexArrayAttribBinding(layout_.id(), a, 0);
    }
}

void VectorsLayer::draw(const DrawView&) {
    const std::vector<glm::vec3> outline = cut(field, plane);
    if (field.texture == 0 || outline.empty()) return;
    const glm::vec3 n = glm::normalize(plane.normal);
    const glm::vec3 u = glm::normalize(glm::cross(n, std::abs(n.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0)));
    const glm::vec3 v = glm::cross(n, u);
    glm::vec2 low(1e30f), high(-1e30f);
    for (const glm::vec3& p : outline) {
        const glm::vec2 at(glm::dot(p - plane.point, u), glm::dot(p - plane.point, v));
        low = glm::min(low, at);
        high = glm::max(high, at);
    }
    const glm::vec2 size = high - low;
    const float gap = std::max(size.x, size.y) / static_cast<float>(std::max(across, 1));
    const int columns = std::max(1, static_cast<int>(size.x / gap)), rows = std::max(1, static_cast<int>(size.y / gap));
    const glm::vec2 start = low + 0.5f * (size - gap * glm::vec2(columns - 1, rows - 1));
    const glm::vec3 first = plane.point + u * start.x + v * start.y, right = u * gap, down = v * gap;

    set_field(drawing_, field, ShownQuantity::speed, scale);
    colors_.set(drawing_, coloring);
    glProgramUniform3fv(drawing_.id(), 0, 1, &first.x);
    glProgramUniform3fv(drawing_.id(), 1, 1, &right.x);
    glProgramUniform3fv(drawing_.id(), 2, 1, &down.x);
    glProgramUniform1i(drawing_.id(), 3, columns);
    glProgramUniform2f(drawing_.id(), 4, gap / std::max(full_speed, 1e-12f), gap);
    glProgramUniform4fv(drawing_.id(), 5, 1, &tint.x);
    glUseProgram(drawing_.id());
    glBindVertexArray(layout_.id());
    glDrawArraysInstanced(GL_TRIANGLES, 0, corners_, columns * rows);
}

}  // namespace fum
