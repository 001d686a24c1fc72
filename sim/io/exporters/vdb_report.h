// From OpenVDB grids to what is said about them. A part of vdb.cpp, which includes OpenVDB first.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "sim/io/exporters/vdb_leaves.h"

namespace fum {

/// What a report says of a tree's active values.
struct Survey {
    float min = std::numeric_limits<float>::infinity(), max = -min;
    std::int64_t non_finite = 0, active = 0;
    openvdb::CoordBBox box;

    template <class Value>
    void add(const Value& v) {
        for (int c = 0; c < LeafFiller<Value>::components; ++c) {
            const float x = component(v, c);
            if (!std::isfinite(x)) {
                ++non_finite;
                continue;
            }
            min = std::min(min, x);
            max = std::max(max, x);
        }
    }
    /// 64 values at once where all are active; false, and nothing is done, if one is not finite. Lanes make vector
    /// code.
    template <class Value>
    bool add_word(const Value* values) {
        constexpr int lanes = 16, count = 64 * LeafFiller<Value>::components;
        const float* const v = reinterpret_cast<const float*>(values);
        float lo[lanes], hi[lanes];
        std::uint32_t odd[lanes] = {};
        for (int j = 0; j < lanes; ++j) lo[j] = min, hi[j] = max;
        for (int i = 0; i < count; i += lanes)
            for (int j = 0; j < lanes; ++j) {
                const float x = v[i + j];
                lo[j] = x < lo[j] ? x : lo[j];
                hi[j] = x > hi[j] ? x : hi[j];
                odd[j] |= (__builtin_bit_cast(std::uint32_t, x) & 0x7f800000u) == 0x7f800000u ? ~0u : 0u;
            }
        std::uint32_t any = 0;
        for (const std::uint32_t o : odd) any |= o;
        if (any != 0) return false;
        min = *std::min_element(lo, lo + lanes);
        max = *std::max_element(hi, hi + lanes);
        return true;
    }
    static int highest(std::uint64_t bits) { return 63 - std::countl_zero(bits); }
    template <class Leaf>
    void add_leaf(const Leaf& leaf) {
        const auto* const values = leaf.buffer().data();
        std::uint64_t any = 0;  // bit 8 y + z
        int x0 = 8, x1 = -1;
        for (int x = 0; x < 8; ++x) {
            const auto word = leaf.getValueMask().template getWord<std::uint64_t>(static_cast<openvdb::Index>(x));
            std::uint64_t left = ~word == 0 && add_word(values + 64 * x) ? 0 : word;
            for (; left != 0; left &= left - 1) add(values[64 * x + std::countr_zero(left)]);
            active += std::popcount(word);
            any |= word;
            if (word != 0) x0 = std::min(x0, x), x1 = x;
        }
        if (any == 0) return;
        std::uint64_t z = any;  // folded onto the lowest byte
        for (const int shift : {32, 16, 8}) z |= z >> shift;
        const int z0 = std::countr_zero(z), z1 = highest(z & 0xff);
        const openvdb::Coord first(x0, std::countr_zero(any) / 8, z0), last(x1, highest(any) / 8, z1);
        box.expand(openvdb::CoordBBox(leaf.origin() + first, leaf.origin() + last));
    }
    Survey operator+(const Survey& o) const {
        Survey sum{std::min(min, o.min), std::max(max, o.max), non_finite + o.non_finite, active + o.active, box};
        sum.box.expand(o.box);
        return sum;
    }
};

/// Over active voxels, and active tiles of files from elsewhere (a tile's value counts once).
template <class Tree>
Survey survey_of(const Tree& tree) {
    std::vector<const typename Tree::LeafNodeType*> leaves;
    tree.getNodes(leaves);
    Survey all = tbb::parallel_reduce(
        tbb::blocked_range<std::size_t>(0, leaves.size()), Survey{},
        [&](const auto& part, Survey sofar) {
            for (std::size_t i = part.begin(); i < part.end(); ++i) sofar.add_leaf(*leaves[i]);
            return sofar;
        },
        [](const Survey& a, const Survey& b) { return a + b; });
    if (!tree.hasActiveTiles()) return all;
    auto tile = tree.cbeginValueOn();
    tile.setMaxDepth(Tree::ValueOnCIter::LEAF_DEPTH - 1);
    for (; tile; ++tile) all.add(*tile);
    tree.evalActiveVoxelBoundingBox(all.box);
    all.active = static_cast<std::int64_t>(tree.activeVoxelCount());
    return all;
}

inline Int3 int3(const openvdb::Coord& c) { return {c.x(), c.y(), c.z()}; }

/// Text metadata of a file or grid under `key`, or "".
inline std::string text_of(const openvdb::MetaMap& metadata, const char* key) {
    const auto found = metadata.getMetadata<openvdb::StringMetadata>(key);
    return found ? found->value() : "";
}

/// One positive scale and a translation: what every reader places alike.
inline bool is_uniform(const openvdb::math::Transform& transform) {
    if (!transform.isLinear()) return false;
    const openvdb::Mat4d m = transform.baseMap()->getAffineMap()->getMat4();
    const double dx = m(0, 0), slack = 1e-6 * dx;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            if (!(std::abs(m(row, column) - (row == column ? dx : 0)) <= slack)) return false;
    return dx > 0;
}

inline VdbGridReport grid_report(const openvdb::GridBase& grid) {
    Survey range;
    if (grid.isType<openvdb::FloatGrid>())
        range = survey_of(static_cast<const openvdb::FloatGrid&>(grid).tree());
    else if (grid.isType<openvdb::Vec3SGrid>())
        range = survey_of(static_cast<const openvdb::Vec3SGrid&>(grid).tree());
    else
        range.box = grid.evalActiveVoxelBoundingBox(),
        range.active = static_cast<std::int64_t>(grid.activeVoxelCount());
    if (range.min > range.max) range.min = range.max = 0;
    if (grid.saveFloatAsHalf()) {  // rounding keeps the order, so the range of the rounded is the rounded range
        range.min = openvdb::math::half(range.min);
        range.max = openvdb::math::half(range.max);
    }
    const openvdb::Vec3d origin = grid.indexToWorld(openvdb::Coord(0, 0, 0));
    VdbGridReport report{.name = grid.getName(), .half = grid.saveFloatAsHalf(), .type = grid.valueType()};
    report.active = range.active;
    report.min = range.min;
    report.max = range.max;
    report.non_finite = range.non_finite;
    report.dx = grid.voxelSize()[0];
    report.origin = {origin.x(), origin.y(), origin.z()};
    report.box_min = int3(range.box.min());
    report.box_max = int3(range.box.max());
    report.uniform = is_uniform(grid.transform());
    report.quantity = text_of(grid, "quantity");
    report.unit = text_of(grid, "unit");
    report.compression = text_of(grid, "file_compression");
    return report;
}

}  // namespace fum
