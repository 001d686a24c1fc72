#include "app/window/stream_seeds.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fum {
namespace {

std::size_t count_of(const Int3& n) {
    return static_cast<std::size_t>(n.x) * static_cast<std::size_t>(n.y) * static_cast<std::size_t>(n.z);
}

bool inside(const Float3& p, const Int3& n) {
    for (int d = 0; d < 3; ++d)
        if (!(p[d] >= 0) || p[d] > static_cast<float>(n[d] - 1)) return false;
    return true;
}

/// Columns and rows of about `count` cells of equal sides in a x b.
std::pair<int, int> grid(float a, float b, int count) {
    const float side = std::sqrt(std::max(a * b, 1e-6f) / static_cast<float>(std::max(count, 1)));
    return {std::max(1, static_cast<int>(std::lround(a / side))), std::max(1, static_cast<int>(std::lround(b / side)))};
}

float middle(int i, int n) { return (static_cast<float>(i) + 0.5f) / static_cast<float>(n); }

}  // namespace

OwnFlow copied(std::span<const float> u, const Int3& n, std::int64_t most) {
    OwnFlow own{{}, n, 1};
    const std::size_t all = count_of(n);
    while (static_cast<std::int64_t>(count_of(own.nodes)) > most) {
        ++own.stride;
        for (int d = 0; d < 3; ++d) own.nodes[d] = (n[d] - 1) / own.stride + 1;
    }
    if (own.stride == 1) {
        own.u.assign(u.begin(), u.end());
        return own;
    }
    own.u.reserve(3 * count_of(own.nodes));
    for (std::size_t c = 0; c < 3; ++c)
        for (int z = 0; z < own.nodes.z; ++z)
            for (int y = 0; y < own.nodes.y; ++y) {
                const std::size_t row =
                    c * all + (static_cast<std::size_t>(z * own.stride) * static_cast<std::size_t>(n.y) +
                               static_cast<std::size_t>(y * own.stride)) *
                                  static_cast<std::size_t>(n.x);
                for (int x = 0; x < own.nodes.x; ++x)
                    own.u.push_back(u[row + static_cast<std::size_t>(x * own.stride)]);
            }
    return own;
}

std::vector<Float3> face_seeds(const Int3& nodes, const std::array<bool, 6>& inflow, int count) {
    std::vector<Float3> seeds;
    const auto faces = static_cast<int>(std::count(inflow.begin(), inflow.end(), true));
    if (faces == 0) return plane_seeds(nodes, cast<float>(nodes - Int3{1, 1, 1}) * 0.5f, {1, 0, 0}, count);
    for (int face = 0; face < 6; ++face) {
        if (!inflow[static_cast<std::size_t>(face)]) continue;
        const int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        const auto last = [&](int d) { return static_cast<float>(nodes[d] - 1); };
        const auto [columns, rows] = grid(last(u), last(v), count / faces);
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c) {
                Float3 p;
                p[axis] = face % 2 == 0 ? std::min(1.0f, last(axis)) : std::max(last(axis) - 1, 0.0f);
                p[u] = middle(c, columns) * last(u);
                p[v] = middle(r, rows) * last(v);
                seeds.push_back(p);
            }
    }
    return seeds;
}

std::vector<Float3> plane_seeds(const Int3& nodes, const Float3& point, const Float3& normal, int count) {
    const Float3 n = length(normal) > 0 ? normalized(normal) : Float3{1, 0, 0};
    const Float3 u = normalized(cross(n, std::abs(n.y) < 0.9f ? Float3{0, 1, 0} : Float3{1, 0, 0})), v = cross(n, u);
    // The plane's rectangle around the box's shadow on it; what lies outside the box is left out, so more are tried.
    const Float3 last = cast<float>(nodes - Int3{1, 1, 1});
    float low[2] = {1e30f, 1e30f}, high[2] = {-1e30f, -1e30f};
    for (int corner = 0; corner < 8; ++corner) {
        const Float3 c{corner & 1 ? last.x : 0, corner & 2 ? last.y : 0, corner & 4 ? last.z : 0};
        const float at[2] = {dot(c - point, u), dot(c - point, v)};
        for (int i = 0; i < 2; ++i) low[i] = std::min(low[i], at[i]), high[i] = std::max(high[i], at[i]);
    }
    std::vector<Float3> seeds;
    for (int tried = count, attempt = 0; attempt < 4; ++attempt, tried *= 2) {
        seeds.clear();
        const auto [columns, rows] = grid(high[0] - low[0], high[1] - low[1], tried);
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c) {
                const Float3 p = point + u * (low[0] + middle(c, columns) * (high[0] - low[0])) +
                                 v * (low[1] + middle(r, rows) * (high[1] - low[1]));
                if (inside(p, nodes)) seeds.push_back(p);
            }
        if (static_cast<int>(seeds.size()) * 10 >= count * 8) break;
    }
    return seeds;
}

std::vector<Float3> disk_seeds(const Int3& nodes, std::span<const SeedDisk> disks, int count) {
    std::vector<Float3> seeds;
    const int each = disks.empty() ? 0 : std::max(1, count / static_cast<int>(disks.size()));
    for (const SeedDisk& disk : disks) {
        const Float3 n = length(disk.normal) > 0 ? normalized(disk.normal) : Float3{1, 0, 0};
        const Float3 u = normalized(cross(n, std::abs(n.y) < 0.9f ? Float3{0, 1, 0} : Float3{1, 0, 0}));
        const Float3 v = cross(n, u);
        for (int i = 0; i < each; ++i) {  // Vogel's spiral of 1979: even on a disk
            const float angle = 2.39996323f * static_cast<float>(i), r = disk.radius * std::sqrt(middle(i, each));
            const Float3 p = disk.centre + u * (r * std::cos(angle)) + v * (r * std::sin(angle));
            if (inside(p, nodes)) seeds.push_back(p);
        }
    }
    return seeds;
}

std::vector<Float3> ball_seeds(const Int3& nodes, std::span<const SeedBall> balls, const Float3& upstream, int count) {
    const Float3 n = length(upstream) > 0 ? normalized(upstream) : Float3{-1, 0, 0};
    std::vector<SeedDisk> disks;  // a little upstream and wider than the balls
    for (const SeedBall& b : balls) disks.push_back({b.centre + n * (1.4f * b.radius), n, 1.15f * b.radius});
    return balls.empty() ? face_seeds(nodes, {}, count) : disk_seeds(nodes, disks, count);
}

}  // namespace fum
