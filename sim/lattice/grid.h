// The box of nodes that a device works on, and where it lies in the whole.
#pragma once

#include <cstdint>

#include "sim/core/hd.h"
#include "sim/core/vec.h"
#include "sim/lattice/csoa.h"

namespace fum {

/// Streaming is periodic in the box everywhere; what a node pulls through a face of another kind has been put in place
/// by boundary/ before.
struct Grid {
    Int3 n{};       ///< nodes of this part
    Int3 offset{};  ///< of node (0,0,0) of this part in the whole
    Int3 whole{};   ///< nodes of the whole domain

    FUM_HD Node nodes() const { return static_cast<Node>(n.x) * static_cast<Node>(n.y) * static_cast<Node>(n.z); }
    FUM_HD Node at(int x, int y, int z) const {
        return static_cast<Node>(x) +
               static_cast<Node>(n.x) * (static_cast<Node>(y) + static_cast<Node>(n.y) * static_cast<Node>(z));
    }
    FUM_HD Int3 place(Node k) const {
        const Node row = k / static_cast<Node>(n.x);
        return {static_cast<int>(k - row * static_cast<Node>(n.x)), static_cast<int>(row % static_cast<Node>(n.y)),
                static_cast<int>(row / static_cast<Node>(n.y))};
    }
};

/// a in [-1, n] brought into [0, n).
FUM_HD constexpr int wrapped(int a, int n) { return a < 0 ? a + n : a >= n ? a - n : a; }

}  // namespace fum
