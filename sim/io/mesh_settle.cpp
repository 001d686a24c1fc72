#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "sim/io/mesh_raw.h"

namespace fum {
namespace {

/// A triangle whose height is below this share of its longest side has no area: float positions cannot hold less.
constexpr double flat_height = 1e-12;

const Float3& corner(const Mesh& mesh, const Int3& t, int c) { return mesh.vertices[static_cast<std::size_t>(t[c])]; }

Double3 twice_area_vector(const Mesh& mesh, const Int3& t) {
    const auto a = cast<double>(corner(mesh, t, 0));
    return cross(cast<double>(corner(mesh, t, 1)) - a, cast<double>(corner(mesh, t, 2)) - a);
}

bool has_no_area(const Mesh& mesh, const Int3& t) {
    double longest2 = 0;
    for (int c = 0; c < 3; ++c) {
        const auto side = cast<double>(corner(mesh, t, c)) - cast<double>(corner(mesh, t, (c + 1) % 3));
        longest2 = std::max(longest2, dot(side, side));
    }
    return length(twice_area_vector(mesh, t)) <= flat_height * longest2;
}

std::int64_t drop_non_finite(Mesh& mesh) {
    std::vector<bool> finite(mesh.vertices.size());
    for (std::size_t v = 0; v < finite.size(); ++v) {
        const Float3& p = mesh.vertices[v];
        finite[v] = std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
    }
    const auto ok = [&](int v) { return finite[static_cast<std::size_t>(v)]; };
    return static_cast<std::int64_t>(
        std::erase_if(mesh.triangles, [&](const Int3& t) { return !ok(t.x) || !ok(t.y) || !ok(t.z); }));
}

std::uint64_t hash(const Float3& p) {
    std::uint64_t h = 0x9E3779B97F4A7C15u;
    for (int d = 0; d < 3; ++d) {
        h = (h ^ std::bit_cast<std::uint32_t>(p[d])) * 0xBF58476D1CE4E5B9u;
        h ^= h >> 29;
    }
    return h;
}

/// Gives vertices at equal positions one index and forgets those that no triangle uses. Keeps the order of first use.
void weld(Mesh& mesh) {
    const std::size_t slots = std::bit_ceil(2 * std::min(mesh.vertices.size(), 3 * mesh.triangles.size()) + 1);
    std::vector<std::int32_t> table(slots, -1);  // open addressing: slot -> new index
    std::vector<Float3> kept;
    std::vector<std::int32_t> renamed(mesh.vertices.size(), -1);
    const auto place = [&](std::int32_t old) {
        std::int32_t& name = renamed[static_cast<std::size_t>(old)];
        if (name >= 0) return name;
        const Float3 p = mesh.vertices[static_cast<std::size_t>(old)] + Float3{};  // -0 + 0 is +0
        for (std::size_t s = hash(p) & (slots - 1);; s = (s + 1) & (slots - 1)) {
            if (table[s] < 0) {
                table[s] = static_cast<std::int32_t>(kept.size());
                kept.push_back(p);
            }
            if (kept[static_cast<std::size_t>(table[s])] == p) return name = table[s];
        }
    };
    for (Int3& t : mesh.triangles)
        for (int c = 0; c < 3; ++c) t[c] = place(t[c]);
    mesh.vertices = std::move(kept);
}

struct EdgeCount {
    std::int64_t open = 0;  // one triangle
    std::int64_t odd = 0;   // more than two
};

EdgeCount count_edges(const Mesh& mesh) {
    std::vector<std::uint64_t> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (const Int3& t : mesh.triangles)
        for (int c = 0; c < 3; ++c) {
            const auto a = static_cast<std::uint32_t>(t[c]), b = static_cast<std::uint32_t>(t[(c + 1) % 3]);
            edges.push_back(std::uint64_t{std::min(a, b)} << 32 | std::max(a, b));
        }
    std::sort(edges.begin(), edges.end());
    EdgeCount count;
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
        while (end < edges.size() && edges[end] == edges[begin]) ++end;
        if (end - begin == 1) ++count.open;
        if (end - begin > 2) ++count.odd;
    }
    return count;
}

/// Pieces that hang together through shared vertices: union-find with path halving.
std::int64_t count_components(const Mesh& mesh) {
    std::vector<std::int32_t> parent(mesh.vertices.size());
    for (std::size_t v = 0; v < parent.size(); ++v) parent[v] = static_cast<std::int32_t>(v);
    const auto root = [&](std::int32_t v) {
        const auto up = [&](std::int32_t w) -> std::int32_t& { return parent[static_cast<std::size_t>(w)]; };
        while (up(v) != v) v = up(v) = up(up(v));
        return v;
    };
    auto pieces = static_cast<std::int64_t>(parent.size());
    for (const Int3& t : mesh.triangles)
        for (int c = 1; c < 3; ++c) {
            const std::int32_t a = root(t[0]), b = root(t[c]);
            if (a == b) continue;
            parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
            --pieces;
        }
    return pieces;
}

void measure(const Mesh& mesh, MeshReport& report) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    Double3 low{inf, inf, inf}, high{-inf, -inf, -inf};
    for (const Float3& v : mesh.vertices)
        for (int d = 0; d < 3; ++d) {
            low[d] = std::min(low[d], double{v[d]});
            high[d] = std::max(high[d], double{v[d]});
        }
    if (mesh.vertices.empty()) low = high = {};
    const Double3 middle = (low + high) * 0.5;  // the volume about it cancels least
    for (const Int3& t : mesh.triangles) {
        const Double3 n = twice_area_vector(mesh, t);
        report.area_m2 += length(n) / 2;
        report.volume_m3 += dot(cast<double>(corner(mesh, t, 0)) - middle, n) / 6;
    }
    report.min_m = low + mesh.offset;
    report.max_m = high + mesh.offset;
    report.triangles = std::ssize(mesh.triangles);
    report.vertices = std::ssize(mesh.vertices);
}

}  // namespace

void settle(Mesh& mesh, MeshReport& report) {
    report.non_finite += drop_non_finite(mesh);
    weld(mesh);
    report.degenerate += static_cast<std::int64_t>(
        std::erase_if(mesh.triangles, [](const Int3& t) { return t.x == t.y || t.y == t.z || t.z == t.x; }));
    EdgeCount edges = count_edges(mesh);
    const auto flat =
        static_cast<std::int64_t>(std::erase_if(mesh.triangles, [&](const Int3& t) { return has_no_area(mesh, t); }));
    if (flat > 0) {  // they may close the seam between a finer and a coarser part, or just hang there
        const EdgeCount without = count_edges(mesh);
        if (without.open < edges.open) edges = without;
    }
    report.degenerate += flat;
    report.open_edges = edges.open;
    report.odd_edges = edges.odd;
    weld(mesh);
    report.components = count_components(mesh);
    measure(mesh, report);
}

MeshReport judge(const Mesh& mesh) {
    for (const Int3& t : mesh.triangles)
        for (int c = 0; c < 3; ++c) FUM_ASSERT(t[c] >= 0 && t[c] < std::ssize(mesh.vertices), std::to_string(t[c]));
    Mesh copy = mesh;
    MeshReport report;
    report.unit_from = "given";
    settle(copy, report);
    return report;
}

}  // namespace fum
