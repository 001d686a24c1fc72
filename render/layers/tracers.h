// Tracers, as the solver stores them, as sprites.
#pragma once

#include <glm/vec4.hpp>
#include <span>

#include "render/layers/coloring.h"
#include "render/layers/field.h"
#include "render/layers/layer.h"

namespace fum {

class TracersLayer : public Layer {
public:
    enum class ColorBy { constant, age, speed };

    TracersLayer();
    std::string_view name() const override { return "tracers"; }
    void draw(const DrawView&) override;
    bool reads_depth() const override { return splats; }

    /// Copies [count][4] floats: place in nodes, age in steps; negative age: not alive.
    void upload(std::span<const float> tracers);
    /// Draws a buffer of the same content that someone else fills and owns, as CUDA does through interop.
    void use(GLuint buffer, int count);
    int count() const { return count_; }

    GpuField field;  ///< where nodes stand; its texture, a flow, is read for ColorBy::speed only
    ColorBy color_by = ColorBy::constant;
    float scale = 1;  ///< from lattice speed, or steps of age, to the units of the range
    Coloring coloring;
    glm::vec4 tint{0.92f, 0.95f, 1.0f, 0.5f};  ///< sRGB and opacity of a sprite's middle; opacity counts in all modes
    float size_px = 4;                         ///< diameter; used where size_m is 0
    float size_m = 0;                          ///< diameter, metres
    float fade_age = 0;                        ///< steps in which a new tracer appears
    bool additive = false;
    /// Small sprites are summed up by a compute shader instead of drawn. Slower where the CPU draws.
    bool splats = false;

private:
    void set(const gl::Program&, const DrawView&, int stride, float least, float most);
    void splat(const DrawView&, int drawn, int stride);
    float widest(const DrawView&) const;

    gl::Program drawing_, splatting_, joining_;
    gl::Buffer sums_;
    int sums_room_ = 0;  ///< pixels
    ColorTexture colors_;
    gl::Buffer own_;
    gl::VertexArray layout_;
    GLuint buffer_ = 0;
    int count_ = 0, room_ = 0;
};

}  // namespace fum
