#include "render/colormap.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace fum {
namespace {

using Color = std::array<double, 3>;
using Stops = std::array<std::uint32_t, 18>;

// Every 15th of the published 256 colours, 0xrrggbb.
constexpr Stops viridis_stops{0x440154, 0x481769, 0x472a7a, 0x433d84, 0x3d4e8a, 0x355e8d, 0x2e6d8e, 0x297b8e, 0x23898e,
                              0x1f978b, 0x21a585, 0x2eb37c, 0x46c06f, 0x65cb5e, 0x89d548, 0xb0dd2f, 0xd8e219, 0xfde725};
constexpr Stops cividis_stops{0x00224e, 0x002d68, 0x163770, 0x2e416d, 0x3f4c6c, 0x4e566c, 0x5c616e, 0x696b71, 0x767676,
                              0x838179, 0x928c78, 0xa09875, 0xafa471, 0xbfb06b, 0xcfbd62, 0xdfca57, 0xf0d846, 0xfee838};
constexpr Stops magma_stops{0x000004, 0x090720, 0x1a1042, 0x311165, 0x4a1079, 0x621980, 0x792282, 0x912b81, 0xaa337d,
                            0xc23b75, 0xd9466b, 0xec5860, 0xf7725c, 0xfc8e64, 0xfeaa74, 0xfec68a, 0xfde2a3, 0xfcfdbf};
constexpr Stops turbo_stops{0x30123b, 0x3f3e9c, 0x4666dd, 0x458cfd, 0x2fb2f4, 0x1ad4d0, 0x22ebaa, 0x52fa7a, 0x8bff4b,
                            0xb7f735, 0xdbe236, 0xf5c53a, 0xfea130, 0xf9751d, 0xe84b0c, 0xce2d04, 0xa91601, 0x7a0403};

Color unpacked(std::uint32_t c) { return {double(c >> 16 & 255), double(c >> 8 & 255), double(c & 255)}; }

std::uint8_t rounded(double v) { return static_cast<std::uint8_t>(std::clamp(v + 0.5, 0.0, 255.0)); }

/// Catmull and Rom's spline (1974) through the stops; straight at both ends.
ColorTable through(const Stops& stops) {
    const int last = static_cast<int>(stops.size()) - 1, gap = 255 / last;
    const auto stop = [&](int i, int c) {
        if (i < 0) return 2 * unpacked(stops[0])[c] - unpacked(stops[1])[c];
        if (i > last) return 2 * unpacked(stops[last])[c] - unpacked(stops[last - 1])[c];
        return unpacked(stops[i])[c];
    };
    ColorTable table;
    for (int i = 0; i < 256; ++i) {
        const int s = std::min(i / gap, last - 1);
        const double f = double(i) / gap - s;
        Color at;
        for (int k = 0; k < 3; ++k) {
            const double a = stop(s - 1, k), b = stop(s, k), c = stop(s + 1, k), d = stop(s + 2, k);
            at[k] = b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
        }
        table[i] = {rounded(at[0]), rounded(at[1]), rounded(at[2])};
    }
    return table;
}

// CIELAB under D65 (CIE 15) and sRGB (IEC 61966-2-1).
constexpr Color white{0.95047, 1.0, 1.08883};

Color lab_from_rgb(const Color& rgb) {
    Color linear;
    for (int c = 0; c < 3; ++c) {
        const double v = rgb[c] / 255;
        linear[c] = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    }
    const auto [r, g, b] = linear;
    const Color xyz{0.4124 * r + 0.3576 * g + 0.1805 * b, 0.2126 * r + 0.7152 * g + 0.0722 * b,
                    0.0193 * r + 0.1192 * g + 0.9505 * b};
    const auto f = [&](int c) {
        const double v = xyz[c] / white[c];
        return v > 0.008856 ? std::cbrt(v) : 7.787 * v + 16.0 / 116;
    };
    return {116 * f(1) - 16, 500 * (f(0) - f(1)), 200 * (f(1) - f(2))};
}

Color rgb_from_lab(const Color& lab) {
    const double y = (lab[0] + 16) / 116;
    const auto back = [](double f, double w) {
        return w * (f * f * f > 0.008856 ? f * f * f : (f - 16.0 / 116) / 7.787);
    };
    const Color xyz{back(y + lab[1] / 500, white[0]), back(y, white[1]), back(y - lab[2] / 200, white[2])};
    const Color linear{3.2406 * xyz[0] - 1.5372 * xyz[1] - 0.4986 * xyz[2],
                       -0.9689 * xyz[0] + 1.8758 * xyz[1] + 0.0415 * xyz[2],
                       0.0557 * xyz[0] - 0.2040 * xyz[1] + 1.0570 * xyz[2]};
    Color rgb;
    for (int c = 0; c < 3; ++c)
        rgb[c] = 255 * (linear[c] <= 0.0031308 ? 12.92 * linear[c] : 1.055 * std::pow(linear[c], 1 / 2.4) - 0.055);
    return rgb;
}

/// Moreland 2009, "Diverging color maps for scientific visualization": straight in Msh, the polar form of CIELAB, from
/// each end to a white of M = 88, towards which the hue turns so that lightness and saturation change evenly.
ColorTable diverging(const Color& cold, const Color& warm) {
    const auto half = [](const Color& end, double share) {  // share 0: the end, 1: white
        const Color lab = lab_from_rgb(end);
        const double m = std::sqrt(lab[0] * lab[0] + lab[1] * lab[1] + lab[2] * lab[2]), s = std::acos(lab[0] / m);
        const double h = std::atan2(lab[2], lab[1]), middle = std::max(m, 88.0);
        const double spin = s * std::sqrt(middle * middle - m * m) / (m * std::sin(s));
        const double to = h > -std::numbers::pi / 3 ? h + spin : h - spin;
        const double mi = m + (middle - m) * share, si = s * (1 - share), hi = h + (to - h) * share;
        return rgb_from_lab({mi * std::cos(si), mi * std::sin(si) * std::cos(hi), mi * std::sin(si) * std::sin(hi)});
    };
    ColorTable table;
    for (int i = 0; i < 256; ++i) {
        const double f = i / 255.0;
        const Color c = f < 0.5 ? half(cold, 2 * f) : half(warm, 2 - 2 * f);
        table[i] = {rounded(c[0]), rounded(c[1]), rounded(c[2])};
    }
    return table;
}

}  // namespace

const ColorTable& color_table(Colormap map) {
    static const std::array<ColorTable, 5> tables{through(viridis_stops), through(cividis_stops),
                                                  diverging({59, 76, 192}, {180, 4, 38}), through(magma_stops),
                                                  through(turbo_stops)};
    return tables[static_cast<std::size_t>(map)];
}

Range robust_range(std::span<const float> values, float low, float high) {
    constexpr std::size_t enough = 1 << 17;  // percentiles of so many samples are good to a tenth of a percent
    const std::size_t gap = values.size() / enough | 1;  // odd: no even row length keeps step with it
    std::vector<float> finite;
    finite.reserve(values.size() / gap + 1);
    for (std::size_t i = 0; i < values.size(); i += gap)
        if (std::isfinite(values[i])) finite.push_back(values[i]);
    if (finite.empty()) return {};
    const auto percentile = [&](float percent) {
        const float last = static_cast<float>(finite.size() - 1);
        const auto at = finite.begin() + static_cast<std::ptrdiff_t>(std::lround(percent / 100 * last));
        std::nth_element(finite.begin(), at, finite.end());
        return *at;
    };
    Range range{percentile(low), percentile(high)};
    const float least = std::max(1e-6f * std::max(std::abs(range.low), std::abs(range.high)), 1e-30f);
    if (range.high - range.low < least) range.high = range.low + least;
    return range;
}

Range centred(const Range& range) {
    const float reach = std::max(std::abs(range.low), std::abs(range.high));
    return {-reach, reach};
}

Rgb8 color_of(Colormap map, const Range& range, float value) {
    if (std::isnan(value)) return nan_color;
    const float at = std::clamp((value - range.low) / (range.high - range.low), 0.0f, 1.0f);
    return color_table(map)[static_cast<std::size_t>(std::lround(255 * at))];
}

}  // namespace fum
