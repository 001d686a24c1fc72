// From tracers to a density on the nodes: each adds its share to the 3x3x3 nodes round it with the quadratic B-spline,
// which hides the lattice better than the trilinear hat and still sums to 1. The share fades over the last fifth of
// life.
//
// A device's tiles() gives each bin (tracer_bins.h) a tile of its own: the bin's nodes and one more on every side, as
// whole numbers of 1 / smoke_steps of a tracer. So the sum of a bin is the same in whatever order its tracers come.
#pragma once

#include "sim/smoke/tracer_bins.h"

namespace fum {

struct ProjectBins {
    static constexpr int edge = TracerBins::edge + 2, values = edge * edge * edge;
    static constexpr int at_once = 4096;  ///< tracers that a tile takes without passing 32 bits

    TracerBins bins;
    const Float4* tracers;
    float share;                     ///< of one young tracer
    float life;                      ///< steps
    float* density;                  ///< [nodes], zeros before
    std::uint32_t* fixed = nullptr;  ///< [nodes]: instead, in smoke_steps of `share`, where not null

    /// The tile-th bin in use, and its tracers.
    FUM_HD std::int32_t bin(std::int64_t tile) const { return bins.used[tile]; }
    FUM_HD std::int64_t first(std::int32_t bin) const { return bins.first[bin]; }
    FUM_HD std::int64_t count(std::int32_t bin) const { return bins.count[bin]; }

    /// Calls plus(place in the tile, amount) for a tracer's 27 nodes.
    template <class Plus>
    FUM_HD void add(std::int32_t bin, std::int64_t item, const Plus& plus) const {
        const Float4 t = tracers[item];
        const float left = (life - t.w) / (0.2f * life);
        const float amount = smoke_steps * (left < 1 ? (left > 0 ? left : 0) : 1);
        const Int3 corner = bins.corner(bin), node = bins.nearest(t.x, t.y, t.z);
        const float p[3] = {t.x, t.y, t.z};
        float weight[3][3];
        FUM_UNROLL for (int d = 0; d < 3; ++d) {
            const float r = p[d] - std::floor(p[d] + 0.5f);
            weight[d][0] = 0.5f * (0.5f - r) * (0.5f - r);
            weight[d][1] = 0.75f - r * r;
            weight[d][2] = 0.5f * (0.5f + r) * (0.5f + r);
        }
        const int base = node.x - corner.x + edge * (node.y - corner.y + edge * (node.z - corner.z));
        FUM_UNROLL for (int k = 0; k < 3; ++k) FUM_UNROLL for (int j = 0; j < 3; ++j) {
            const float line = amount * weight[1][j] * weight[2][k];
            FUM_UNROLL for (int i = 0; i < 3; ++i) {
                const float steps = line * weight[0][i] + 0.5f;  // never negative: cutting off rounds
                plus(base + i + edge * (j + edge * k), static_cast<std::uint32_t>(steps));
            }
        }
    }

    /// Adds a tile's sum to the node it stands for.
    FUM_HD void flush(std::int32_t bin, int place, std::uint32_t sum) const {
        if (sum == 0) return;
        Node node;
        if (!node_of(bin, place, node)) return;
        fixed ? atomic_add(&fixed[node], sum)
              : atomic_add(&density[node], share * (1 / smoke_steps) * static_cast<float>(sum));
    }
    /// False if a place of a tile lies outside the box.
    FUM_HD bool node_of(std::int32_t bin, int place, Node& node) const {
        const Int3 corner = bins.corner(bin);
        int q[3] = {corner.x - 1 + place % edge, corner.y - 1 + place / edge % edge,
                    corner.z - 1 + place / (edge * edge)};
        FUM_UNROLL for (int d = 0; d < 3; ++d) {
            const int n = bins.grid.n[d];
            if (bins.periodic >> d & 1) q[d] = q[d] < 0 ? q[d] + n : q[d] % n;
            if (q[d] < 0 || q[d] >= n) return false;
        }
        node = bins.grid.at(q[0], q[1], q[2]);
        return true;
    }
};

/// Zeros again where a projection has added something: item = tile, then place.
struct ClearBins {
    ProjectBins projected;

    FUM_HD void operator()(std::int64_t item) const {
        const std::int64_t tile = item / ProjectBins::values;
        Node node;
        if (projected.node_of(projected.bin(tile), static_cast<int>(item - tile * ProjectBins::values), node))
            projected.density[node] = 0;
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
