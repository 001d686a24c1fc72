// The band: groups of consecutive nodes of a row that some surface sample's 2x2x2 stencil touches. Only they need
// velocity before the collision and only they carry a force, in compact arrays: slot s holds the group's nodes side by
// side. Groups are as short as the memory's grain allows (8 nodes are one sector of 32 bytes), so that a solid costs
// what its surface costs.
#pragma once

#include <cstdint>

#include "sim/core/atomic.h"
#include "sim/core/scalar.h"
#include "sim/lattice/grid.h"

namespace fum {

struct Band {
    const std::int32_t* slot_of = nullptr;  ///< [groups]: slot of a group or -1; null: every group has its own number
    Float4* g = nullptr;  ///< [slots << shift]: force density xyz, w unused; null where there is no solid
    int shift = 3;        ///< log2 of the nodes a group
    int per_row = 0;      ///< groups a row; the last one of a row may be short
    int ny = 0;

    static int groups_per_row(int nx, int shift) { return (nx + (1 << shift) - 1) >> shift; }

    FUM_HD std::int32_t group(int x, int y, int z) const { return (x >> shift) + per_row * (y + ny * z); }
    FUM_HD std::int32_t slot(std::int32_t group) const { return slot_of ? slot_of[group] : group; }
    /// Index of a node in the compact arrays. Only for nodes of the band.
    FUM_HD std::int64_t index(int x, int y, int z) const {
        return (static_cast<std::int64_t>(slot(group(x, y, z))) << shift) + (x & ((1 << shift) - 1));
    }

    /// Adds unit times the force at node x (or x .. x + lanes - 1, which must not straddle groups) to fx, fy, fz.
    template <class V>
    FUM_HD void add_force(int x, int y, int z, float unit, V& fx, V& fy, V& fz) const {
        const std::int32_t at = slot(group(x, y, z));
        if (at < 0) return;
        const Float4* from = g + ((static_cast<std::int64_t>(at) << shift) + (x & ((1 << shift) - 1)));
        if constexpr (lanes<V> == 1) {
            fx += static_cast<V>(unit * from->x), fy += static_cast<V>(unit * from->y),
                fz += static_cast<V>(unit * from->z);
        } else {
            V gx, gy, gz;
            load_xyz(from, gx, gy, gz);
            fx += V(unit) * gx, fy += V(unit) * gy, fz += V(unit) * gz;
        }
    }
};

}  // namespace fum
