#include "app/tone_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "render/preview.h"
#include "sim/core/error.h"
#include "sim/core/files.h"

namespace fum {
namespace {

/// Narkowicz 2015, "ACES filmic tone mapping curve", and the sRGB curve of IEC 61966-2-1: as shaders/picture.frag.
std::uint8_t shown(float light) {
    const float v = std::isfinite(light) ? std::max(light, 0.0f) : 0.0f;
    const float c = std::clamp(v * (2.51f * v + 0.03f) / (v * (2.43f * v + 0.59f) + 0.14f), 0.0f, 1.0f);
    const float s = c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f;
    return static_cast<std::uint8_t>(std::lround(255 * s));
}

}  // namespace

void png_from_pfm(const std::filesystem::path& pfm, const std::filesystem::path& png) {
    const std::string bytes = read_whole(pfm);
    int width = 0, height = 0, used = 0;
    float scale = 0;  // negative: little endian
    const int found = std::sscanf(bytes.c_str(), "PF %d %d %f%n", &width, &height, &scale, &used);
    const std::size_t begin = static_cast<std::size_t>(used) + 1, row = 3 * static_cast<std::size_t>(width);
    if (found != 3 || scale >= 0 || width < 1 || height < 1 ||
        bytes.size() < begin + 4 * row * static_cast<std::size_t>(height))
        throw Error(Exit::input, fmt::format("{} is no little-endian colour PFM.", pfm.string()));
    std::vector<std::uint8_t> rgba(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 255);
    for (int y = 0; y < height; ++y) {  // the file begins with the lowest row
        std::vector<float> light(row);
        std::memcpy(light.data(), bytes.data() + begin + 4 * row * static_cast<std::size_t>(height - 1 - y), 4 * row);
        for (std::size_t i = 0; i < row; ++i)
            rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + i / 3) + i % 3] = shown(light[i]);
    }
    write_png(png, rgba, width, height);
}

}  // namespace fum
