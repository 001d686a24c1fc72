#include "sim/io/exporters/vdb_blocks.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sim/io/exporters/dense.h"

namespace fum {
namespace {

/// NaN or infinite: exponent all ones. As integers such bits are above all others, and for the rest, without the sign,
/// the order of integers is the order of numbers. So one maximum of integers, which becomes vector code, finds both the
/// peak and what is not finite.
constexpr std::int32_t exponent = 0x7f800000;

/// highest[x] = max(highest[x], |(v[x] + offset) * scale| as bits).
void raise_peaks(std::int32_t* highest, const float* v, int n, float offset, float scale) {
    for (int x = 0; x < n; ++x) {
        const std::int32_t bits = __builtin_bit_cast(std::int32_t, (v[x] + offset) * scale) & 0x7fffffff;
        highest[x] = highest[x] < bits ? bits : highest[x];
    }
}

/// An axis of the nodes as the file cuts it into blocks of 8.
struct CutAxis {
    int n = 0;       ///< nodes along it
    int target = 0;  ///< which axis of the file it is
    bool mirrored = false;

    CutAxis(const VdbFrame& frame, int axis) : n(frame.nodes[axis]) {
        for (int a = 0; a < 3; ++a)
            if (frame.turn.from[static_cast<std::size_t>(a)] == axis)
                target = a, mirrored = frame.turn.sign[static_cast<std::size_t>(a)] < 0;
    }
    int blocks() const { return (n + 7) / 8; }
    /// Nodes begin(b) .. end(b) - 1 lie in block b of the file.
    int begin(int b) const { return mirrored ? std::max(n - 8 * b - 8, 0) : 8 * b; }
    int end(int b) const { return mirrored ? n - 8 * b : std::min(8 * b + 8, n); }
};

struct PeakFinder {
    const VdbGrid& grid;
    const VdbFrame& frame;
    CutAxis x, y, z;
    BlockPeaks& found;

    /// The peaks of the blocks by, bz (along the nodes' axes) of all components: up to 64 rows each, read as they lie
    /// in memory.
    void find(int by, int bz, std::vector<std::int32_t>& highest) const {
        std::fill(highest.begin(), highest.end(), 0);
        const std::size_t nx = static_cast<std::size_t>(x.n), plane = nx * static_cast<std::size_t>(y.n);
        for (int c = 0; c < grid.components; ++c)
            for (int k = z.begin(bz); k < z.end(bz); ++k)
                for (int j = y.begin(by); j < y.end(by); ++j) {
                    const std::size_t row = plane * (static_cast<std::size_t>(z.n) * static_cast<std::size_t>(c) +
                                                     static_cast<std::size_t>(k)) +
                                            nx * static_cast<std::size_t>(j);
                    raise_peaks(highest.data(), grid.values.data() + row, x.n, grid.offset, grid.scale);
                }
        for (int bx = 0; bx < x.blocks(); ++bx) {
            Int3 b;
            b[x.target] = bx, b[y.target] = by, b[z.target] = bz;
            const auto first = highest.begin();
            found.peaks[found.box.index(b)] =
                __builtin_bit_cast(float, *std::max_element(first + x.begin(bx), first + x.end(bx)));
        }
    }
};

}  // namespace

BlockPeaks block_peaks(const VdbGrid& grid, const VdbFrame& frame) {
    BlockPeaks found;
    found.box = BlockBox(frame.turn.box(frame.nodes));
    found.peaks.resize(found.box.count());
    const PeakFinder finder{grid, frame, CutAxis(frame, 0), CutAxis(frame, 1), CutAxis(frame, 2), found};
    const int rows = finder.y.blocks();
    tbb::parallel_for(tbb::blocked_range<int>(0, rows * finder.z.blocks()), [&](const auto& range) {
        std::vector<std::int32_t> highest(static_cast<std::size_t>(finder.x.n));
        for (int r = range.begin(); r < range.end(); ++r) finder.find(r % rows, r / rows, highest);
    });
    std::int32_t most = 0;
    for (const float peak : found.peaks) most = std::max(most, __builtin_bit_cast(std::int32_t, peak));
    if (most >= exponent) throw_not_finite(grid.name, frame.nodes, grid.values, grid.offset, grid.scale);
    found.peak = __builtin_bit_cast(float, most);
    return found;
}

bool BlockTaker::take(const Int3& b, Block& block) const {
    const VoxelMask::Words *const may = allowed ? &allowed->at(b) : nullptr, *const there = met ? &met->at(b) : nullptr;
    if (may && !any_of(*may)) return false;
    std::memset(block.values, 0, sizeof(float) * 512 * static_cast<std::size_t>(grid.components));
    block.active = {};
    const Int3 nodes = frame.turn.box(frame.nodes);
    const TurnedIndex index(frame.turn, frame.nodes);
    const std::int64_t n = std::int64_t{nodes.x} * nodes.y * nodes.z;
    const std::int64_t from[3] = {n * frame.turn.from[0], n * frame.turn.from[1], n * frame.turn.from[2]};
    float scale[3];  // of the file's components
    for (std::size_t a = 0; a < 3; ++a) scale[a] = grid.scale * static_cast<float>(frame.turn.sign[a]);
    const int x0 = std::max(8 * b.x, 1), x1 = std::min(8 * b.x + 8, nodes.x - 1);
    const float offset = grid.offset, way = grid.carries / grid.scale;
    for (int z = std::max(8 * b.z, 1); z < std::min(8 * b.z + 8, nodes.z - 1); ++z)
        for (int y = std::max(8 * b.y, 1); y < std::min(8 * b.y + 8, nodes.y - 1); ++y) {
            const int at = 8 * (y & 7) + (z & 7);
            std::int64_t k = index(x0, y, z);
            for (int x = x0; x < x1; ++x, k += index.stride[0]) {
                const float* const v = grid.values.data() + k;
                float a = 0, second = 0, third = 0, magnitude = 0;
                if (grid.components == 3) {
                    a = (v[from[0]] + offset) * scale[0];
                    second = (v[from[1]] + offset) * scale[1];
                    third = (v[from[2]] + offset) * scale[2];
                    magnitude = std::sqrt(a * a + second * second + third * third);
                } else {
                    a = (v[0] + offset) * grid.scale;
                    magnitude = std::abs(a);
                }
                const std::size_t word = static_cast<std::size_t>(x & 7);
                if (!(magnitude > threshold) || (may && ((*may)[word] >> at & 1) == 0)) continue;
                if (there && ((*there)[word] >> at & 1) == 0 && !met->meets({x, y, z}, Float3{a, second, third} * way))
                    continue;
                const int i = 64 * (x & 7) + at;
                block.active[word] |= std::uint64_t{1} << at;
                block.values[0][i] = a;
                if (grid.components == 3) block.values[1][i] = second, block.values[2][i] = third;
            }
        }
    return any_of(block.active);
}

}  // namespace fum
