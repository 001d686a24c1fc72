#include "app/window/outlines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "app/motion.h"
#include "app/setup.h"
#include "app/window/gizmo_math.h"
#include "app/window/scene_view.h"

namespace fum {
namespace {

Polyline circle(const Double3& middle, const Double3& axis, double radius, int parts = 40) {
    const auto [u, v] = square_to(normalized(axis));
    Polyline line;
    for (int i = 0; i <= parts; ++i) {
        const double angle = 2 * std::numbers::pi * i / parts;
        line.push_back(middle + u * (radius * std::cos(angle)) + v * (radius * std::sin(angle)));
    }
    return line;
}

/// The circle where rays from the eye touch the sphere.
Polyline silhouette(const Camera& camera, const Double3& middle, double radius) {
    const Double3 to_eye = cast<double>(camera.eye) - middle;
    const double distance = length(to_eye);
    if (distance <= 1.001 * radius) return {};
    const double share = radius / distance;
    return circle(middle + normalized(to_eye) * (radius * share), to_eye, radius * std::sqrt(1 - share * share));
}

Double3 corner(const Double3& low, const Double3& high, int i) {
    return {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
}

std::vector<Polyline> edges_of_box(const Pose& pose, const Double3& low, const Double3& high) {
    std::vector<Polyline> edges;
    for (int i = 0; i < 8; ++i)
        for (int d = 0; d < 3; ++d) {
            if (i & (1 << d)) continue;
            edges.push_back({pose.centre + pose.turn * corner(low, high, i),
                             pose.centre + pose.turn * corner(low, high, i | (1 << d))});
        }
    return edges;
}

}  // namespace

Pose shown_pose(const Workspace& w, std::size_t i) {
    if (w.scene_view && i < w.scene_view->shown_solids().size()) {
        const PreviewSolid& solid = w.scene_view->shown_solids()[i];
        return {solid.position, solid.turn, {}, {}};
    }
    return i < w.doc.scene().solids.size() ? pose_at(w.doc.scene().solids[i], 0, 0) : Pose{};
}

Pose shown_pose_of(const Workspace& w, const std::string& name) {
    const auto& solids = w.doc.scene().solids;
    for (std::size_t i = 0; !name.empty() && i < solids.size(); ++i)
        if (solids[i].name == name) return shown_pose(w, i);
    return {};
}

bool box_of_solid(const Workspace& w, std::size_t i, Double3& low, Double3& high) {
    struct Box {
        std::shared_ptr<const Setup> of;
        std::vector<std::pair<Double3, Double3>> boxes;
    };
    Box& kept = const_cast<Workspace&>(w).parts.of<Box>();  // worked out once for each prepared scene
    if (!w.prepared) return false;
    if (kept.of != w.prepared) {
        kept.of = w.prepared;
        kept.boxes.clear();
        for (const PlacedSolid& solid : w.prepared->solids) {
            constexpr double far = std::numeric_limits<double>::infinity();
            Double3 a{far, far, far}, b{-far, -far, -far};
            for (const Float3& v : solid.mesh.vertices)
                for (int d = 0; d < 3; ++d) {
                    a[d] = std::min(a[d], static_cast<double>(v[d]));
                    b[d] = std::max(b[d], static_cast<double>(v[d]));
                }
            kept.boxes.emplace_back(a, b);
        }
    }
    if (i >= kept.boxes.size() || kept.boxes[i].first.x > kept.boxes[i].second.x) return false;
    low = kept.boxes[i].first;
    high = kept.boxes[i].second;
    return true;
}

Double3 place_of_emitter(const Workspace& w, std::size_t i) {
    const SmokeSource& source = w.doc.scene().emitters[i];
    const Pose pose = shown_pose_of(w, source.solid);
    return source.shape == EmitterShape::points ? pose.centre : pose.centre + pose.turn * source.centre_m;
}

double reach_of_emitter(const Workspace& w, std::size_t i) {
    const Scene& scene = w.doc.scene();
    const SmokeSource& source = scene.emitters[i];
    if (source.shape == EmitterShape::box) return 0.5 * length(source.size_m);
    if (source.shape != EmitterShape::points) return source.radius_m;
    for (std::size_t s = 0; w.prepared && s < std::min(scene.solids.size(), w.prepared->solids.size()); ++s)
        if (scene.solids[s].name == source.solid) return w.prepared->solids[s].radius_m;
    return 0;
}

std::vector<Polyline> outlines_of_emitter(const Workspace& w, std::size_t i, bool whole) {
    const SmokeSource& source = w.doc.scene().emitters[i];
    const Pose pose = shown_pose_of(w, source.solid);
    const Double3 middle = place_of_emitter(w, i);
    std::vector<Polyline> lines;
    switch (source.shape) {
        case EmitterShape::sphere:
            lines.push_back(silhouette(w.camera, middle, source.radius_m));
            for (int d = 0; whole && d < 3; ++d) {
                Double3 axis{};
                axis[d] = 1;
                lines.push_back(circle(middle, pose.turn * axis, source.radius_m));
            }
            break;
        case EmitterShape::disk: {
            const Double3 axis = pose.turn * normalized(source.axis);
            if (length(axis) == 0) break;
            lines.push_back(circle(middle, axis, source.radius_m));
            lines.push_back({middle, middle + axis * (0.6 * source.radius_m)});
            break;
        }
        case EmitterShape::box:
            return edges_of_box({middle, pose.turn, {}, {}}, source.size_m * -0.5, source.size_m * 0.5);
        case EmitterShape::points: {
            const auto& solids = w.doc.scene().solids;
            Double3 low, high;
            for (std::size_t s = 0; s < solids.size(); ++s)
                if (solids[s].name == source.solid && box_of_solid(w, s, low, high))
                    return corners_of_box(shown_pose(w, s), low * 1.02, high * 1.02, 0.1);
            break;
        }
    }
    return lines;
}

std::vector<Polyline> corners_of_box(const Pose& pose, const Double3& low, const Double3& high, double share) {
    std::vector<Polyline> lines;
    const double longest = std::max({high.x - low.x, high.y - low.y, high.z - low.z}) * share;
    for (int i = 0; i < 8; ++i) {
        const Double3 at = corner(low, high, i);
        for (int d = 0; d < 3; ++d) {
            Double3 to = at;
            const double reach = std::min(longest, 0.4 * (high[d] - low[d]));
            to[d] += i & (1 << d) ? -reach : reach;
            lines.push_back({pose.centre + pose.turn * at, pose.centre + pose.turn * to});
        }
    }
    return lines;
}

}  // namespace fum
