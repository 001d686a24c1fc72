// Dense fields as the blocks of 8x8x8 voxels that OpenVDB's leaves are: which hold anything, and what they hold, in the
// axes of the file. Needs no OpenVDB.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/io/exporters/vdb.h"

namespace fum {

/// How large the values of each block are.
struct BlockPeaks {
    Int3 blocks{};             ///< along the file's x, y, z; those at the ends may stand out of the grid
    std::vector<float> peaks;  ///< [bz][by][bx]: largest |(value + offset) * scale| of any component
    float peak = 0;            ///< of all

    std::size_t index(const Int3& b) const {
        return static_cast<std::size_t>(b.x) +
               static_cast<std::size_t>(blocks.x) *
                   (static_cast<std::size_t>(b.y) + static_cast<std::size_t>(blocks.y) * static_cast<std::size_t>(b.z));
    }
    float at(const Int3& b) const { return peaks[index(b)]; }
};

/// One pass over a grid in the order of memory, on all threads of the arena. Throws Error(diverged) naming grid,
/// component and node at the first value, in memory order, that is not finite once scaled.
BlockPeaks block_peaks(const VdbGrid& grid, const VdbFrame& frame);

/// One block in the order of a leaf: value 64 x + 8 y + z of each component, and its bit 8 y + z of word x.
struct Block {
    alignas(64) float values[3][512];  ///< 0 where not active
    std::uint64_t active[8];
};

/// Fills `block` from the voxels at 8 `b` and beyond: active are those inside the rim whose magnitude is above the
/// tolerance and, unless null, whose bit of `allowed` is set. False, with the block in no particular state, if none is.
bool take_block(const VdbGrid& grid, const VdbFrame& frame, const Int3& b, const std::uint64_t* allowed, Block& block);

}  // namespace fum
