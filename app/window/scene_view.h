// The document and the running flow as layers of the viewport.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/colormap.h"
#include "render/layers/box.h"
#include "render/orbit.h"
#include "render/viewport.h"

namespace fum {

class Workspace;

/// A layer's colour map as it is drawn, for the legend.
struct Legend {
    std::string title;  ///< "speed", "vorticity z"
    std::string unit;   ///< "m/s"
    Colormap map = Colormap::viridis;
    Range range;  ///< shown units
    bool automatic = false;
};

/// For the thread that has the context.
class SceneView {
public:
    explicit SceneView(bool draws_on_cpu);
    ~SceneView();

    /// Brings layers up to the scene, the flow and the settings, and draws if anything has changed since. Returns the
    /// picture's texture (row 0 at the bottom).
    unsigned draw(Workspace&, int width, int height);

    /// The camera that shows the whole domain as the scene wants it; for a new scene.
    Camera home(const Workspace&) const;
    /// Moves the camera so that the selection, or the whole domain, fills the picture.
    void frame(Workspace&, bool selection) const;

    /// Where a place of the scene (metres) is in the picture, pixels from its upper left corner; nothing behind the
    /// eye.
    std::optional<Float3> pixel_of(const Workspace&, const Double3& metres) const;
    /// The section of what is seen at a pixel: "solid[0]", "emitter[0]"; empty if nothing is.
    std::string picked(const Workspace&, float x, float y) const;

    const std::vector<Legend>& legends() const;
    const std::vector<LayerTime>& times() const;
    double draw_ms() const;  ///< of the last picture, on the clock on the wall
    double pictures_per_second() const;
    int width() const;
    int height() const;
    /// Of the last picture, RGBA, row 0 on top.
    std::vector<std::uint8_t> read_rgba() const;
    /// A picture of another size with the same content, for recording.
    std::vector<std::uint8_t> draw_rgba(Workspace&, int width, int height);
    Viewport& viewport();
    /// Draw anew in the next call, whatever has changed.
    void invalidate();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fum
