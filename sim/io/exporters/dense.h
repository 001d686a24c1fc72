// Values on every node of the lattice, as dense formats want them.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "sim/core/vec.h"

namespace fum {

inline std::size_t node_count(const Int3& n) {
    return static_cast<std::size_t>(n.x) * static_cast<std::size_t>(n.y) * static_cast<std::size_t>(n.z);
}

/// A frame that a caller may not hand over (no nodes, no voxel size, values that do not fit) is a bug: throws
/// std::logic_error.
void check_dense(const Int3& nodes, double dx_m, int components, std::size_t values);

/// Throws Error(diverged) naming grid, component and node at the first value, in memory order, that is not finite.
/// `values` as [component][z][y][x].
void demand_finite(const std::string& grid, const Int3& nodes, std::span<const float> values);

/// The same where it is known that (value + offset) * scale is not finite somewhere.
[[noreturn]] void throw_not_finite(const std::string& grid, const Int3& nodes, std::span<const float> values,
                                   float offset = 0, float scale = 1);

}  // namespace fum
