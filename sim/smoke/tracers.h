// Smoke is carried by tracers: places in nodes and an age in steps, four floats each, in no particular order. age < 0:
// not alive. Advection is the midpoint rule (second order) through the velocity field of one time step.
#pragma once

#include <cmath>

#include "sim/core/atomic.h"
#include "sim/lattice/grid.h"

namespace fum {

/// What a tracer finds at a place.
struct VelocityField {
    const Float4* u;  ///< [nodes]: ux, uy, uz, rho
    Grid grid;
    int periodic;  ///< bit d: axis d wraps

    /// The two nodes round a place along an axis, and the share of the higher one.
    struct Between {
        int low, high;
        float frac;
    };
    FUM_HD Between between(int d, float p) const {
        const int n = grid.n[d];
        const float top = static_cast<float>(n - 1);
        if (periodic >> d & 1) {
            const float q = p > -top && p < 2 * top ? p : 0;  // nan too becomes a place in the box
            const float floor = std::floor(q);
            const int low = wrapped(static_cast<int>(floor), n);
            return {low, low + 1 < n ? low + 1 : 0, q - floor};
        }
        const float q = !(p > 0) ? 0 : p > top ? top : p;
        const int low = static_cast<int>(q) < n - 1 ? static_cast<int>(q) : (n > 1 ? n - 2 : 0);
        return {low, n > 1 ? low + 1 : 0, q - static_cast<float>(low)};
    }

    /// Trilinear. Places outside take the value at the nearest face; periodic axes wrap.
    FUM_HD Float3 at(float x, float y, float z) const {
        const float p[3] = {x, y, z};
        int lo[3], hi[3];
        float frac[3];
        FUM_UNROLL for (int d = 0; d < 3; ++d) {
            const Between b = between(d, p[d]);
            lo[d] = b.low, hi[d] = b.high, frac[d] = b.frac;
        }
        Float3 sum{0, 0, 0};
        FUM_UNROLL for (int corner = 0; corner < 8; ++corner) {
            const float weight = (corner & 1 ? frac[0] : 1 - frac[0]) * (corner & 2 ? frac[1] : 1 - frac[1]) *
                                 (corner & 4 ? frac[2] : 1 - frac[2]);
            const Float4 v =
                u[grid.at(corner & 1 ? hi[0] : lo[0], corner & 2 ? hi[1] : lo[1], corner & 4 ? hi[2] : lo[2])];
            sum.x += weight * v.x, sum.y += weight * v.y, sum.z += weight * v.z;
        }
        return sum;
    }
};

/// Brings a place into the box along periodic axes; false if it has left through another face (half a node outside the
/// last node).
FUM_HD bool keep_inside(const Grid& grid, int periodic, Float3& p) {
    bool inside = true;
    FUM_UNROLL for (int d = 0; d < 3; ++d) {
        const float n = static_cast<float>(grid.n[d]);
        if (periodic >> d & 1) {
            if (p[d] < 0) p[d] += n;
            if (p[d] >= n) p[d] -= n;
            if (!(p[d] >= 0 && p[d] < n)) p[d] = 0;
        } else {
            inside = inside && p[d] >= -0.5f && p[d] <= n - 0.5f;
        }
    }
    return inside;
}

struct AdvectTracers {
    using InPacks = void;  ///< how the CPU runs it

    VelocityField field;
    Float4* tracers;
    float dt;    ///< steps
    float life;  ///< steps; older ones end

    FUM_HD void operator()(std::int64_t item) const {
        const Float4 t = tracers[item];
        if (t.w < 0) return;
        const Float3 a = field.at(t.x, t.y, t.z);
        const float h = 0.5f * dt;
        const Float3 b = field.at(t.x + h * a.x, t.y + h * a.y, t.z + h * a.z);
        put(item, {t.x + dt * b.x, t.y + dt * b.y, t.z + dt * b.z}, t.w + dt);
    }
    FUM_HD void put(std::int64_t item, Float3 p, float age) const {
        const bool alive = keep_inside(field.grid, field.periodic, p) && age < life;
        tracers[item] = {p.x, p.y, p.z, alive ? age : -1.0f};
    }
};

}  // namespace fum
