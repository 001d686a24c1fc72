// A quantity as a volume that glows in the colours of what lies above a level, marched in a smaller picture.
#pragma once

#include "render/layers/coloring.h"
#include "render/layers/layer.h"
#include "render/layers/level_field.h"
#include "render/layers/march_target.h"

namespace fum {

class GlowLayer : public Layer {
public:
    GlowLayer();
    std::string_view name() const override { return "glow"; }
    void light(const DrawView&) override;
    void draw(const DrawView&) override;
    bool reads_depth() const override { return true; }

    /// What `field` holds has changed.
    void changed() { scalar_.changed(); }

    GpuField field;
    ShownQuantity quantity = ShownQuantity::vorticity;
    float scale = 1;  ///< from lattice to shown units; negative to show lows, as pressure's in vortices
    float level = 1;  ///< shown units, > 0; times the sign of `scale` the value from which on there is something
    /// Optical depth of the box's shortest side at the coloring's far end and beyond; a small part of it at the level.
    float depth = 14;
    Coloring coloring;  ///< of the quantity, shown units

private:
    gl::Program marching_;
    LevelField scalar_;
    MarchTarget target_;
    ColorTexture colors_;
};

}  // namespace fum
