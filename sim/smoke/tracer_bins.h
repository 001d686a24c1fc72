// Tracers in the order of space. Now and then, and before every projection, they are put side by side by bins of 8^3
// nodes, bins in no particular order, and those that have ended are left behind:
//
//   count [bins]      ->  first [bins], used [bins]  ->  tracers in the other array
//   CountTracers          AllotBins                      MoveTracers
//
// Neighbours then read the same velocities, and a bin's share of the density is summed near the cores before it goes to
// memory.
#pragma once

#include "sim/smoke/tracers.h"

namespace fum {

struct TracerBins {
    static constexpr int edge = 8;

    Grid grid;
    int periodic;
    std::int32_t* count;  ///< [bins]
    std::int32_t* first;  ///< [bins]: of the bin's tracers; only where count > 0
    std::int32_t* used;   ///< [bins]: bins that have tracers, in no order
    std::int32_t* sums;   ///< [2]: tracers, bins in use

    static FUM_HD int along(int n) { return (n + edge - 1) / edge; }
    FUM_HD std::int64_t bins() const { return std::int64_t{along(grid.n.x)} * along(grid.n.y) * along(grid.n.z); }
    /// The node nearest to a place, in the box.
    FUM_HD Int3 nearest(float x, float y, float z) const {
        const float p[3] = {x, y, z};
        Int3 q;
        FUM_UNROLL for (int d = 0; d < 3; ++d) {
            const int n = grid.n[d], k = static_cast<int>(std::floor(p[d] + 0.5f));
            q[d] = periodic >> d & 1 ? wrapped(k, n) : k < 0 ? 0 : k < n ? k : n - 1;
        }
        return q;
    }
    FUM_HD std::int32_t bin(Int3 node) const {
        return node.x / edge + along(grid.n.x) * (node.y / edge + along(grid.n.y) * (node.z / edge));
    }
    FUM_HD Int3 corner(std::int32_t bin) const {
        const int nx = along(grid.n.x), ny = along(grid.n.y), row = bin / nx;
        return {(bin - row * nx) * edge, row % ny * edge, row / ny * edge};
    }
};

/// Into counts that hold zeros. rank: place among those of the bin, -1 for those that end here.
struct CountTracers {
    TracerBins bins;
    const Float4* tracers;
    std::int32_t* rank;
    float oldest;  ///< older ones end

    FUM_HD void operator()(std::int64_t item) const {
        const Float4 t = tracers[item];
        const bool alive = t.w >= 0 && t.w <= oldest;
        rank[item] = alive ? atomic_next_in_warp(&bins.count[bins.bin(bins.nearest(t.x, t.y, t.z))]) : -1;
    }
};

/// Gives each bin that has tracers its part of the other array.
struct AllotBins {
    TracerBins bins;

    FUM_HD void operator()(std::int64_t bin) const {
        if (bins.count[bin] == 0) return;
        bins.first[bin] = atomic_next(&bins.sums[0], bins.count[bin]);
        bins.used[atomic_next(&bins.sums[1])] = static_cast<std::int32_t>(bin);
    }
};

struct MoveTracers {
    TracerBins bins;
    const Float4* tracers;
    const std::int32_t* rank;
    Float4* to;

    FUM_HD void operator()(std::int64_t item) const {
        if (rank[item] < 0) return;
        const Float4 t = tracers[item];
        to[bins.first[bins.bin(bins.nearest(t.x, t.y, t.z))] + rank[item]] = t;
    }
};

/// How old tracers are: counts over `places` equal spans of [low, low + span).
struct CountAges {
    static constexpr int places = 1024;
    const Float4* tracers;
    float low, span;
    std::int32_t* count;  ///< [places], zeros before

    FUM_HD void operator()(std::int64_t item) const {
        const float age = tracers[item].w;
        if (age < 0 || age < low || !(age < low + span)) return;
        const int place = static_cast<int>((age - low) / span * places);
        atomic_next(&count[place < places ? place : places - 1]);
    }
};

}  // namespace fum
