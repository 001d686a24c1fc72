// Dense fields as the blocks of 8x8x8 voxels that OpenVDB's leaves are: which hold anything, and what they hold, in the
// axes of the file. Needs no OpenVDB.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/io/exporters/vdb.h"
#include "sim/io/exporters/voxel_mask.h"

namespace fum {

/// How large the values of each block are.
struct BlockPeaks {
    BlockBox box;
    std::vector<float> peaks;  ///< a block: largest |(value + offset) * scale| of any component
    float peak = 0;            ///< of all

    float at(const Int3& b) const { return peaks[box.index(b)]; }
};

/// One pass over a grid in the order of memory, on all threads of the arena. Throws Error(diverged) naming grid,
/// component and node at the first value, in memory order, that is not finite once scaled.
BlockPeaks block_peaks(const VdbGrid& grid, const VdbFrame& frame);

/// One block in the order of a leaf: value 64 x + 8 y + z of each component, and its bit 8 y + z of word x.
struct Block {
    alignas(64) float values[3][512];  ///< 0 where not active
    VoxelMask::Words active;
};

/// What of a grid becomes active: values inside the rim whose magnitude is above `threshold` and, unless they are null,
/// whose bit is set in `allowed` and whose way meets `met`.
struct BlockTaker {
    const VdbGrid& grid;
    const VdbFrame& frame;
    float threshold = 0;
    const VoxelMask* allowed = nullptr;
    const VoxelMask* met = nullptr;

    /// Fills `block` from the voxels at 8 `b` and beyond. False, with the block in no particular state, if none becomes
    /// active.
    bool take(const Int3& b, Block& block) const;
};

}  // namespace fum
