// Dense fields cut into blocks: peaks, and which nodes a block takes, against the definition node by node.
#include "sim/io/exporters/vdb_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "sim/core/error.h"

namespace fum {
namespace {

constexpr Int3 nodes{21, 13, 18};
constexpr std::size_t count = std::size_t{21} * 13 * 18;

std::size_t at(int x, int y, int z) { return static_cast<std::size_t>(x + 21 * (y + 13 * z)); }

/// A third of the values is 0, the rest within [-1, 1].
std::vector<float> some_values(int components) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> draw(-1, 1);
    std::vector<float> values(count * static_cast<std::size_t>(components));
    for (float& v : values) v = random() % 3 == 0 ? 0.0f : draw(random);
    return values;
}

VdbFrame frame_of(const AxisTurn& turn = {}) {
    VdbFrame frame;
    frame.nodes = nodes;
    frame.turn = turn;
    return frame;
}

constexpr AxisTurn turns[] = {turn_between(Axis::y, Axis::y), turn_between(Axis::y, Axis::z),
                              turn_between(Axis::z, Axis::y), turn_between(Axis::x, Axis::y),
                              turn_between(Axis::z, Axis::x)};

/// The definition: what the voxel at p of the file has of a grid, 0 where it is not active.
struct Voxel {
    bool active = false;
    float value[3] = {};
};
Voxel voxel(const VdbGrid& grid, const AxisTurn& turn, const Int3& p) {
    const Int3 box = turn.box(nodes);
    Int3 from;
    for (int a = 0; a < 3; ++a)
        from[turn.from[static_cast<std::size_t>(a)]] =
            turn.sign[static_cast<std::size_t>(a)] > 0 ? p[a] : box[a] - 1 - p[a];
    Voxel v;
    double square = 0;
    for (int c = 0; c < grid.components; ++c) {
        const auto source = static_cast<std::size_t>(grid.components == 3 ? turn.from[static_cast<std::size_t>(c)] : 0);
        const float sign = grid.components == 3 ? static_cast<float>(turn.sign[static_cast<std::size_t>(c)]) : 1.0f;
        v.value[c] = (grid.values[count * source + at(from.x, from.y, from.z)] + grid.offset) * (grid.scale * sign);
        square += double(v.value[c]) * v.value[c];
    }
    const bool inside = p.x > 0 && p.y > 0 && p.z > 0 && p.x < box.x - 1 && p.y < box.y - 1 && p.z < box.z - 1;
    v.active = inside && std::sqrt(square) > grid.tolerance;
    return v;
}

void expect_block(const VdbGrid& grid, const AxisTurn& turn, const Int3& b, const std::uint64_t* allowed) {
    Block block;
    const bool taken = take_block(grid, frame_of(turn), b, allowed, block);
    bool any = false;
    const Int3 box = turn.box(nodes);
    for (int x = 8 * b.x; x < std::min(8 * b.x + 8, box.x); ++x)
        for (int y = 8 * b.y; y < std::min(8 * b.y + 8, box.y); ++y)
            for (int z = 8 * b.z; z < std::min(8 * b.z + 8, box.z); ++z) {
                const int bit = 8 * (y & 7) + (z & 7);
                Voxel want = voxel(grid, turn, {x, y, z});
                if (allowed && (allowed[x & 7] >> bit & 1) == 0) want.active = false;
                any |= want.active;
                if (!taken) continue;
                ASSERT_EQ(block.active[x & 7] >> bit & 1, want.active ? 1u : 0u) << x << ' ' << y << ' ' << z;
                for (int c = 0; c < grid.components; ++c)
                    ASSERT_EQ(block.values[c][64 * (x & 7) + bit], want.active ? want.value[c] : 0.0f);
            }
    EXPECT_EQ(taken, any);
}

TEST(VdbBlocks, TakeWhatStandsAboveTheToleranceInsideTheRimInTheAxesOfTheFile) {
    std::mt19937_64 random(3);
    std::uint64_t allowed[8];
    for (std::uint64_t& word : allowed) word = random();
    for (const AxisTurn& turn : turns)
        for (const int components : {1, 3})
            for (const float tolerance : {0.0f, 1.0f, 100.0f}) {
                const std::vector<float> values = some_values(components);
                VdbGrid grid{.name = "a", .components = components, .values = values, .scale = -2.5f, .offset = 0.25f};
                grid.tolerance = tolerance;
                const Int3 n = block_peaks(grid, frame_of(turn)).blocks;
                for (int z = 0; z < n.z; ++z)
                    for (int y = 0; y < n.y; ++y)
                        for (int x = 0; x < n.x; ++x) {
                            expect_block(grid, turn, {x, y, z}, nullptr);
                            expect_block(grid, turn, {x, y, z}, allowed);
                        }
            }
}

TEST(VdbBlocks, PeaksAreThoseOfEveryBlockAndOfAll) {
    for (const AxisTurn& turn : turns)
        for (const int components : {1, 3}) {
            const std::vector<float> values = some_values(components);
            const VdbGrid grid{.name = "a", .components = components, .values = values, .scale = -3, .offset = -0.125f};
            const BlockPeaks peaks = block_peaks(grid, frame_of(turn));
            const Int3 box = turn.box(nodes);
            ASSERT_EQ(peaks.blocks, (Int3{(box.x + 7) / 8, (box.y + 7) / 8, (box.z + 7) / 8}));
            std::vector<float> want(peaks.peaks.size());
            float most = 0;
            for (int z = 0; z < box.z; ++z)
                for (int y = 0; y < box.y; ++y)
                    for (int x = 0; x < box.x; ++x) {
                        float& peak = want[peaks.index({x / 8, y / 8, z / 8})];
                        for (const float v : voxel(grid, turn, {x, y, z}).value) peak = std::max(peak, std::abs(v));
                        most = std::max(most, peak);
                    }
            EXPECT_EQ(peaks.peaks, want);
            EXPECT_EQ(peaks.peak, most);
        }
}

TEST(VdbBlocks, WhatIsNotFiniteIsFoundWhereverItStands) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    for (const float bad : {nan, -nan, inf, -inf, 3e38f})  // the last one only once it is scaled
        for (const auto& [x, y, z] : {Int3{0, 0, 0}, Int3{20, 12, 17}, Int3{8, 3, 9}}) {
            std::vector<float> values = some_values(3);
            values[count + at(x, y, z)] = bad;
            try {
                block_peaks({.name = "vel", .components = 3, .values = values, .scale = 2}, frame_of());
                ADD_FAILURE() << bad << " was not found";
            } catch (const Error& e) {
                EXPECT_EQ(e.code(), Exit::diverged);
                const std::string place =
                    "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + "), component y";
                EXPECT_THAT(e.what(), testing::HasSubstr(place));
            }
        }
}

}  // namespace
}  // namespace fum
