// What show() has packed beside what read() gives.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "sim/core/half.h"
#include "tests/support/flows.h"

namespace fum::test {

/// A tunnel with a sphere and smoke; rows that no pack divides.
inline Config tunnel_with_smoke() {
    Config config;
    config.nodes = {37, 22, 19};
    config.nu = 1e-3;
    config.u_start = {0.04, 0, 0};
    config.face[xmin] = {FaceKind::inflow, {0.05f, 0, 0}};
    config.face[xmax] = {FaceKind::outflow};
    for (const int side : {ymin, ymax, zmin, zmax})
        config.face[static_cast<std::size_t>(side)].kind = FaceKind::free_slip;
    config.bodies = {sphere({14.3, 11.2, 9.6}, 6, 600)};
    Emitter ball;
    ball.centre = {5, 11, 9};
    ball.half = {3, 3, 3};
    ball.rate = 30;
    config.smoke.emitters = {ball};
    config.smoke.max_tracers = 5000;
    return config;
}

/// How far apart a value and its half may be: half a unit in the last of 11 bits, 2^-25 for the smallest; and `slack`
/// of the value where it was rounded before, as a state of 16-bit populations is.
inline double half_rounding(double value, double slack = 0) {
    return std::abs(value) * (1.0 / 2048 + slack) + 3e-8 + slack;
}

struct Mismatch {
    std::size_t count = 0, first = 0;
    double here = 0, there = 0;  ///< of the first
};

/// Halves that are not the nearest to the field's values.
inline Mismatch mismatch(std::span<const Half> texels, std::span<const float> values, double slack = 0) {
    Mismatch m;
    if (texels.size() != values.size()) return {values.size() + 1, 0, 0, 0};
    for (std::size_t k = 0; k < values.size(); ++k) {
        const double here = to_float(texels[k]), there = values[k];
        if (std::abs(here - there) <= half_rounding(there, slack)) continue;
        if (m.count++ == 0) m.first = k, m.here = here, m.there = there;
    }
    return m;
}

/// The same of a component of the flow: 0, 1, 2 of the velocity, 3 of rho - 1.
inline Mismatch mismatch(std::span<const Half4> texels, std::span<const float> u, std::span<const float> rho, int part,
                         double slack = 0) {
    std::vector<Half> one(texels.size());
    std::vector<float> values(texels.size());
    for (std::size_t k = 0; k < texels.size(); ++k) {
        const Half4& t = texels[k];
        one[k] = part == 0 ? t.x : part == 1 ? t.y : part == 2 ? t.z : t.w;
        values[k] = part < 3 ? u[static_cast<std::size_t>(part) * texels.size() + k] : rho[k] - 1;
    }
    return mismatch(one, values, std::max(slack, 1e-6));  // of the collision's own sums; and rho is a float near 1
}

#define EXPECT_SHOWN(...)                                                                                          \
    do {                                                                                                           \
        const ::fum::test::Mismatch m = ::fum::test::mismatch(__VA_ARGS__);                                        \
        EXPECT_EQ(m.count, 0u) << "values differ, the first is number " << m.first << ": " << m.here << " beside " \
                               << m.there;                                                                         \
    } while (false)

/// Tracers in an order that does not depend on who sorted them: by age, then place.
inline std::vector<std::array<float, 4>> in_order(std::span<const float> tracers, bool alive_only = true) {
    std::vector<std::array<float, 4>> all;
    for (std::size_t i = 0; i + 3 < tracers.size(); i += 4)
        if (!alive_only || tracers[i + 3] >= 0)
            all.push_back({tracers[i + 3], tracers[i], tracers[i + 1], tracers[i + 2]});
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace fum::test
