// An isosurface of a quantity, found by marching rays.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "render/layers/coloring.h"
#include "render/layers/layer.h"
#include "render/layers/level_field.h"

namespace fum {

class IsoLayer : public Layer {
public:
    IsoLayer();
    std::string_view name() const override { return "iso"; }
    void light(const DrawView&) override;
    void draw(const DrawView&) override;

    /// What `field` holds has changed.
    void changed() { scalar_.changed(); }

    GpuField field;
    ShownQuantity quantity = ShownQuantity::vorticity;  ///< the surface's
    float scale = 1;       ///< from lattice to shown units; negative to enclose lows, as pressure's in vortices
    float level = 1;       ///< shown units, > 0; inside is what is above
    bool colored = false;  ///< by `color_quantity` through `coloring`; else `tint`
    ShownQuantity color_quantity = ShownQuantity::speed;
    float color_scale = 1;
    Coloring coloring;
    glm::vec4 tint{0.42f, 0.47f, 0.55f, 1};  ///< linear light

private:
    void march(const DrawView&, const glm::vec2& coarse);
    void make_target(int width, int height);

    gl::Program drawing_, joining_;
    gl::Texture small_color_, small_depth_;  ///< of pictures that are to come soon
    gl::Framebuffer small_;
    int width_ = 0, height_ = 0;
    LevelField scalar_;
    ColorTexture colors_;
};

}  // namespace fum
