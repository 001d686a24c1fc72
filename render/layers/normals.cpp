#include "render/layers/normals.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <tuple>

namespace fum {
namespace {

/// For each vertex the first, in index order after sorting by place, that stands at the same place.
std::vector<int> welded(std::span<const Float3> vertices) {
    std::vector<int> order(vertices.size()), first(vertices.size());
    std::iota(order.begin(), order.end(), 0);
    const auto place = [&](int i) { return std::tie(vertices[i].x, vertices[i].y, vertices[i].z); };
    std::sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
    for (std::size_t i = 0; i < order.size(); ++i)
        first[order[i]] = i > 0 && place(order[i]) == place(order[i - 1]) ? first[order[i - 1]] : order[i];
    return first;
}

float angle_between(const Float3& a, const Float3& b) {
    return std::acos(std::clamp(dot(normalized(a), normalized(b)), -1.0f, 1.0f));
}

struct Face {
    Int3 corner;  // welded vertices
    Float3 normal;
    Float3 angle;  // at each corner, radians
};

std::vector<Face> faces_of(std::span<const Float3> vertices, std::span<const Int3> triangles) {
    const std::vector<int> first = welded(vertices);
    std::vector<Face> faces;
    faces.reserve(triangles.size());
    for (const Int3& t : triangles) {
        const Float3 a = vertices[t.x], b = vertices[t.y], c = vertices[t.z];
        const Double3 ab = cast<double>(b) - cast<double>(a), ac = cast<double>(c) - cast<double>(a);
        const Float3 normal = cast<float>(normalized(cross(ab, ac)));
        if (normal == Float3{}) continue;
        faces.push_back({{first[t.x], first[t.y], first[t.z]},
                         normal,
                         {angle_between(b - a, c - a), angle_between(c - b, a - b), angle_between(a - c, b - c)}});
    }
    return faces;
}

}  // namespace

std::vector<LitCorner> lit_corners(std::span<const Float3> vertices, std::span<const Int3> triangles,
                                   float crease_deg) {
    const std::vector<Face> faces = faces_of(vertices, triangles);
    // around[start[v] ... start[v + 1]) are 3 * face + corner at vertex v.
    std::vector<int> start(vertices.size() + 2, 0), around(3 * faces.size());
    for (const Face& f : faces)
        for (int c = 0; c < 3; ++c) ++start[f.corner[c] + 2];
    std::partial_sum(start.begin(), start.end(), start.begin());
    for (std::size_t i = 0; i < faces.size(); ++i)
        for (int c = 0; c < 3; ++c) around[start[faces[i].corner[c] + 1]++] = static_cast<int>(3 * i) + c;

    const float limit = std::cos(crease_deg * std::numbers::pi_v<float> / 180);
    std::vector<LitCorner> corners;
    corners.reserve(3 * faces.size());
    for (const Face& f : faces)
        for (int c = 0; c < 3; ++c) {
            Float3 sum{};
            for (int i = start[f.corner[c]]; i < start[f.corner[c] + 1]; ++i) {
                const Face& other = faces[around[i] / 3];
                if (dot(f.normal, other.normal) >= limit) sum += other.normal * other.angle[around[i] % 3];
            }
            const Float3 normal = normalized(sum);
            corners.push_back({vertices[f.corner[c]], normal == Float3{} ? f.normal : normal});
        }
    return corners;
}

}  // namespace fum
