// Flows that no solver made, with known answers, for the viewport's tests and pictures.
#pragma once

#include <tbb/parallel_for.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/core/vec.h"

namespace fum::test {

inline std::size_t count_of(const Int3& n) { return static_cast<std::size_t>(n.x) * n.y * n.z; }

/// [z][y][x] of f(place in nodes).
inline std::vector<float> scalar_field(const Int3& n, const std::function<float(const Float3&)>& f) {
    std::vector<float> values(count_of(n));
    tbb::parallel_for(0, n.z, [&](int z) {
        for (int y = 0; y < n.y; ++y)
            for (int x = 0; x < n.x; ++x)
                values[(static_cast<std::size_t>(z) * n.y + y) * n.x + x] = f(cast<float>(Int3{x, y, z}));
    });
    return values;
}

/// [3][z][y][x] of f(place in nodes).
inline std::vector<float> vector_field(const Int3& n, const std::function<Float3(const Float3&)>& f) {
    std::vector<float> values(3 * count_of(n));
    tbb::parallel_for(0, n.z, [&](int z) {
        for (int y = 0; y < n.y; ++y)
            for (int x = 0; x < n.x; ++x) {
                const Float3 v = f(cast<float>(Int3{x, y, z}));
                const std::size_t k = (static_cast<std::size_t>(z) * n.y + y) * n.x + x;
                for (int d = 0; d < 3; ++d) values[d * count_of(n) + k] = v[d];
            }
    });
    return values;
}

/// A vortex ring with a core of Gaussian vorticity, by the law of Biot and Savart over 96 pieces (regularized: 1 -
/// exp(-r^3 / core^3)). Lengths in nodes; the ring lies square to `axis`, and the fluid inside it moves along it.
struct VortexRing {
    Float3 middle{};
    int axis = 0;
    float radius = 20, core = 5, strength = 4;  ///< circulation, lattice units
    float waves = 0, wave_height = 0;           ///< of its radius round the ring

    Float3 velocity(const Float3& p) const {
        constexpr int pieces = 96;
        constexpr float turn = 6.2831853f / pieces;
        const auto point = [&](int i) {
            const float a = turn * static_cast<float>(i), r = radius * (1 + wave_height * std::sin(waves * a));
            Float3 q{};
            q[(axis + 1) % 3] = r * std::cos(a);
            q[(axis + 2) % 3] = r * std::sin(a);
            q[axis] = wave_height * radius * std::cos(waves * a);
            return middle + q;
        };
        Float3 u{}, before = point(0);
        for (int i = 1; i <= pieces; ++i) {
            const Float3 next = point(i % pieces), d = p - (before + next) * 0.5f;
            const float r = std::max(length(d), 1e-3f), r3 = r * r * r;
            const float soft = 1 - std::exp(-r3 / (core * core * core));
            u += cross(next - before, d) * (strength * 0.07957747f * soft / r3);  // 1 / (4 pi)
            before = next;
        }
        return u;
    }
};

}  // namespace fum::test
