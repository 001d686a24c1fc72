// Fig. 7: samples are stored by blocks of l x l x l nodes (x fastest, then y, z) and in Morton order inside a block, so
// that neighbours on the surface are neighbours in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/vec.h"

namespace fum {

/// order[i] = which sample comes i-th. `position` in nodes, all coordinates >= 0. l >= 1. Samples of one grid cell are
/// consecutive whatever l is. Ties keep their old order.
std::vector<std::int32_t> sample_order(const std::vector<Float3>& position, int l);

}  // namespace fum
