// Colour maps and ranges.
#include "render/colormap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fum {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Relative luminance (IEC 61966-2-1), 0..1.
double luminance(const Rgb8& c) {
    const auto linear = [](std::uint8_t v) {
        return v <= 10 ? v / 255.0 / 12.92 : std::pow((v / 255.0 + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

int apart(const Rgb8& a, const Rgb8& b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

TEST(Colormap, EndsAndMiddlesAreThePublishedOnes) {
    const auto near = [](Colormap map, int i, Rgb8 want) { EXPECT_LE(apart(color_table(map)[i], want), 3) << i; };
    near(Colormap::viridis, 0, {0x44, 0x01, 0x54});
    near(Colormap::viridis, 127, {0x21, 0x90, 0x8d});
    near(Colormap::viridis, 255, {0xfd, 0xe7, 0x25});
    near(Colormap::cividis, 127, {0x7b, 0x7a, 0x77});
    near(Colormap::magma, 127, {0xb6, 0x37, 0x7a});
    near(Colormap::coolwarm, 0, {59, 76, 192});
    near(Colormap::coolwarm, 64, {141, 176, 254});
    near(Colormap::coolwarm, 127, {221, 221, 221});
    near(Colormap::coolwarm, 192, {244, 153, 122});
    near(Colormap::coolwarm, 255, {180, 4, 38});
}

TEST(Colormap, MapsForMagnitudesGetLighterAllTheWay) {
    for (const Colormap map : {Colormap::viridis, Colormap::cividis, Colormap::magma})
        for (int i = 4; i < 256; ++i)
            EXPECT_GT(luminance(color_table(map)[i]), luminance(color_table(map)[i - 4]))
                << static_cast<int>(map) << ' ' << i;
}

TEST(Colormap, TheDivergingMapIsLightestInTheMiddleAndFallsAlikeToBothSides) {
    const ColorTable& t = color_table(Colormap::coolwarm);
    for (int i = 4; i < 128; ++i) {
        EXPECT_GT(luminance(t[i]), luminance(t[i - 4]));
        EXPECT_GT(luminance(t[255 - i]), luminance(t[259 - i]));
    }
}

TEST(Colormap, ColorsAreClampedAndNanIsMagenta) {
    const Range range{2, 4};
    EXPECT_EQ(color_of(Colormap::viridis, range, 1), color_table(Colormap::viridis)[0]);
    EXPECT_EQ(color_of(Colormap::viridis, range, 9), color_table(Colormap::viridis)[255]);
    EXPECT_EQ(color_of(Colormap::viridis, range, 3), color_table(Colormap::viridis)[128]);
    EXPECT_EQ(color_of(Colormap::viridis, range, nan), nan_color);
}

TEST(Range, PercentilesLeaveOutliersAndNanOut) {
    std::vector<float> values;
    for (int i = 0; i <= 1000; ++i) values.push_back(static_cast<float>((i * 387) % 1001));  // 0..1000, shuffled
    const Range plain = robust_range(values);
    EXPECT_FLOAT_EQ(plain.low, 10);
    EXPECT_FLOAT_EQ(plain.high, 990);
    for (const float wild : {1e9f, -1e9f, nan, std::numeric_limits<float>::infinity()}) values.push_back(wild);
    EXPECT_NEAR(robust_range(values).low, 10, 1);
    EXPECT_NEAR(robust_range(values).high, 990, 1);
    EXPECT_FLOAT_EQ(robust_range(values, 0, 100).high, 1e9f);
}

TEST(Range, LongFieldsAreSampledEvenly) {
    std::vector<float> values(1 << 21);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1024);  // rows of 1024
    const Range range = robust_range(values);
    EXPECT_NEAR(range.low, 10, 2);
    EXPECT_NEAR(range.high, 1013, 2);
}

TEST(Range, IsNeverEmpty) {
    for (const auto& values : {std::vector<float>{}, std::vector<float>{nan, nan}, std::vector<float>(50, 0.0f),
                               std::vector<float>(50, 3.0f), std::vector<float>(50, -1e-20f)}) {
        const Range range = robust_range(values);
        EXPECT_GT(range.high, range.low);
    }
}

TEST(Range, CentredHoldsBothSides) {
    EXPECT_EQ(centred({-2, 5}), (Range{-5, 5}));
    EXPECT_EQ(centred({1, 3}), (Range{-3, 3}));
    EXPECT_EQ(color_of(Colormap::coolwarm, centred({-2, 5}), 0), color_table(Colormap::coolwarm)[128]);
}

}  // namespace
}  // namespace fum
