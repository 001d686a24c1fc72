// Where tracers begin. Seeds are drawn from a counter-based hash of (seed, number of the tracer), so that a run gives the
// same smoke on every machine and however often it is stopped.
#pragma once

#include "sim/core/random.h"
#include "sim/smoke/emitter_shape.h"
#include "sim/smoke/tracers.h"

namespace fum {

/// Writes tracers number `number` .. of one emitter into the ring.
struct SeedTracers {
    VelocityField field;
    Float4* tracers;
    std::int64_t room;        ///< of the ring
    std::int64_t slot;        ///< where the first of them goes
    std::uint64_t number;     ///< of the first, counted over the whole run
    std::uint32_t seed;
    EmitterShape shape;
    float centre[3], half[3];
    float axis_a[3], axis_b[3];   ///< disk: two unit vectors in its plane
    const float* points;      ///< points: [3][point_count], nodes
    std::int64_t point_count;
    float turn[9], origin[3]; ///< points -> place: origin + turn * point (the pose of the body they ride on)
    float jitter;
    float span;               ///< steps since the last seeding: seeds are spread over it, as if emitted one by one

    FUM_HD float random(std::uint64_t n, std::uint32_t what) const {   // [0, 1)
        return 0.5f + 0.5f * hash_noise(static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32), what, seed);
    }

    FUM_HD Float3 place(std::uint64_t n) const {
        const float a = random(n, 0), b = random(n, 1), r = random(n, 2);
        if (shape == EmitterShape::box)
            return {centre[0] + (2 * a - 1) * half[0], centre[1] + (2 * b - 1) * half[1], centre[2] + (2 * r - 1) * half[2]};
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
        const float age = span * random(n, 7);
        const Float3 v = field.at(p.x, p.y, p.z);
        p += v * age;
        const bool alive = keep_inside(field.grid, field.periodic, p);
        tracers[(slot + item) % room] = {p.x, p.y, p.z, alive ? age : -1.0f};
    }
};

}  // namespace fum
