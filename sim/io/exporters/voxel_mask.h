// Which voxels are active, a bit each, in the order of OpenVDB's leaves. Needs no OpenVDB.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/core/vec.h"

namespace fum {

/// How blocks of 8x8x8 voxels fill a grid; those at the ends may stand out of it.
struct BlockBox {
    Int3 blocks{};  ///< along x, y, z

    BlockBox() = default;
    explicit BlockBox(const Int3& voxels) : blocks{(voxels.x + 7) / 8, (voxels.y + 7) / 8, (voxels.z + 7) / 8} {}
    std::size_t index(const Int3& b) const {
        return static_cast<std::size_t>(b.x) +
               static_cast<std::size_t>(blocks.x) *
                   (static_cast<std::size_t>(b.y) + static_cast<std::size_t>(blocks.y) * static_cast<std::size_t>(b.z));
    }
    std::size_t count() const { return index({0, 0, blocks.z}); }
};

class VoxelMask {
public:
    using Words = std::array<std::uint64_t, 8>;  ///< of a block: bit 8 y + z of word x

    explicit VoxelMask(const BlockBox& box) : box_(box), words_(box.count()) {}
    const BlockBox& box() const { return box_; }
    Words& at(const Int3& b) { return words_[box_.index(b)]; }
    const Words& at(const Int3& b) const { return words_[box_.index(b)]; }

    /// False outside the box.
    bool has(const Int3& v) const {
        if ((v.x | v.y | v.z) < 0 || v.x >= 8 * box_.blocks.x || v.y >= 8 * box_.blocks.y || v.z >= 8 * box_.blocks.z)
            return false;
        return at({v.x >> 3, v.y >> 3, v.z >> 3})[static_cast<std::size_t>(v.x & 7)] >> (8 * (v.y & 7) + (v.z & 7)) & 1;
    }

    /// True if a voxel on the way from `v` - `step` to `v` + `step`, and not quite half a voxel on, is set: velocities
    /// between voxels are interpolated.
    bool meets(const Int3& v, const Float3& step) const;

    /// Sets the bits of all voxels at most `reach` voxels away along each axis: a cube round every bit that is set.
    void widen(int reach);

private:
    BlockBox box_;
    std::vector<Words> words_;  ///< [bz][by][bx]
};

inline bool any_of(const VoxelMask::Words& words) {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any != 0;
}

}  // namespace fum
