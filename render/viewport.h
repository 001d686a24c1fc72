// What the window shows and --frames can write: a camera, an ordered list of layers, a picture of any size.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "render/layers/layer.h"
#include "render/preview.h"

namespace fum {

/// How long a layer's light and drawing took: the last time whose result the GPU has given back, one to three pictures
/// ago. Drivers that draw on the CPU (llvmpipe) give numbers without meaning.
struct LayerTime {
    std::string_view name;
    double gpu_ms = 0;
    double light_ms = 0;  ///< of it what came before drawing: smoke's light and the like
};

/// Uses the context that is current; all its calls and its end need that same context. Throws Error(device) if a
/// picture does not fit into the graphics memory.
class Viewport {
public:
    Viewport();
    ~Viewport();
    Viewport(Viewport&&) noexcept;
    Viewport& operator=(Viewport&&) noexcept;

    /// Adds a layer at the end of the list, so in front of the others where depth does not decide: first what is opaque
    /// (solids, isosurface, slice, vectors, streamlines, samples), then box, tracers, smoke, front edges, axes,
    /// handles. The viewport owns it; the reference stays good.
    template <class L, class... From>
    L& add(From&&... from) {
        return static_cast<L&>(take(std::make_unique<L>(std::forward<From>(from)...)));
    }
    std::vector<Layer*> layers() const;

    /// Draws into a target of its own, width x height pixels.
    void draw(int width, int height);

    /// RGBA, 8 bit, row 0 on top, of the last draw.
    std::vector<std::uint8_t> read_rgba() const;
    /// Copies the last draw to a framebuffer (0: the window), its lower left corner at (x, y).
    void show(GLuint framebuffer, int x, int y) const;
    GLuint texture() const;  ///< RGBA8, the last draw, row 0 at the bottom

    const std::vector<LayerTime>& times() const;
    /// Waits for each layer in the next draws, so that times() are those of the clock on the wall: for drivers that
    /// draw on the CPU.
    bool wait_for_times = false;

    Camera camera{};                           ///< metres of the scene
    Double3 reference{};                       ///< in metres of the scene: layers' places count from here
    Float3 light{0.5f, 1, 0.3f}, up{0, 1, 0};  ///< towards the key light; any length but zero
    Bounds bounds{};                           ///< ball that near and far planes hold, metres from the reference point
    Quality quality{};

private:
    Layer& take(std::unique_ptr<Layer> layer);
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fum
