// Smoke for the viewport: straight from a texture, marched in a smaller picture.
#pragma once

#include "render/layers/field.h"
#include "render/layers/layer.h"
#include "render/layers/march_target.h"
#include "render/layers/smoke_light.h"

namespace fum {

/// Unlike SmokeLayer, which pictures are made with, it neither smooths the density nor touches it on the CPU.
class LiveSmokeLayer : public Layer {
public:
    LiveSmokeLayer();
    std::string_view name() const override { return "smoke"; }
    void prepare(DrawView&) override;
    void light(const DrawView&) override;
    void draw(const DrawView&) override;
    bool reads_depth() const override { return true; }

    /// The density in `field` has changed.
    void changed() { dirty_ = true; }

    GpuField field;            ///< a scalar
    float extinction = 40;     ///< per metre at density 1
    float negligible = 1e-3f;  ///< density that counts as none: the veil of rounding errors that fills a computed field

private:
    gl::Program marching_;
    MarchTarget target_;
    FieldTools tools_;
    SmokeLight sweeping_;
    Pyramid pyramid_;
    gl::Texture light_;
    Int3 light_size_{};
    bool dirty_ = true;
    glm::vec4 lit_key_{}, lit_fill_{};
    float lit_extinction_ = 0;
    std::uint64_t lit_solids_ = 0;
};

}  // namespace fum
