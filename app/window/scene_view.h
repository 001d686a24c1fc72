// The document and the running flow as layers of the viewport.
#pragma once

#include <array>
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
    std::string section;  ///< "view.slice[0]": whose low, high, auto_range and map are shown
    std::string note;     ///< "slice 1", "isosurface"
};

/// A slice as it stands, metres of the scene.
struct ShownPlane {
    Double3 point{};
    Float3 normal{0, 0, 1};        ///< unit
    std::vector<Double3> outline;  ///< its corners in order around, 3 to 6
};

class Pace;
class ProbeHistory;
class Sampling;

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
    /// The scene's own camera, its picture's frame within this view.
    Camera film_camera(const Workspace&) const;
    /// That frame, pixels: left, upper, right, lower.
    std::array<float, 4> film_frame(const Workspace&) const;
    /// Seen along an axis of the scene, all of it.
    enum class Side { front, back, right, left, top, bottom };
    void look_from(Workspace&, Side) const;

    /// Where a place of the scene (metres) is in the picture, pixels from its upper left corner; nothing behind the
    /// eye.
    std::optional<Float3> pixel_of(const Workspace&, const Double3& metres) const;
    /// The section of what is seen at a pixel: "solid[0]", "emitter[0]"; empty if nothing is.
    std::string picked(const Workspace&, float x, float y) const;

    /// Where a ray through the pixel first meets a shown slice or a solid (there a cell before its surface), metres of
    /// the scene.
    std::optional<Double3> place_at(const Workspace&, float x, float y) const;
    /// nullopt: not shown, or it cuts nothing.
    std::optional<ShownPlane> slice_plane(std::size_t slice) const;
    /// As in the last picture, one a solid of the scene as far as its mesh is there. Valid until the next draw().
    const std::vector<PreviewSolid>& shown_solids() const;

    const std::vector<Legend>& legends() const;
    const Pace& pace() const;
    const ProbeHistory& probes() const;
    void forget_probes();
    const Sampling& sampling() const;
    /// What stands under a shown layer's name: "Q above 120 1/s²", "51200 tracers"; empty: nothing.
    std::string note_of(const std::string& section) const;
    double exported_share() const;  ///< of voxels that a file of the shown smoke keeps; 0 where that is not shown
    const std::vector<LayerTime>& times() const;
    double draw_ms() const;  ///< of the last picture, on the clock on the wall
    double pictures_per_second() const;
    bool draws_on_cpu() const;  ///< as the constructor was told
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
