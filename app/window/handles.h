// What can be taken hold of in the viewport: lines and knobs in pixels, and what a drag of each does in space.
#pragma once

#include <imgui.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/panels.h"
#include "app/window/gizmo_math.h"
#include "app/window/outlines.h"

namespace fum {

/// The picture's camera and its place in the window.
struct Sight {
    Camera camera;
    ViewportArea area;

    std::optional<ImVec2> pixel(const Double3& place) const;
    Ray ray(ImVec2 pixel) const;
    double metres_per_pixel(const Double3& place) const;
    /// A pixel of a gizmo at scale 1, metres: smaller in a small picture.
    double gizmo_pixel(const Double3& place) const;
    Double3 eye() const { return cast<double>(camera.eye); }
    Double3 towards() const;  ///< unit, from the eye to the target
};

/// Called while the handle is dragged, with the ray under the mouse; does the edit and says what it has come to.
/// `snap`: to round numbers.
using Mover = std::function<std::string(const Ray&, bool snap)>;

struct Handle {
    std::string name;  ///< "move x"
    std::string help;
    ImU32 color = 0;
    std::vector<std::vector<ImVec2>> lines;  ///< pixels of the window
    std::vector<ImVec2> surface;             ///< convex, filled
    std::optional<ImVec2> knob;
    float knob_px = 6;
    bool square = false;  ///< the knob is one
    bool arrow = false;   ///< the first line's last point is an arrow's tip
    std::function<Mover(const Ray&)> grab;
};
using Handles = std::vector<Handle>;

/// A handle's distance from the mouse, pixels at scale 1; 0 on it.
float distance_to(const Handle&, ImVec2 mouse);
/// The nearest within reach; -1 if there is none.
int nearest_handle(const Handles&, ImVec2 mouse);
void draw_handle(ImDrawList&, const Handle&, bool lit);
void draw_lines(ImDrawList&, const Sight&, const std::vector<Polyline>&, ImU32 color, float width);

inline constexpr std::array<ImU32, 3> axis_colors{IM_COL32(238, 92, 88, 255), IM_COL32(126, 204, 92, 255),
                                                  IM_COL32(86, 148, 246, 255)};

/// Arrows along x, y, z, squares for two axes at once, and the middle for the plane of the picture. `move_to` gets
/// where the place is to be.
void add_move_handles(Handles&, const Sight&, const Double3& at, const std::function<void(const Double3&)>& move_to);
/// Rings about x, y, z and about the line of sight. `turn_by` gets the rotation since the drag began.
void add_turn_handles(Handles&, const Sight&, const Double3& at, const std::function<void(const Quaternion&)>& turn_by);
/// A ring to be drawn wider or narrower. `scale_by` gets the factor since the drag began, and returns the readout.
void add_scale_handles(Handles&, const Sight&, const Double3& at, double radius_m, const char* name,
                       const std::function<std::string(double factor, bool snap)>& scale_by);
/// A knob that runs along a line. `slide_to` gets metres along `axis` (unit) from `at`, where the knob stands.
void add_knob(Handles&, const Sight&, const Double3& at, const Double3& axis, const std::string& name, ImU32 color,
              const std::function<std::string(double metres, bool snap)>& slide_to);

/// The round number of metres that lies some pixels apart at a place, and the one that a hair of a pixel suffices for.
double snap_step(const Sight&, const Double3& at);
double fine_step(const Sight&, const Double3& at);

}  // namespace fum
