#include "sim/immersed/sample_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

namespace fum {
namespace {

std::vector<Float3> scattered(int n, float size) {
    std::mt19937 bits(7);
    std::vector<Float3> p(static_cast<std::size_t>(n));
    for (Float3& q : p)
        for (int d = 0; d < 3; ++d) q[d] = static_cast<float>(bits()) / 4294967296.0f * size;
    return p;
}

using Cell = std::tuple<int, int, int>;  // z, y, x: compares as the blocks are ordered
Cell cell(const Float3& p, int edge) {
    const auto at = [&](float x) { return static_cast<int>(x) / edge; };
    return {at(p.z), at(p.y), at(p.x)};
}

class SampleOrder : public testing::TestWithParam<int> {};

TEST_P(SampleOrder, IsAPermutation) {
    std::vector<std::int32_t> order = sample_order(scattered(5000, 23), GetParam());
    std::sort(order.begin(), order.end());
    for (int i = 0; i < 5000; ++i) ASSERT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST_P(SampleOrder, RunsThroughTheBlocksXFastestThenYThenZ) {
    const auto p = scattered(5000, 23);
    const auto order = sample_order(p, GetParam());
    for (std::size_t i = 1; i < order.size(); ++i)
        ASSERT_LE(cell(p[static_cast<std::size_t>(order[i - 1])], GetParam()),
                  cell(p[static_cast<std::size_t>(order[i])], GetParam()));
}

TEST_P(SampleOrder, KeepsTheSamplesOfACellTogetherAndInTheirOldOrder) {
    const auto p = scattered(5000, 9);  // about 7 a cell
    const auto order = sample_order(p, GetParam());
    std::set<Cell> finished;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Cell here = cell(p[static_cast<std::size_t>(order[i])], 1);
        if (i > 0 && cell(p[static_cast<std::size_t>(order[i - 1])], 1) == here) {
            ASSERT_LT(order[i - 1], order[i]);
        } else {
            ASSERT_TRUE(finished.insert(here).second) << "a cell comes twice";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(BlockEdges, SampleOrder, testing::Values(1, 2, 3, 4, 7, 8, 16, 100, 1 << 30));

TEST(SampleOrder, InsideABlockTheCellsFollowTheMortonCurve) {
    // The curve through 2 x 2 x 2 cells, twice along x: x is its lowest bit, then y, then z (Morton 1966).
    std::vector<Float3> p;
    for (int block = 0; block < 2; ++block)
        for (int i = 0; i < 8; ++i)
            p.push_back({static_cast<float>(2 * block + (i & 1)) + 0.5f, static_cast<float>((i >> 1) & 1) + 0.5f,
                         static_cast<float>(i >> 2) + 0.5f});
    std::vector<std::int32_t> expected(p.size());
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(sample_order(p, 2), expected);
    std::vector<Float3> reversed(p.rbegin(), p.rend());
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(sample_order(reversed, 2), expected);
}

TEST(SampleOrder, WorksAtTheFarCornerOfTheLargestGrid) {
    const std::vector<Float3> p = {{1048575, 1048575, 1048575}, {0, 0, 0}, {1048575, 0, 0}};
    for (const int l : {1, 2, 3, 1 << 19, (1 << 19) + 1, 1 << 20})
        EXPECT_EQ(sample_order(p, l), (std::vector<std::int32_t>{1, 2, 0})) << l;
}

TEST(SampleOrder, OfNothingIsNothing) { EXPECT_TRUE(sample_order({}, 4).empty()); }

TEST(SampleOrder, RefusesPlacesOutsideTheGrid) {
    EXPECT_THROW(sample_order({{-0.5f, 0, 0}}, 4), std::logic_error);
    EXPECT_THROW(sample_order({{0, std::nanf(""), 0}}, 4), std::logic_error);
}

}  // namespace
}  // namespace fum
