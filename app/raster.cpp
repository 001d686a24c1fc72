#include "app/raster.h"

#include <stb_easy_font.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace fum {
namespace {

/// What the font can draw; its functions take the text as char*.
std::vector<char> printable(const std::string& text) {
    std::vector<char> out;
    for (const char c : text) out.push_back(c >= ' ' && c <= '~' ? c : '?');
    out.push_back('\0');
    return out;
}

}  // namespace

Raster::Raster(int width, int height, Colour background)
    : width_(width), height_(height), rgba_(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
    fill(0, 0, width, height, background);
}

void Raster::fill(int x, int y, int width, int height, Colour c) {
    const int right = std::min(x + width, width_), bottom = std::min(y + height, height_);
    for (int j = std::max(y, 0); j < bottom; ++j)
        for (int i = std::max(x, 0); i < right; ++i) {
            std::uint8_t* pixel = &rgba_[4 * (static_cast<std::size_t>(j) * static_cast<std::size_t>(width_) +
                                              static_cast<std::size_t>(i))];
            pixel[0] = c.r, pixel[1] = c.g, pixel[2] = c.b, pixel[3] = 255;
        }
}

void Raster::rim(int x, int y, int width, int height, int thick, Colour c, int dash) {
    const int piece = dash > 0 ? dash : std::max(width, height), stride = dash > 0 ? 2 * dash : piece;
    for (int i = 0; i < width; i += stride) {
        fill(x + i, y, std::min(piece, width - i), thick, c);
        fill(x + i, y + height - thick, std::min(piece, width - i), thick, c);
    }
    for (int j = 0; j < height; j += stride) {
        fill(x, y + j, thick, std::min(piece, height - j), c);
        fill(x + width - thick, y + j, thick, std::min(piece, height - j), c);
    }
}

void Raster::text(int x, int y, const std::string& words, Colour c, int scale) {
    struct Vertex {
        float x, y, z;
        std::uint32_t colour;
    };
    std::vector<char> letters = printable(words);
    std::vector<Vertex> vertices(letters.size() * 4 * 16);  // a letter has at most 16 strokes
    const int strokes = stb_easy_font_print(0, 0, letters.data(), nullptr, vertices.data(),
                                            static_cast<int>(vertices.size() * sizeof(Vertex)));
    for (std::size_t i = 0; i < static_cast<std::size_t>(strokes); ++i) {
        const Vertex &low = vertices[4 * i], &high = vertices[4 * i + 2];
        const auto pixels = [&](float v) { return static_cast<int>(std::lround(v)) * scale; };
        fill(x + pixels(low.x), y + pixels(low.y), pixels(high.x - low.x), pixels(high.y - low.y), c);
    }
}

int Raster::text_width(const std::string& words, int scale) {
    return stb_easy_font_width(printable(words).data()) * scale;
}

Colour viridis(double t) {
    static constexpr std::array<Colour, 11> stops{{{0x44, 0x01, 0x54},
                                                   {0x48, 0x24, 0x75},
                                                   {0x41, 0x44, 0x87},
                                                   {0x35, 0x5f, 0x8d},
                                                   {0x2a, 0x78, 0x8e},
                                                   {0x21, 0x91, 0x8c},
                                                   {0x22, 0xa8, 0x84},
                                                   {0x44, 0xbf, 0x70},
                                                   {0x7a, 0xd1, 0x51},
                                                   {0xbd, 0xdf, 0x26},
                                                   {0xfd, 0xe7, 0x25}}};
    const double place = std::clamp(std::isfinite(t) ? t : 1.0, 0.0, 1.0) * 10;
    const std::size_t i = std::min<std::size_t>(9, static_cast<std::size_t>(place));
    const double share = place - static_cast<double>(i);
    const auto mix = [&](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + (b - a) * share));
    };
    const Colour &a = stops[i], &b = stops[i + 1];
    return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

}  // namespace fum
