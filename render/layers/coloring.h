// Colour maps on the GPU.
#pragma once

#include <optional>

#include "render/colormap.h"
#include "render/gl.h"

namespace fum {

struct Coloring {
    Colormap map = Colormap::viridis;
    Range range{};
    bool mark_outside = false;  ///< black below the range, white above it; else the end colours go on
};

/// One layer's colour map, as a 1D texture of 256 colours.
class ColorTexture {
public:
    /// Sets the uniforms of shaders/colors.glsl and binds the map.
    void set(const gl::Program& program, const Coloring& coloring);

private:
    std::optional<Colormap> map_;  // in the texture
    gl::Texture texture_;
};

}  // namespace fum
