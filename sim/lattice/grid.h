// The box of nodes that a device works on, and where it lies in the whole.
#pragma once

#include <cstdint>

#include "sim/core/hd.h"
#include "sim/core/vec.h"
#include "sim/lattice/csoa.h"

namespace fum {

/// Streaming is periodic in the box everywhere; what a node pulls through a face of another kind has been put in place
/// by boundary/ before. With ghost planes, what lies beyond z = 0 and z = n.z - 1 is read from there: a neighbouring
/// part's populations, or, where the one device has all, copies of the planes on the other side.
struct Grid {
    Int3 n{};       ///< nodes of this part
    Int3 offset{};  ///< of node (0,0,0) of this part in the whole
    Int3 whole{};   ///< nodes of the whole domain
    int pitch = 0;  ///< nodes a row of populations takes in memory, >= n.x; set by what knows their layout
    int ghost = 0;  ///< planes of populations before z = 0 and after the last, 0 or 1

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

    /// The populations' numbering: a plane, and a node. z from -ghost to n.z - 1 + ghost.
    FUM_HD Node plane(int z) const {
        return static_cast<Node>(pitch) * static_cast<Node>(n.y) * static_cast<Node>(z + ghost);
    }
    FUM_HD Node slot(int x, int y, int z) const {
        return plane(z) + static_cast<Node>(pitch) * static_cast<Node>(y) + static_cast<Node>(x);
    }
    FUM_HD int above_z(int z) const { return z + 1 < n.z + ghost ? z + 1 : 0; }
    FUM_HD int below_z(int z) const { return z > -ghost ? z - 1 : n.z - 1; }
};

/// The neighbours of a in 0 .. n - 1, periodic.
FUM_HD constexpr int above(int a, int n) { return a + 1 < n ? a + 1 : 0; }
FUM_HD constexpr int below(int a, int n) { return a > 0 ? a - 1 : n - 1; }

/// a in [-1, n] brought into [0, n).
FUM_HD constexpr int wrapped(int a, int n) { return a < 0 ? a + n : a >= n ? a - n : a; }

}  // namespace fum
