// In what order a device meets the samples of a body, where they reach, and how often it loops over them (Table 1).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/config.h"

namespace fum {

/// order[i] = which sample of the body is stored i-th: by blocks of l^3 nodes as it lies now, or as given if
/// plan.ib_block is -1.
std::vector<std::int32_t> storage_order(const Body&, const Pose&, const Plan&);

/// Of all bodies together.
std::int64_t sample_count(const Config&);

/// Nodes from `low` on; they may pass the end of a periodic axis.
struct NodeBox {
    Int3 low{}, size{};
    std::int64_t nodes() const { return std::int64_t{size.x} * size.y * size.z; }
};

/// Those that the 2x2x2 stencils of a body's samples can touch, all of them in the domain.
NodeBox box_of(const Body&, const Pose&, const Config&);

/// Loops and additions of one step of the immersed boundary, bodies at their poses of time 0.
struct SampleLoops {
    std::int64_t samples = 0;         ///< whose 2x2x2 stencil lies in the domain
    std::int64_t nodes = 0;           ///< that such a stencil touches
    std::int64_t gather_min = 0;      ///< samples that one of these nodes sums over, the fewest
    std::int64_t gather_max = 0;      ///< and the most
    std::int64_t scatter = 8;         ///< nodes that a sample adds to: all the same
    std::int64_t atomics = 0;         ///< additions of a force to memory if each sample adds for itself
    std::int64_t summed_atomics = 0;  ///< the same if groups of samples first sum what goes to one cell
};

/// Counts on the host, with a table of 4 bytes a node of the box. `group`: samples side by side that are summed first.
SampleLoops count_loops(const Config&, const Plan&, int group = 32);

}  // namespace fum
