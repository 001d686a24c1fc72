#include "app/window/pick.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "app/window/gizmo_math.h"
#include "app/window/outlines.h"
#include "app/window/scene_view.h"
#include "render/orbit.h"

namespace fum {
namespace {

constexpr float reach_px = 6, grip_px = 12;

struct Seen {
    const Workspace& w;
    float x, y;
    int width, height;

    std::optional<Float3> pixel(const Double3& place) const {
        const Float3 p = fum::pixel_of(w.camera, cast<float>(place), width, height);
        return p.z > 0 ? std::optional(p) : std::nullopt;
    }
    float distance_to(const Polyline& line) const {
        float nearest = std::numeric_limits<float>::infinity();
        for (std::size_t i = 1; i < line.size(); ++i) {
            const auto a = pixel(line[i - 1]), b = pixel(line[i]);
            if (a && b) nearest = std::min(nearest, distance_to_segment(x, y, a->x, a->y, b->x, b->y));
        }
        return nearest;
    }
    float distance_to(const Double3& place) const {
        const auto p = pixel(place);
        return p ? std::hypot(p->x - x, p->y - y) : std::numeric_limits<float>::infinity();
    }
};

std::string picked_probe(const Seen& seen) {
    const auto& probes = seen.w.doc.scene().probes;
    for (std::size_t i = 0; i < probes.size() && seen.w.view.domain.probes; ++i)
        if (seen.distance_to(probes[i].at_m) < grip_px) return fmt::format("probe[{}]", i);
    return {};
}

/// By its edge, or by its middle where it is small.
std::string picked_emitter(const Seen& seen) {
    if (!seen.w.view.domain.emitters) return {};
    float nearest = reach_px;
    std::string found;
    for (std::size_t i = 0; i < seen.w.doc.scene().emitters.size(); ++i) {
        if (seen.w.doc.scene().emitters[i].shape == EmitterShape::points) continue;
        float distance = 0.5f * seen.distance_to(place_of_emitter(seen.w, i));
        for (const Polyline& line : outlines_of_emitter(seen.w, i, false))
            distance = std::min(distance, seen.distance_to(line));
        if (distance >= nearest) continue;
        nearest = distance;
        found = fmt::format("emitter[{}]", i);
    }
    return found;
}

/// Of the meshes that are drawn; made at the first look at each.
struct PickBoxes {
    std::shared_ptr<const Setup> prepared;  ///< whose meshes they are
    std::map<const Float3*, MeshBoxes> of;

    const MeshBoxes& operator()(const PreviewSolid& solid) {
        MeshBoxes& boxes = of[solid.vertices.data()];
        const std::size_t count = (solid.triangles.size() + MeshBoxes::run - 1) / MeshBoxes::run;
        if (boxes.boxes.size() != count) boxes = boxes_of(solid.vertices, solid.triangles);
        return boxes;
    }
};

std::string picked_solid(const Seen& seen, const SceneView& view, const Ray& ray) {
    if (!seen.w.view.solids.on) return {};
    PickBoxes& boxes = const_cast<Workspace&>(seen.w).parts.of<PickBoxes>();
    if (std::exchange(boxes.prepared, seen.w.prepared) != seen.w.prepared) boxes.of.clear();
    double nearest = std::numeric_limits<double>::infinity();
    std::string found;
    for (std::size_t i = 0; i < view.shown_solids().size(); ++i) {
        const PreviewSolid& solid = view.shown_solids()[i];
        const Quaternion back{solid.turn.w, -solid.turn.x, -solid.turn.y, -solid.turn.z};
        const Ray inside{back * (ray.from - solid.position), back * ray.direction};
        Double3 low, high;
        if (box_of_solid(seen.w, i, low, high) && !meets_box(inside, low, high)) continue;
        const auto t = meets_mesh(inside, solid.vertices, solid.triangles, boxes(solid));
        if (!t || *t >= nearest) continue;
        nearest = *t;
        found = fmt::format("solid[{}]", i);
    }
    return found;
}

/// The face through which the ray leaves the domain.
std::string picked_face(const Seen& seen, const Ray& ray) {
    if (!seen.w.view.domain.on) return {};
    const CellBox box = grid_of(seen.w.doc.scene().domain);
    const Double3 low = box.corner_m, high = low + cast<double>(box.nodes) * box.dx_m;
    if (!meets_box(ray, low, high)) return {};
    double leaves = std::numeric_limits<double>::infinity();
    std::size_t face = 0;
    for (int d = 0; d < 3; ++d) {
        if (ray.direction[d] == 0) continue;
        const bool up = ray.direction[d] > 0;
        const double t = ((up ? high[d] : low[d]) - ray.from[d]) / ray.direction[d];
        if (t >= leaves) continue;
        leaves = t;
        face = static_cast<std::size_t>(2 * d + (up ? 1 : 0));
    }
    return "boundary." + std::string(face_names[face]);
}

}  // namespace

std::string picked_section(const Workspace& w, const SceneView& view, float x, float y, int width, int height) {
    const Seen seen{w, x, y, width, height};
    const Ray ray = ray_through(w.camera, x, y, width, height);
    if (std::string found = picked_probe(seen); !found.empty()) return found;
    if (std::string found = picked_emitter(seen); !found.empty()) return found;
    if (std::string found = picked_solid(seen, view, ray); !found.empty()) return found;
    return picked_face(seen, ray);
}

}  // namespace fum
