// A small picture for charts: filled rectangles and plain text. Pixels count from the upper left corner.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fum {

/// 8 bit a channel, sRGB.
struct Colour {
    std::uint8_t r = 0, g = 0, b = 0;
};

class Raster {
public:
    Raster(int width, int height, Colour background);

    int width() const { return width_; }
    int height() const { return height_; }
    /// [height][width][4], opaque.
    const std::vector<std::uint8_t>& rgba() const { return rgba_; }

    /// Parts outside the picture are left out.
    void fill(int x, int y, int width, int height, Colour);

    /// The rim of a rectangle, `thick` pixels inside it; `dash` > 0: in pieces and gaps of so many pixels.
    void rim(int x, int y, int width, int height, int thick, Colour, int dash = 0);

    /// Upper left corner at (x, y); capitals are about 7 * scale pixels high. ASCII; other bytes are drawn as '?'.
    void text(int x, int y, const std::string&, Colour, int scale = 2);
    static int text_width(const std::string&, int scale = 2);

private:
    int width_, height_;
    std::vector<std::uint8_t> rgba_;
};

/// The viridis colour map (Smith and van der Walt 2015), t in 0..1 (clamped).
Colour viridis(double t);

}  // namespace fum
