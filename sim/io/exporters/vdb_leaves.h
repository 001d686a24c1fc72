// From nodes to OpenVDB grids. A part of vdb.cpp, which includes OpenVDB first.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "sim/io/exporters/vdb_blocks.h"
#include "sim/io/exporters/vdb_check.h"

namespace fum {

inline float component(float v, int) { return v; }
inline float component(const openvdb::Vec3s& v, int c) { return v[c]; }

/// Makes the tree of one grid from its blocks; the rim stays out.
template <class Value>
struct LeafFiller {
    using Tree = typename openvdb::tree::Tree4<Value, 5, 4, 3>::Type;
    using Leaf = typename Tree::LeafNodeType;
    static constexpr int components = std::is_same_v<Value, float> ? 1 : 3;

    const BlockTaker& blocks;
    const BlockPeaks& peaks;
    VoxelMask* taken = nullptr;  ///< if not null: is told what became active

    /// The leaf of block `b`, or nothing if no value in it becomes active.
    std::unique_ptr<Leaf> leaf(const Int3& b, Block& block) const {
        if (!blocks.take(b, block)) return nullptr;
        if (taken) taken->at(b) = block.active;
        const openvdb::Coord origin(8 * b.x, 8 * b.y, 8 * b.z);
        auto made = std::make_unique<Leaf>(origin, openvdb::zeroVal<Value>(), false);
        Value* const values = made->buffer().data();
        for (int i = 0; i < 512; ++i)
            if constexpr (components == 1)
                values[i] = block.values[0][i];
            else
                values[i] = Value(block.values[0][i], block.values[1][i], block.values[2][i]);
        typename Leaf::NodeMaskType active;
        for (openvdb::Index x = 0; x < 8; ++x) active.template getWord<std::uint64_t>(x) = block.active[x];
        made->setValueMask(active);
        return made;
    }

    typename Tree::Ptr tree() const {
        const Int3 n = peaks.box.blocks;
        std::vector<std::unique_ptr<Leaf>> leaves(peaks.peaks.size());
        tbb::parallel_for(tbb::blocked_range<int>(0, n.y * n.z), [&](const auto& rows) {
            Block block;
            for (int row = rows.begin(); row < rows.end(); ++row)
                for (int x = 0; x < n.x; ++x) {
                    const Int3 b{x, row % n.y, row / n.y};
                    // a vector is at most sqrt(3) times as long as its largest component
                    if (peaks.at(b) * (components == 1 ? 1.0f : 1.7321f) > blocks.threshold)
                        leaves[peaks.box.index(b)] = leaf(b, block);
                }
        });
        auto tree = std::make_shared<Tree>(openvdb::zeroVal<Value>());
        openvdb::tree::ValueAccessor<Tree> accessor(*tree);
        for (auto& l : leaves)
            if (l) accessor.addLeaf(l.release());
        const Int3 nodes = blocks.frame.turn.box(blocks.frame.nodes);
        for (const openvdb::Coord& corner :
             {openvdb::Coord(0, 0, 0), openvdb::Coord(nodes.x - 1, nodes.y - 1, nodes.z - 1)})
            accessor.setValueOn(corner, openvdb::zeroVal<Value>());
        return tree;
    }
};

template <class Value>
openvdb::GridBase::Ptr vdb_grid(const LeafFiller<Value>& filler) {
    const VdbGrid& grid = filler.blocks.grid;
    const VdbFrame& frame = filler.blocks.frame;
    auto made = openvdb::Grid<typename LeafFiller<Value>::Tree>::create(filler.tree());
    made->setName(grid.name);
    // OpenVDB leaves fog volumes uncompressed instead of zipping them (Archive.cc, setGridCompression).
    if (frame.compression != VdbCompression::zip) made->setGridClass(openvdb::GRID_FOG_VOLUME);
    made->setCreator("Fumarole");
    made->setSaveFloatAsHalf(grid.half);
    if (grid.components == 3) made->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
    for (const auto& [key, word] : {std::pair("quantity", grid.quantity), std::pair("unit", grid.unit)})
        if (!word.empty()) made->insertMeta(key, openvdb::StringMetadata(word));
    const VdbPlace place = place_of(frame);
    auto transform = openvdb::math::Transform::createLinearTransform(place.dx);
    transform->postTranslate(openvdb::Vec3d(place.origin.x, place.origin.y, place.origin.z));
    made->setTransform(transform);
    return made;
}

/// The most voxels that a value of the grid carries the first one; how far masks are searched is bounded.
inline int reach_of(const VdbGrid& grid, const BlockPeaks& peaks) {
    const float way = std::sqrt(3.0f) * peaks.peak * grid.carries / std::abs(grid.scale);
    return way > 0 ? static_cast<int>(std::min(std::ceil(way + 0.5f), 8.0f)) : 0;
}

inline openvdb::GridPtrVec vdb_grids(const VdbFrame& frame) {
    openvdb::GridPtrVec made;
    VoxelMask first{BlockBox(frame.turn.box(frame.nodes))};
    for (VdbGrid grid : frame.grids) {
        const BlockPeaks peaks = block_peaks(grid, frame);
        grid.half = fits_half(peaks.peak) && grid.half;
        FUM_ASSERT(!grid.mask_by_first || !made.empty(), grid.name + " is masked, so it cannot be the first grid");
        const int reach = grid.mask_by_first ? reach_of(grid, peaks) : 0;
        VoxelMask wider = reach > 0 ? first : VoxelMask(BlockBox{});
        wider.widen(reach);
        const BlockTaker blocks{grid, frame, grid.tolerance * peaks.peak,
                                !grid.mask_by_first ? nullptr
                                : reach > 0         ? &wider
                                                    : &first,
                                reach > 0 ? &first : nullptr};
        VoxelMask* const taken = made.empty() ? &first : nullptr;
        made.push_back(grid.components == 1 ? vdb_grid<float>({blocks, peaks, taken})
                                            : vdb_grid<openvdb::Vec3s>({blocks, peaks, taken}));
    }
    return made;
}

}  // namespace fum
