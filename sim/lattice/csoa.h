// Where component i of node k lives (Eq. 9): groups of alpha consecutive nodes, inside a group all nodes' component 0,
// then all nodes' component 1, ...:
//
//   | node 0..alpha-1: f_0 | f_1 | ... | f_26 | node alpha..2 alpha-1: f_0 | ... |
//
// alpha = 1 is AoS. A group as large as the grid is SoA; it has a type of its own because its stride need not be a
// power of two and is padded so that the 27 streams do not meet in one cache set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/core/hd.h"

namespace fum {

using Node = std::uint32_t;  ///< k = x + nx (y + ny z), of populations x + pitch (y + ny z)

/// Eq. 9 with a compiled alpha (a power of two), beta = 27. Rows begin at a whole group: then a place is the sum of one
/// number for the row, one for x and one for i, and a kernel that pulls from 27 neighbours computes 9 + 3 of them.
template <int Alpha>
struct Csoa {
    static_assert(Alpha > 0 && (Alpha & (Alpha - 1)) == 0);
    static constexpr bool contiguous_rows = false;
    static constexpr bool separable = true;

    FUM_HD std::size_t operator()(Node k, int i) const {
        return static_cast<std::size_t>(k / Alpha) * (27 * Alpha) + static_cast<unsigned>(i * Alpha) + k % Alpha;
    }
    FUM_HD std::size_t row(Node first) const { return std::size_t{27} * first; }
    FUM_HD unsigned column(Node x) const { return x / Alpha * (27 * Alpha) + x % Alpha; }
    FUM_HD std::size_t component(int i) const { return static_cast<unsigned>(i * Alpha); }

    /// True if nodes k .. k + count - 1 have component i side by side.
    FUM_HD bool together(Node k, int count) const { return k % Alpha + static_cast<unsigned>(count) <= Alpha; }
    std::size_t values(std::size_t nodes) const { return (nodes + Alpha - 1) / Alpha * (27 * std::size_t{Alpha}); }
    /// Nodes a row of nx nodes takes in memory.
    int pitch(int nx) const { return (nx + Alpha - 1) / Alpha * Alpha; }
};

/// Eq. 9 with alpha = 2^shift known at run time. Rows follow each other without a gap.
struct CsoaAny {
    static constexpr bool contiguous_rows = false;
    static constexpr bool separable = false;
    int shift = 0;

    FUM_HD std::size_t row(Node) const { return 0; }  ///< there is no such thing

    FUM_HD std::size_t operator()(Node k, int i) const {
        const Node mask = (Node{1} << shift) - 1;
        return ((static_cast<std::size_t>(k >> shift) * 27 + static_cast<unsigned>(i)) << shift) + (k & mask);
    }
    FUM_HD bool together(Node k, int count) const {
        const Node mask = (Node{1} << shift) - 1;
        return (k & mask) + static_cast<unsigned>(count) <= mask + 1;
    }
    std::size_t values(std::size_t nodes) const { return (((nodes - 1) >> shift) + 1) * 27 << shift; }
    int pitch(int nx) const { return nx; }
};

/// One group for the whole grid.
struct Soa {
    static constexpr bool contiguous_rows = true;
    static constexpr bool separable = true;
    std::size_t stride = 0;

    FUM_HD std::size_t operator()(Node k, int i) const { return static_cast<std::size_t>(i) * stride + k; }
    FUM_HD std::size_t row(Node first) const { return first; }
    FUM_HD unsigned column(Node x) const { return x; }
    FUM_HD std::size_t component(int i) const { return static_cast<std::size_t>(i) * stride; }
    FUM_HD bool together(Node, int) const { return true; }
    std::size_t values(std::size_t) const { return 27 * stride; }
    int pitch(int nx) const { return nx; }

    /// A stride for `nodes` that is a multiple of 16 values and an odd multiple of a cache line.
    static Soa for_nodes(std::size_t nodes) {
        const std::size_t lines = (nodes + 15) / 16;
        return {16 * (lines + 2 + (lines + 1) % 2)};
    }
};

}  // namespace fum
