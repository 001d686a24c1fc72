// Where tracers begin. Seeds are drawn from a counter-based hash of (seed, number of the tracer), so that a run gives
// the same smoke on every machine and however often it is stopped.
#pragma once

#include "sim/core/random.h"
#include "sim/smoke/emitter_shape.h"
#include "sim/smoke/tracers.h"

namespace fum {

/// Writes tracers number `number` .. of one emitter.
struct SeedTracers {
    VelocityField field;
    Float4* tracers;
    std::int64_t slot;     ///< where the first of them goes
    std::uint64_t number;  ///< of the first, counted over the whole run
    std::uint32_t seed;
    EmitterShape shape;
    float centre[3], half[3];
    float axis_a[3], axis_b[3];  ///< disk: two unit vectors in its plane
    const float* points;         ///< points: [3][point_count], nodes
    std::int64_t point_count;
    float turn[9], origin[3];  ///< points -> place: origin + turn * point (the pose of the body they ride on)
    float jitter;
    float span;  ///< steps since the last seeding: seeds are spread over it, as if emitted one by one

    /// Coordinate `axis` (0..3) of the n-th point of the R4 sequence (Roberts 2018): n times the powers of 1
    /// / 1.16730... (the root of x^5 = x + 1), modulo 1, in 64-bit fixed point. Such points fill space and time far
    /// more evenly than random ones do, and a flow that keeps volume keeps them even: smoke of a few tracers a cell is
    /// not grainy.
    FUM_HD float even(std::uint64_t n, int axis) const {
        const std::uint64_t step = axis == 0   ? 0xDB4F0B9175AE2165ull
                                   : axis == 1 ? 0xBBE0563303A4615Full
                                   : axis == 2 ? 0xA0F2EC75A1FE1575ull
                                               : 0x89E182857D9ED689ull;
        const std::uint64_t start =
            (std::uint64_t{seed} + 1) * 0x9E3779B97F4A7C15ull * (2 * static_cast<unsigned>(axis) + 1);
        return static_cast<float>((n * step + start) >> 40) * (1.0f / 16777216.0f);
    }

    FUM_HD float random(std::uint64_t n, std::uint32_t what) const {  // [0, 1)
        return 0.5f + 0.5f * hash_noise(static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32), what, seed);
    }

    FUM_HD Float3 place(std::uint64_t n) const {
        const float a = even(n, 0), b = even(n, 1), r = even(n, 2);
        if (shape == EmitterShape::box)
            return {centre[0] + (2 * a - 1) * half[0], centre[1] + (2 * b - 1) * half[1],
                    centre[2] + (2 * r - 1) * half[2]};
        if (shape == EmitterShape::disk) {
            const float radius = half[0] * std::sqrt(a), angle = 6.2831853f * b, thick = jitter * (2 * r - 1);
            const float ca = radius * std::cos(angle), sa = radius * std::sin(angle);
            Float3 p;
            for (int d = 0; d < 3; ++d) {
                const int e = (d + 1) % 3, g = (d + 2) % 3;
                const float normal = axis_a[e] * axis_b[g] - axis_a[g] * axis_b[e];
                p[d] = centre[d] + ca * axis_a[d] + sa * axis_b[d] + thick * normal;
            }
            return p;
        }
        if (shape == EmitterShape::points) {
            const std::int64_t pick = static_cast<std::int64_t>(a * static_cast<float>(point_count));
            const std::int64_t q = pick < point_count ? pick : point_count - 1;
            const float x = points[q], y = points[point_count + q], z = points[2 * point_count + q];
            Float3 p;
            for (int d = 0; d < 3; ++d)
                p[d] = origin[d] + turn[3 * d] * x + turn[3 * d + 1] * y + turn[3 * d + 2] * z +
                       jitter * (2 * random(n, 3 + static_cast<std::uint32_t>(d)) - 1);
            return p;
        }
        const float cosine = 2 * a - 1, sine = std::sqrt(1 - cosine * cosine), angle = 6.2831853f * b;
        const float radius = half[0] * std::cbrt(r);
        return {centre[0] + radius * sine * std::cos(angle), centre[1] + radius * sine * std::sin(angle),
                centre[2] + radius * cosine};
    }

    FUM_HD void operator()(std::int64_t item) const {
        const std::uint64_t n = number + static_cast<std::uint64_t>(item);
        Float3 p = place(n);
        const float age = span * even(n, 3);
        const Float3 v = field.at(p.x, p.y, p.z) * (0.5f * age);
        p += field.at(p.x + v.x, p.y + v.y, p.z + v.z) * age;
        const bool alive = keep_inside(field.grid, field.periodic, p);
        tracers[slot + item] = {p.x, p.y, p.z, alive ? age : -1.0f};
    }
};

}  // namespace fum
