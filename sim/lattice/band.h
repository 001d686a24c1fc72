// The band: groups of consecutive nodes that some surface sample's 2x2x2 stencil touches. Only they need velocity
// before the collision and only they carry a force, in compact arrays: slot s holds the group's nodes side by side.
#pragma once

#include <cstdint>

#include "sim/core/atomic.h"
#include "sim/core/scalar.h"
#include "sim/lattice/grid.h"

namespace fum {

struct Band {
    const std::int32_t* slot_of = nullptr;  ///< [groups]: slot of a group or -1; null where there is no solid
    Float4* g = nullptr;                    ///< [slots << shift]: force density xyz, w unused
    int shift = 6;                          ///< log2 of the nodes a group

    /// Index of node k in the compact arrays. Only for nodes of the band.
    FUM_HD std::int64_t index(Node k) const {
        return (static_cast<std::int64_t>(slot_of[k >> shift]) << shift) + (k & ((Node{1} << shift) - 1));
    }

    /// Adds the force at node k (or k .. k + lanes - 1) to fx, fy, fz.
    template <class V>
    FUM_HD void add_force(Node k, V& fx, V& fy, V& fz) const {
        if constexpr (lanes<V> == 1) {
            if (slot_of[k >> shift] < 0) return;
            const Float4 force = g[index(k)];
            fx += static_cast<V>(force.x);
            fy += static_cast<V>(force.y);
            fz += static_cast<V>(force.z);
        } else {
            if (slot_of[k >> shift] < 0 && slot_of[(k + lanes<V> - 1) >> shift] < 0) return;
            for (int lane = 0; lane < lanes<V>; ++lane) {
                const Node node = k + static_cast<Node>(lane);
                if (slot_of[node >> shift] < 0) continue;
                const Float4 force = g[index(node)];
                fx.v[lane] += force.x;
                fy.v[lane] += force.y;
                fz.v[lane] += force.z;
            }
        }
    }
};

}  // namespace fum
