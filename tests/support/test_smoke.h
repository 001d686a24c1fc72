// Smoke that no solver made: a jet past a ball, and meshes to put beside it. For pictures and their tests.
#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "sim/core/vec.h"

namespace fum::test {

/// Gradient noise (Perlin 1985), about -1..1; `seed` tells fields apart.
inline float noise(const Float3& p, std::uint32_t seed) {
    const Int3 cell{static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y)),
                    static_cast<int>(std::floor(p.z))};
    const Float3 f = p - cast<float>(cell);
    const auto ease = [](float t) { return t * t * t * (t * (t * 6 - 15) + 10); };
    float sum = 0;
    for (int c = 0; c < 8; ++c) {
        const Int3 o{c & 1, (c >> 1) & 1, c >> 2};
        std::uint32_t h = seed + 0x9e3779b9u * static_cast<std::uint32_t>(cell.x + o.x);
        h = (h ^ (h >> 15)) * 0x85ebca6bu + 0xc2b2ae35u * static_cast<std::uint32_t>(cell.y + o.y);
        h = (h ^ (h >> 13)) * 0x27d4eb2fu + 0x165667b1u * static_cast<std::uint32_t>(cell.z + o.z);
        h = (h ^ (h >> 16)) * 0x85ebca6bu;
        const auto part = [&](int shift) { return static_cast<float>((h >> shift) & 1023u) / 511.5f - 1; };
        const Float3 gradient{part(0), part(10), part(20)}, away = f - cast<float>(o);
        sum += dot(gradient, away) * (o.x ? ease(f.x) : 1 - ease(f.x)) * (o.y ? ease(f.y) : 1 - ease(f.y)) *
               (o.z ? ease(f.z) : 1 - ease(f.z));
    }
    return sum;
}

/// The curl of three noises: a velocity without divergence (Bridson, Houriham and Nordenstam 2007).
inline Float3 curl_noise(const Float3& p, std::uint32_t seed) {
    constexpr float h = 0.05f;
    const auto slope = [&](std::uint32_t field, int d) {
        Float3 a = p, b = p;
        a[d] -= h;
        b[d] += h;
        return (noise(b, seed + 101 * field) - noise(a, seed + 101 * field)) / (2 * h);
    };
    return {slope(2, 1) - slope(1, 2), slope(0, 2) - slope(2, 0), slope(1, 0) - slope(0, 1)};
}

/// A jet along +x that meets a ball: potential flow round the ball, and eddies that grow behind the nozzle and behind
/// the ball. Lengths in widths of the domain's y side. Every node is traced back to the nozzle, which gives the
/// filaments of a flow without diffusion.
struct JetPastBall {
    Int3 n{192, 96, 96};
    Float3 ball{0.62f, 0.5f, 0.5f};
    float ball_radius = 0.14f, nozzle_radius = 0.10f, nozzle = 0.06f;
    float eddies = 1.0f;
    int samples = 1;  ///< a side and node; more for pictures, as filaments get thinner than the nodes' distance

    /// Velocity of the flow at p, in widths per unit of time.
    Float3 velocity(const Float3& p) const {
        const Float3 d = p - ball;
        const float r = std::max(length(d), ball_radius), k = std::pow(ball_radius / r, 3.0f), c = d.x / r;
        Float3 u = Float3{1 + 0.5f * k, 0, 0} - d * (1.5f * k * c / r);
        const float grown = std::clamp((p.x - nozzle) * 1.7f, 0.0f, 1.0f);
        const float wake = std::clamp((p.x - ball.x) * 4, 0.0f, 1.0f);
        const float strength = eddies * (0.45f * grown + 0.25f * wake) * std::clamp((r - ball_radius) * 12, 0.0f, 1.0f);
        if (strength > 0)
            u += (curl_noise(p * 4.5f, 1) * 0.30f + curl_noise(p * 10, 7) * 0.22f + curl_noise(p * 19, 13) * 0.07f) *
                 strength;
        u.x = std::max(u.x * (1 - 0.35f * wake), 0.12f);
        return u;
    }

    /// [z][y][x], about 0..1.
    std::vector<float> density() const {
        const Int3 coarse{n.x / 2 + 2, n.y / 2 + 2, n.z / 2 + 2};
        const float h = 1.0f / static_cast<float>(n.y);  // of the nodes; the velocity is kept at every second one
        std::vector<Float3> flow(static_cast<std::size_t>(coarse.x) * coarse.y * coarse.z);
        tbb::parallel_for(0, coarse.z, [&](int z) {
            for (int y = 0; y < coarse.y; ++y)
                for (int x = 0; x < coarse.x; ++x)
                    flow[x + static_cast<std::size_t>(coarse.x) * (y + static_cast<std::size_t>(coarse.y) * z)] =
                        velocity(cast<float>(Int3{x, y, z}) * (2 * h));
        });
        std::vector<float> out(static_cast<std::size_t>(n.x) * n.y * n.z);
        tbb::parallel_for(0, n.z, [&](int z) {
            for (int y = 0; y < n.y; ++y)
                for (int x = 0; x < n.x; ++x)
                    out[x + static_cast<std::size_t>(n.x) * (y + static_cast<std::size_t>(n.y) * z)] =
                        mean(cast<float>(Int3{x, y, z}) * h, flow, coarse, 2 * h);
        });
        return out;
    }

private:
    float mean(const Float3& node, const std::vector<Float3>& flow, const Int3& m, float spacing) const {
        const float part = 0.5f * spacing / static_cast<float>(samples),
                    first = -0.5f * part * static_cast<float>(samples - 1);
        float sum = 0;
        for (int i = 0; i < samples * samples * samples; ++i) {
            const Int3 o{i % samples, i / samples % samples, i / (samples * samples)};
            sum += traced(node + cast<float>(o) * part + Float3{first, first, first}, flow, m, spacing);
        }
        return sum / static_cast<float>(samples * samples * samples);
    }

    float traced(Float3 p, const std::vector<Float3>& flow, const Int3& m, float spacing) const {
        if (length(p - ball) < ball_radius) return 0;
        float age = 0;
        for (int step = 0; step < 400 && p.x > nozzle; ++step) {
            const Float3 g = p / spacing;
            const Int3 c{std::clamp(static_cast<int>(g.x), 0, m.x - 2), std::clamp(static_cast<int>(g.y), 0, m.y - 2),
                         std::clamp(static_cast<int>(g.z), 0, m.z - 2)};
            const Float3 f = g - cast<float>(c);
            Float3 u{};
            for (int i = 0; i < 8; ++i) {
                const Int3 o{i & 1, (i >> 1) & 1, i >> 2};
                const float w = (o.x ? f.x : 1 - f.x) * (o.y ? f.y : 1 - f.y) * (o.z ? f.z : 1 - f.z);
                u += flow[c.x + o.x +
                          static_cast<std::size_t>(m.x) * (c.y + o.y + static_cast<std::size_t>(m.y) * (c.z + o.z))] *
                     w;
            }
            const float dt = std::min(0.7f * spacing / std::max(length(u), 0.05f), 0.1f);
            p -= u * dt;
            age += dt;
        }
        if (p.x > nozzle) return 0;
        const float r = std::hypot(p.y - ball.y, p.z - ball.z) / nozzle_radius;
        const float puffs = 0.75f + 0.25f * std::sin(9 * age + 2 * noise(Float3{p.y * 9, p.z * 9, age * 2}, 31));
        return std::clamp((1 - r) * 4, 0.0f, 1.0f) * puffs / (1 + 0.25f * age);
    }
};

struct Mesh {
    std::vector<Float3> vertices;
    std::vector<Int3> triangles;
};

/// Of latitude and longitude, outward.
inline Mesh ball_mesh(float radius, int rows = 48) {
    Mesh mesh;
    const int columns = 2 * rows;
    for (int i = 0; i <= rows; ++i)
        for (int j = 0; j < columns; ++j) {
            const float a = std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(rows);
            const float b = std::numbers::pi_v<float> * static_cast<float>(2 * j) / static_cast<float>(columns);
            const float r = i % rows == 0 ? 0 : std::sin(a);  // the poles are points
            mesh.vertices.push_back(Float3{r * std::cos(b), std::cos(a), r * std::sin(b)} * radius);
        }
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) {
            const int a = i * columns + j, b = i * columns + (j + 1) % columns;
            mesh.triangles.push_back({a, b, a + columns});
            mesh.triangles.push_back({b, b + columns, a + columns});
        }
    return mesh;
}

inline Mesh box_mesh(const Float3& half) {
    Mesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

}  // namespace fum::test
