// Colour maps: from numbers to colours and back to nothing but tables; no OpenGL here.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace fum {

struct Rgb8 {
    std::uint8_t r = 0, g = 0, b = 0;
    bool operator==(const Rgb8&) const = default;
};

/// viridis and magma: van der Walt and Smith 2015, for magnitudes. cividis: Nunez, Anderton and Renslow 2018, the same
/// to the colour-blind. coolwarm: Moreland 2009, diverging, for signed fields. turbo: Mikhailov 2019, jet's rainbow
/// without its false edges; only on request.
enum class Colormap { viridis, cividis, coolwarm, magma, turbo };
inline constexpr std::array<std::string_view, 5> colormap_names{"viridis", "cividis", "coolwarm", "magma", "turbo"};

/// sRGB, from the lowest value to the highest. Within 3/255 of the published tables (cividis: 10/255 in its first 15
/// entries, where the published one has a corner).
using ColorTable = std::array<Rgb8, 256>;
const ColorTable& color_table(Colormap map);

/// What is not a number, in every map.
inline constexpr Rgb8 nan_color{255, 0, 255};

/// The values that get the first and the last colour.
struct Range {
    float low = 0, high = 1;
    bool operator==(const Range&) const = default;
};

/// From percentile `low` to percentile `high` (0..100) of the finite values, so that a few wild nodes do not wash out
/// the rest; long fields are sampled evenly. [0, 1] where nothing is finite; never empty.
Range robust_range(std::span<const float> values, float low = 1, float high = 99);

/// The smallest range around 0, alike to both sides, that holds `range`: what a diverging map needs.
Range centred(const Range& range);

/// As the shaders do it: clamped at the ends, NaN magenta.
Rgb8 color_of(Colormap map, const Range& range, float value);

}  // namespace fum
