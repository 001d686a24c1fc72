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
Voxel voxel(const VdbGrid& grid, const AxisTurn& turn, const Int3& p, float threshold = 0) {
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
    v.active = inside && std::sqrt(square) > threshold;
    return v;
}

void expect_block(const BlockTaker& taker, const Int3& b) {
    const AxisTurn& turn = taker.frame.turn;
    Block block;
    const bool taken = taker.take(b, block);
    bool any = false;
    const Int3 box = turn.box(nodes);
    for (int x = 8 * b.x; x < std::min(8 * b.x + 8, box.x); ++x)
        for (int y = 8 * b.y; y < std::min(8 * b.y + 8, box.y); ++y)
            for (int z = 8 * b.z; z < std::min(8 * b.z + 8, box.z); ++z) {
                const std::size_t word = static_cast<std::size_t>(x & 7);
                const int bit = 8 * (y & 7) + (z & 7);
                Voxel want = voxel(taker.grid, turn, {x, y, z}, taker.threshold);
                if (taker.allowed && (taker.allowed->at(b)[word] >> bit & 1) == 0) want.active = false;
                any |= want.active;
                if (!taken) continue;
                ASSERT_EQ(block.active[word] >> bit & 1, want.active ? 1u : 0u) << x << ' ' << y << ' ' << z;
                for (int c = 0; c < taker.grid.components; ++c)
                    ASSERT_EQ(block.values[c][64 * (x & 7) + bit], want.active ? want.value[c] : 0.0f);
            }
    EXPECT_EQ(taken, any);
}

template <class F>
void for_each_block(const BlockBox& box, F&& f) {
    for (int z = 0; z < box.blocks.z; ++z)
        for (int y = 0; y < box.blocks.y; ++y)
            for (int x = 0; x < box.blocks.x; ++x) f(Int3{x, y, z});
}

TEST(VdbBlocks, TakeWhatStandsAboveTheThresholdInsideTheRimInTheAxesOfTheFile) {
    std::mt19937_64 random(3);
    for (const AxisTurn& turn : turns)
        for (const int components : {1, 3})
            for (const float threshold : {0.0f, 1.0f, 100.0f}) {
                const std::vector<float> values = some_values(components);
                const VdbGrid grid{
                    .name = "a", .components = components, .values = values, .scale = -2.5f, .offset = 0.25f};
                const VdbFrame frame = frame_of(turn);
                VoxelMask allowed{BlockBox(turn.box(nodes))};
                for_each_block(allowed.box(), [&](const Int3& b) {
                    for (std::uint64_t& word : allowed.at(b)) word = b.x == 1 ? 0 : random();
                });
                for_each_block(allowed.box(), [&](const Int3& b) {
                    expect_block({grid, frame, threshold}, b);
                    expect_block({grid, frame, threshold, &allowed}, b);
                });
            }
}

TEST(VoxelMasks, WidenByACubeRoundEveryVoxelAcrossBlocks) {
    const Int3 n{21, 13, 18};
    const BlockBox box(n);
    std::mt19937 random(11);
    std::vector<Int3> set{{0, 0, 0}, {20, 12, 17}, {7, 8, 15}};
    for (int i = 0; i < 12; ++i)
        set.push_back(
            {static_cast<int>(random() % 21), static_cast<int>(random() % 13), static_cast<int>(random() % 18)});
    for (const int reach : {0, 1, 2, 5}) {
        VoxelMask mask(box);
        for (const Int3& v : set)
            mask.at({v.x / 8, v.y / 8, v.z / 8})[static_cast<std::size_t>(v.x % 8)] |= std::uint64_t{1}
                                                                                       << (8 * (v.y % 8) + v.z % 8);
        mask.widen(reach);
        for (int x = 0; x < n.x; ++x)
            for (int y = 0; y < n.y; ++y)
                for (int z = 0; z < n.z; ++z) {
                    const bool want = std::any_of(set.begin(), set.end(), [&](const Int3& v) {
                        return std::abs(v.x - x) <= reach && std::abs(v.y - y) <= reach && std::abs(v.z - z) <= reach;
                    });
                    const std::uint64_t word = mask.at({x / 8, y / 8, z / 8})[static_cast<std::size_t>(x % 8)];
                    ASSERT_EQ(word >> (8 * (y % 8) + z % 8) & 1, want ? 1u : 0u) << x << ' ' << y << ' ' << z;
                }
    }
}

TEST(VoxelMasks, MeetWhatLiesOnAWayForthAndBack) {
    VoxelMask mask(BlockBox({24, 16, 16}));
    mask.at({1, 0, 1})[2] |= std::uint64_t{1} << (8 * 5 + 6);
    const Int3 set{10, 5, 14};
    for (int x = 0; x < 24; ++x)
        for (int y = 0; y < 16; ++y)
            for (int z = 0; z < 16; ++z) EXPECT_EQ(mask.has({x, y, z}), (Int3{x, y, z} == set));
    EXPECT_FALSE(mask.has({-1, 5, 14}) || mask.has({24, 5, 14}) || mask.has({10, 5, 99}));

    const auto meets = [&](const Int3& away, const Float3& step) {
        const bool forth = mask.meets(set + away, step), back = mask.meets(set + away, -step);
        EXPECT_EQ(forth, back);
        return forth;
    };
    EXPECT_TRUE(meets({0, 0, 0}, {0, 0, 0}));
    EXPECT_FALSE(meets({1, 0, 0}, {0, 0, 0}));
    EXPECT_TRUE(meets({1, 0, 0}, {0.01f, 0, 0}));  // between the two, velocity is interpolated
    EXPECT_FALSE(meets({0, 1, 0}, {3, 0, 0}));
    for (int away = -6; away <= 6; ++away) {
        EXPECT_EQ(meets({0, 0, away}, {0, 0, 3}), std::abs(away) <= 3) << away;
        EXPECT_EQ(meets({away, away, 0}, {2, 2, 0}), std::abs(away) <= 2) << away;
    }
}

TEST(VdbBlocks, PeaksAreThoseOfEveryBlockAndOfAll) {
    for (const AxisTurn& turn : turns)
        for (const int components : {1, 3}) {
            const std::vector<float> values = some_values(components);
            const VdbGrid grid{.name = "a", .components = components, .values = values, .scale = -3, .offset = -0.125f};
            const BlockPeaks peaks = block_peaks(grid, frame_of(turn));
            const Int3 box = turn.box(nodes);
            ASSERT_EQ(peaks.box.blocks, (Int3{(box.x + 7) / 8, (box.y + 7) / 8, (box.z + 7) / 8}));
            std::vector<float> want(peaks.peaks.size());
            float most = 0;
            for (int z = 0; z < box.z; ++z)
                for (int y = 0; y < box.y; ++y)
                    for (int x = 0; x < box.x; ++x) {
                        float& peak = want[peaks.box.index({x / 8, y / 8, z / 8})];
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
