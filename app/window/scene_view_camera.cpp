// Cameras of the viewport, and what lies under a pixel.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "app/motion.h"
#include "app/view.h"
#include "app/window/outlines.h"
#include "app/window/scene_view_impl.h"

namespace fum {
namespace {

constexpr float film_fill = 0.92f;  // of the viewport that the film's frame takes up at most

std::size_t at_index(int i) { return static_cast<std::size_t>(i); }

/// Where the ray meets the triangle, in lengths of `along`; infinity: nowhere (Moeller and Trumbore 1997).
double hit_of(const Double3& from, const Double3& along, const Double3& a, const Double3& b, const Double3& c) {
    const double nowhere = std::numeric_limits<double>::infinity();
    const Double3 ab = b - a, ac = c - a, p = cross(along, ac);
    const double det = dot(ab, p);
    if (std::abs(det) < 1e-300) return nowhere;
    const Double3 s = from - a, q = cross(s, ab);
    const double u = dot(s, p) / det, v = dot(along, q) / det, t = dot(ac, q) / det;
    return u >= 0 && v >= 0 && u + v <= 1 && t > 0 ? t : nowhere;
}

double aspect_of(int width, int height) { return static_cast<double>(std::max(width, 1)) / std::max(height, 1); }

}  // namespace

Camera SceneView::home(const Workspace& w) const {
    const Scene& scene = w.doc.scene();
    const CellBox grid = grid_of(scene.domain);
    Camera camera = scene_camera(scene, grid);
    if (impl_->height == 0) return camera;
    camera.fov_deg = std::clamp(camera.fov_deg, 20.0f, 50.0f);
    return framed_box(camera, cast<float>(grid.corner_m),
                      cast<float>(grid.corner_m + cast<double>(grid.nodes) * grid.dx_m),
                      static_cast<float>(aspect_of(impl_->width, impl_->height)), 0.86f);
}

void SceneView::frame(Workspace& w, bool selection) const {
    const CellBox grid = grid_of(w.doc.scene().domain);
    Double3 low = grid.corner_m, high = grid.corner_m + cast<double>(grid.nodes) * grid.dx_m;
    const int solid = w.selected.index_of("solid"), emitter = w.selected.index_of("emitter"),
              probe = w.selected.index_of("probe");
    const auto around = [&](const Double3& centre, double r) {
        low = centre - Double3{r, r, r};
        high = centre + Double3{r, r, r};
    };
    float fill = 0.86f;
    if (selection && solid >= 0 && w.prepared && at_index(solid) < w.prepared->solids.size()) {
        const auto& shown = impl_->solids.solids;
        const Double3 centre = at_index(solid) < shown.size()
                                   ? shown[at_index(solid)].position
                                   : pose_at(w.doc.scene().solids.at(at_index(solid)), 0, 0).centre;
        around(centre, std::max(w.prepared->solids[at_index(solid)].radius_m, 1e-6));
    } else if (selection && emitter >= 0 && at_index(emitter) < w.doc.scene().emitters.size()) {
        const auto i = at_index(emitter);
        const double room = w.doc.scene().emitters[i].shape == EmitterShape::points ? 1 : 2.5;  // see what is around it
        around(place_of_emitter(w, i), room * std::max(reach_of_emitter(w, i), 1e-6));
    } else if (selection && probe >= 0 && at_index(probe) < w.doc.scene().probes.size()) {
        around(w.doc.scene().probes[at_index(probe)].at_m, 0.15 * length(high - low));
    }
    w.camera.up = up_of(w.doc.scene().domain.up);
    w.camera = framed_box(w.camera, cast<float>(low), cast<float>(high),
                          static_cast<float>(aspect_of(impl_->width, impl_->height)), fill);
    w.camera_moved = true;
}

void SceneView::look_from(Workspace& w, Side side) const {
    const bool z_up = w.doc.scene().domain.up == Axis::z;
    const Float3 up = up_of(w.doc.scene().domain.up), right{1, 0, 0}, front = z_up ? Float3{0, -1, 0} : Float3{0, 0, 1};
    Float3 from = front;
    if (side == Side::back) from = -front;
    if (side == Side::right) from = right;
    if (side == Side::left) from = -right;
    // Not quite along up, so that up stays up and the mouse can go on from there.
    if (side == Side::top) from = up + front * 0.004f;
    if (side == Side::bottom) from = -up + front * 0.004f;
    w.camera.up = up;
    w.camera.eye = w.camera.target + from;
    frame(w, false);
}

Camera SceneView::film_camera(const Workspace& w) const {
    const Scene& scene = w.doc.scene();
    Camera camera = scene_camera(scene, grid_of(scene.domain));
    const auto frame = film_frame(w);
    const double share = 1.0 * (frame[3] - frame[1]) / std::max(impl_->height, 1);
    if (!(share > 0)) return camera;
    const double half = std::tan(camera.fov_deg * std::numbers::pi / 360) / share;
    camera.fov_deg = static_cast<float>(std::min(std::atan(half) * 360 / std::numbers::pi, 150.0));
    return camera;
}

std::array<float, 4> SceneView::film_frame(const Workspace& w) const {
    const auto width = static_cast<float>(impl_->width), height = static_cast<float>(impl_->height);
    const Scene& scene = w.doc.scene();
    const float film = static_cast<float>(scene.png.width) / static_cast<float>(std::max(scene.png.height, 1));
    const float high = film_fill * std::min(height, width / film), wide = high * film;
    return {0.5f * (width - wide), 0.5f * (height - high), 0.5f * (width + wide), 0.5f * (height + high)};
}

std::optional<Float3> SceneView::pixel_of(const Workspace& w, const Double3& metres) const {
    const Float3 p = fum::pixel_of(w.camera, cast<float>(metres), impl_->width, impl_->height);
    if (!(p.z > 0)) return std::nullopt;
    return p;
}

std::optional<Double3> SceneView::place_at(const Workspace& w, float x, float y) const {
    const Double3 from = cast<double>(w.camera.eye);
    const Double3 along = cast<double>(ray_of(w.camera, x, y, impl_->width, impl_->height));
    double nearest = std::numeric_limits<double>::infinity(), before = 0;
    for (std::size_t i = 0; i < impl_->slices.size(); ++i) {
        const auto plane = slice_plane(i);
        for (std::size_t c = 2; plane && c < plane->outline.size(); ++c) {
            const auto& o = plane->outline;
            nearest = std::min(nearest, hit_of(from, along, o[0], o[c - 1], o[c]));
        }
    }
    if (impl_->solids.shown)
        for (const PreviewSolid& solid : impl_->solids.solids) {
            const Quaternion back{solid.turn.w, -solid.turn.x, -solid.turn.y, -solid.turn.z};
            const Double3 p = back * (from - solid.position), d = back * along;
            for (const Int3& t : solid.triangles) {
                const auto corner = [&](int i) { return cast<double>(solid.vertices[at_index(i)]); };
                const double t_hit = hit_of(p, d, corner(t.x), corner(t.y), corner(t.z));
                if (t_hit < nearest) nearest = t_hit, before = 1.5 * impl_->units.dx_m;
            }
        }
    if (!std::isfinite(nearest)) return std::nullopt;
    return from + along * (nearest - before);
}

}  // namespace fum
