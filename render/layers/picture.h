// The picture's targets, and the pass that puts them together.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl.h"

namespace fum {

class PictureLayer {
public:
    /// 2x2 samples a pixel, or one where textures of that size do not exist.
    PictureLayer(int width, int height);

    int samples_a_side() const { return side_; }

    /// Clears the solids' color and depth, binds both as textures, and makes them the framebuffer.
    void begin_solids();

    /// Makes the smoke's two targets the framebuffer.
    void begin_smoke();

    /// Puts all together. RGBA, 8 bit, row 0 on top.
    std::vector<std::uint8_t> finish(const gl::VertexArray& nothing);

    /// Transmittance of the smoke to the farthest surface of each pixel, row 0 on top.
    std::vector<float> transmittance() const;

private:
    int width_, height_, side_;
    gl::Program joining_;
    gl::Texture solids_, depth_, near_, far_, shown_;
    gl::Framebuffer solids_target_, smoke_target_, shown_target_;
};

}  // namespace fum
