// Arrows along the flow on a plane.
#pragma once

#include "render/layers/coloring.h"
#include "render/layers/slice.h"

namespace fum {

class VectorsLayer : public Layer {
public:
    VectorsLayer();
    std::string_view name() const override { return "vectors"; }
    void draw(const DrawView&) override;

    GpuField field;  ///< a flow
    Plane plane;
    int across = 32;  ///< arrows along the longer side of what the plane cuts out of the box, at most
    float full_speed =
        0.1f;         ///< lattice units; the arrow of this speed is as long as the arrows' distance, none longer
    float scale = 1;  ///< from lattice to shown units, for the colours
    Coloring coloring;
    glm::vec4 tint{0.96f, 0.97f, 1.0f, 1};  ///< sRGB; w: 1 = this colour, 0 = by speed

private:
    gl::Program drawing_;
    ColorTexture colors_;
    gl::Buffer arrow_;
    gl::VertexArray layout_;
    int corners_ = 0;
};

}  // namespace fum
