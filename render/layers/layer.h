// What the viewport draws: an ordered list of layers, and what each is told.
#pragma once

#include <cstdint>
#include <string_view>

#include "render/camera.h"
#include "render/gl.h"
#include "render/layers/frame.h"

namespace fum {

/// What is given up for speed.
struct Quality {
    int samples_a_side = 1;   ///< 1 or 2; of a pixel, for everything but smoke
    float smoke_part = 0.5f;  ///< of the picture's width and height that the smoke is marched at
    float smoke_step = 1.0f;  ///< texels between two samples of a march
    int tracer_stride = 1;    ///< every n-th tracer is drawn, the denser
    int most_tracers = 0;     ///< widens the stride until no more are drawn; 0: no limit
    bool operator==(const Quality&) const = default;
};

/// One picture in the making. Lengths in metres from the scene's reference point.
struct DrawView {
    Lens lens;
    Bounds bounds;              ///< around what was framed
    int width = 0, height = 0;  ///< of the target, samples
    float pixel = 1;            ///< samples a pixel of the picture: widths and sizes in pixels times this
    Quality quality{};
    glm::vec3 key{0, 1, 0}, up{0, 1, 0};  ///< unit; towards the key light
    std::uint64_t solids_key = 0;         ///< changes when solids or their places do
    FrameUniforms frame;                  ///< what all shaders know; at binding 0 from light() on
    GLuint target = 0;                    ///< framebuffer with color 0 and depth
    GLuint nothing = 0;                   ///< vertex array without attributes, for screen.vert
    GLuint color = 0;                     ///< its color 0, RGBA8: for compute shaders, which end with lay_over()
    GLuint depth = 0;  ///< depth_map: a copy of the target's depth, fresh for a layer that reads_depth()

    /// Runs the current program once for a grid of width x height threads in groups of 8 x 8, on the target's colour as
    /// image 2.
    void lay_over(int grid_width, int grid_height) const;

    /// Samples that a metre at distance 1 covers.
    float samples_per_metre() const { return focal * static_cast<float>(height); }
    float focal = 1;  ///< heights of the picture that a metre at distance 1 covers
};

/// One entry of the list. Its context is current in every call. Between calls of draw() the state is: viewport the
/// whole target, depth test on (less), depth written, no blending, no culling.
class Layer {
public:
    virtual ~Layer() = default;
    virtual std::string_view name() const = 0;
    /// Enters into view.frame what the shaders of all layers need.
    virtual void prepare(DrawView&) {}
    /// Shadows, light, fields made from fields. Any framebuffer.
    virtual void light(const DrawView&) {}
    virtual void draw(const DrawView&) = 0;
    virtual bool reads_depth() const { return false; }

    bool shown = true;
};

}  // namespace fum
