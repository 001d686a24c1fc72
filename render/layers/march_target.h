// The smaller picture that volumes are marched in, and how it is laid over the larger one.
#pragma once

#include "render/gl.h"
#include "render/layers/layer.h"

namespace fum {

class MarchTarget {
public:
    MarchTarget();

    /// Makes room for the view's share of texels and binds the images for a march: 0 colour and transmittance, 1 the
    /// distance of what ended the ray.
    void begin(const DrawView&);
    int width() const { return width_; }
    int height() const { return height_; }

    /// Runs a program of groups of 8 x 8 texels over it.
    void march(const gl::Program&) const;
    /// Blends it over view.target; `as_it_is`: what it holds are colours of the screen, not light.
    void lay_over(const DrawView&, bool as_it_is) const;

private:
    gl::Program joining_;
    gl::Texture march_, distance_;
    int width_ = 0, height_ = 0;
};

}  // namespace fum
