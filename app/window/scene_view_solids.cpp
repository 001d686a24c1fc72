// Layers that show the scene: domain, solids, samples.
#include <algorithm>
#include <cmath>

#include "app/motion.h"
#include "app/view.h"
#include "app/window/scene_view_impl.h"

namespace fum {
namespace {

constexpr std::size_t most_blocks = 4000;

FaceLook look_of(FaceKind kind) {
    switch (kind) {
        case FaceKind::inflow:
            return FaceLook::inflow;
        case FaceKind::outflow:
            return FaceLook::outflow;
        case FaceKind::free_slip:
            return FaceLook::slip;
        case FaceKind::periodic:
            return FaceLook::periodic;
        default:
            return FaceLook::wall;
    }
}

glm::vec3 glm_of(const Double3& v) { return to_glm(cast<float>(v)); }

/// What blows in through a face, from the middle of the box.
ShownInflow inflow_of(const Boundary& face, const CellBox& grid, const Double3& middle) {
    ShownInflow in;
    in.velocity = glm_of(face.velocity_ms);
    if (face.jet_centre_m) in.centre = glm_of(*face.jet_centre_m - middle);
    in.radius = static_cast<float>(face.jet_radius_m);
    in.edge = static_cast<float>(std::max(1.5 * grid.dx_m, face.jet_edge_m.value_or(face.jet_radius_m / 8)));
    in.coflow = static_cast<float>(face.jet_coflow);
    return in;
}

/// The twelve edges of a box.
void add_box(std::vector<Line>& lines, const glm::vec3& low, const glm::vec3& high, const glm::vec4& color,
             float width) {
    for (int axis = 0; axis < 3; ++axis)
        for (int corner = 0; corner < 4; ++corner) {
            glm::vec3 a = low, b;
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            a[u] = (corner & 1 ? high : low)[u];
            a[v] = (corner & 2 ? high : low)[v];
            b = a;
            b[axis] = high[axis];
            lines.push_back({a, b, color, width});
        }
}

}  // namespace

void SceneView::Impl::show_domain(const Workspace& w) {
    const Scene& scene = w.doc.scene();
    const Double3 half = cast<double>(grid.nodes) * (0.5 * grid.dx_m);
    viewport.bounds = {{0, 0, 0}, static_cast<float>(1.6 * length(half))};
    viewport.up = up_of(scene.domain.up);
    viewport.light = cast<float>(scene.light.direction);
    box.domain.low = glm_of(-half);
    box.domain.high = glm_of(half);
    for (std::size_t f = 0; f < 6; ++f) {
        box.domain.faces[f] = look_of(scene.boundary[f].kind);
        box.domain.inflow[f] = inflow_of(scene.boundary[f], grid, viewport.reference);
    }
    box.selected = -1;
    for (std::size_t f = 0; f < 6; ++f)
        if (w.selected.section == "boundary." + std::string(face_names[f])) box.selected = static_cast<int>(f);
    front.domain = box.domain;
    box.shown = front.shown = w.view.domain.on;
    box.tints = w.view.domain.faces;
    box.floor = w.view.domain.floor;
    axes.shown = w.view.domain.axes;
}

/// Where the flow has them, unless the scene's solids are being edited: then where the scene puts them.
void SceneView::Impl::show_solids(const Workspace& w, const LiveTextures& live) {
    solids.shown = w.view.solids.on;
    solids.reference = viewport.reference;
    if (w.prepared) solids_of = w.prepared;
    solids.solids.clear();
    if (!solids_of) return;
    const Scene& scene = w.doc.scene();
    const bool edited = !w.running || w.pending || live.run != w.status.run || live.poses.size() != scene.solids.size();
    for (std::size_t i = 0; i < std::min(scene.solids.size(), solids_of->solids.size()); ++i) {
        PreviewSolid solid;
        solid.vertices = solids_of->solids[i].mesh.vertices;
        solid.triangles = solids_of->solids[i].mesh.triangles;
        solid.id = reinterpret_cast<std::uintptr_t>(solid.vertices.data());
        const Pose pose = pose_at(scene.solids[i], 0, 0);
        solid.turn = pose.turn;
        solid.position = pose.centre;
        if (!edited) {
            solid.turn = live.poses[i].turn;
            solid.position = units.place_to_metres(live.poses[i].centre);
        }
        solids.solids.push_back(solid);
    }
}

void SceneView::Impl::show_samples(Workspace& w, const LiveTextures& live) {
    const SamplesView& wish = w.view.samples;
    const auto& scene = sampling.scene();
    samples.shown = wish.on && scene && scene->count() > 0;
    blocks.shown = samples.shown && wish.blocks;
    if (!samples.shown) {
        sampled.reset();
        return;
    }
    const float dx = static_cast<float>(scene->dx_m);
    samples.field = {0, {1, 1, 1}, dx, cast<float>(scene->node0_m - viewport.reference)};
    samples.size_px = static_cast<float>(wish.size_px) * w.scale;
    const bool moving = w.running && !w.pending && live.run == w.status.run && live.poses.size() == scene->poses.size();
    const std::vector<Pose>& poses = moving ? live.poses : scene->poses;
    const auto same_pose = [](const Pose& a, const Pose& b) {
        return a.centre == b.centre && a.turn.w == b.turn.w && a.turn.x == b.turn.x && a.turn.y == b.turn.y &&
               a.turn.z == b.turn.z;
    };
    const bool same = sampled == scene && std::ranges::equal(poses, sampled_poses, same_pose);
    if (!same) samples.upload(sample_points(*scene, poses));
    if (blocks.shown && (!same || !shown_blocks)) {
        std::vector<Line> lines;
        const glm::vec3 origin = to_glm(samples.field.origin);
        std::vector<Float3> corners = sample_blocks(*scene, poses);
        corners.resize(std::min(corners.size(), most_blocks));
        const float edge = static_cast<float>(scene->block);
        for (const Float3& c : corners)
            add_box(lines, origin + to_glm(c) * dx, origin + (to_glm(c) + edge) * dx, {0.62f, 0.74f, 0.92f, 0.28f}, 1);
        blocks.set(lines);
    }
    if (!same || shown_blocks != blocks.shown) ++made;
    shown_blocks = blocks.shown;
    sampled = scene;
    sampled_poses = poses;
}

}  // namespace fum
