// From tracers to a density on the nodes: each adds its share to the 3x3x3 nodes round it with the quadratic B-spline,
// which hides the lattice better than the trilinear hat and still sums to 1. The share fades over the last fifth of
// life.
#pragma once

#include "sim/smoke/tracers.h"

namespace fum {

struct ProjectTracers {
    Grid grid;
    int periodic;
    const Float4* tracers;
    float share;                     ///< of one young tracer
    float life;                      ///< steps
    float* density;                  ///< [nodes], zeros before
    std::uint32_t* fixed = nullptr;  ///< [nodes]: instead, in smoke_steps of `share`, where not null

    FUM_HD void operator()(std::int64_t item) const {
        const Float4 t = tracers[item];
        if (t.w < 0) return;
        const float left = (life - t.w) / (0.2f * life);
        const float faded = left < 1 ? (left > 0 ? left : 0) : 1, amount = fixed ? faded * smoke_steps : faded * share;
        const float p[3] = {t.x, t.y, t.z};
        int base[3];
        float weight[3][3];
        FUM_UNROLL for (int d = 0; d < 3; ++d) {
            const float nearest = std::floor(p[d] + 0.5f), r = p[d] - nearest;
            base[d] = static_cast<int>(nearest);
            weight[d][0] = 0.5f * (0.5f - r) * (0.5f - r);
            weight[d][1] = 0.75f - r * r;
            weight[d][2] = 0.5f * (0.5f + r) * (0.5f + r);
        }
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 3; ++j)
                for (int i = 0; i < 3; ++i) {
                    int q[3] = {base[0] + i - 1, base[1] + j - 1, base[2] + k - 1};
                    bool inside = true;
                    FUM_UNROLL for (int d = 0; d < 3; ++d) {
                        if (periodic >> d & 1) q[d] = wrapped(q[d], grid.n[d]);
                        inside = inside && q[d] >= 0 && q[d] < grid.n[d];
                    }
                    if (!inside) continue;
                    const Node node = grid.at(q[0], q[1], q[2]);
                    const float part = amount * weight[0][i] * weight[1][j] * weight[2][k];
                    fixed ? atomic_add(&fixed[node], static_cast<std::uint32_t>(part + 0.5f))
                          : atomic_add(&density[node], part);
                }
    }
};

/// From fixed point to the density, and zeros for the next sum.
struct SettleSmoke {
    std::uint32_t* fixed;
    float* density;
    float share;
    FUM_HD void operator()(std::int64_t k) const {
        density[k] = share * (1 / smoke_steps) * static_cast<float>(fixed[k]);
        fixed[k] = 0;
    }
};

}  // namespace fum
