// Streamlines, traced in the background, and probes, read without waiting.
#include <algorithm>
#include <cmath>

#include "app/window/scene_view_impl.h"

namespace fum {
namespace {

constexpr std::int64_t most_traced_nodes = 4'000'000;  // a copy of 48 MB; larger flows are thinned
constexpr double trace_every_s = 0.25, trace_every_s_on_cpu = 0.6;
constexpr double longest_in_boxes = 3;  // of the box's longest side, to each side of a seed

/// The jet of an inflow face, and as much again of the air round it that it takes along.
SeedDisk jet_of(const Scene& scene, std::size_t face, const Int3& nodes) {
    const CellBox grid = grid_of(scene.domain);
    const Boundary& b = scene.boundary[face];
    const Double3 node0 = grid.corner_m + Double3{0.5, 0.5, 0.5} * grid.dx_m;
    SeedDisk disk{cast<float>(nodes - Int3{1, 1, 1}) * 0.5f, {}, static_cast<float>(2 * b.jet_radius_m / grid.dx_m)};
    if (b.jet_centre_m) disk.centre = cast<float>((*b.jet_centre_m - node0) / grid.dx_m);
    const auto axis = static_cast<int>(face / 2);
    disk.centre[axis] = face % 2 == 0 ? 1.0f : static_cast<float>(nodes[axis] - 2);
    disk.normal[axis] = 1;
    return disk;
}

}  // namespace

std::vector<Float3> SceneView::Impl::seeds_of(const Workspace& w, const LiveTextures& live) const {
    const StreamlinesView& wish = w.view.streamlines;
    if (!w.running) return {};
    const Scene& scene = *w.running;
    std::array<bool, 6> inflow{};
    Double3 wind = scene.fluid.start_velocity_ms;
    for (std::size_t f = 0; f < 6; ++f)
        if (scene.boundary[f].kind == FaceKind::inflow) {
            inflow[f] = true;
            if (length(wind) == 0) wind = scene.boundary[f].velocity_ms;
        }
    const SliceView& s = w.view.slices[0];
    if (wish.seeds == SeedPlane::slice) {
        Float3 point = cast<float>(live.nodes - Int3{1, 1, 1}) * 0.5f, normal{0, 0, 0};
        if (s.axis == SliceAxis::free) {
            point = cast<float>(units.place_to_nodes(s.point_m));
            normal = cast<float>(s.normal);
        } else {
            const int axis = static_cast<int>(s.axis);
            point[axis] = static_cast<float>(s.at) * static_cast<float>(live.nodes[axis] - 1);
            normal[axis] = 1;
        }
        return plane_seeds(live.nodes, point, normal, wish.count);
    }
    if (wish.seeds == SeedPlane::solids && solids_of) {
        std::vector<SeedBall> balls;
        for (std::size_t i = 0; i < std::min(live.poses.size(), solids_of->solids.size()); ++i) {
            const Double3& size = solids_of->solids[i].size_m;
            balls.push_back({cast<float>(live.poses[i].centre),
                             static_cast<float>(0.5 * std::max({size.x, size.y, size.z}) / units.dx_m)});
        }
        return ball_seeds(live.nodes, balls, cast<float>(-wind), wish.count);
    }
    std::vector<SeedDisk> jets;
    for (std::size_t f = 0; f < 6; ++f)
        if (inflow[f] && scene.boundary[f].jet_radius_m > 0) jets.push_back(jet_of(scene, f, live.nodes));
    return jets.empty() ? face_seeds(live.nodes, inflow, wish.count) : disk_seeds(live.nodes, jets, wish.count);
}

void SceneView::Impl::show_streamlines(Workspace& w, const LiveTextures& live) {
    const StreamlinesView& wish = w.view.streamlines;
    if (auto list = tracing.take()) {
        streams.use(*list);
        traced_stride = stream_stride;
        ++made;
    }
    streams.shown = wish.on && flow.texture != 0 && streams.points() > 0;
    const auto stride = static_cast<float>(traced_stride);
    streams.field = flow;
    streams.field.dx = flow.dx * stride;
    streams.field.nodes = {static_cast<int>(std::ceil(static_cast<float>(flow.nodes.x) / stride)),
                           static_cast<int>(std::ceil(static_cast<float>(flow.nodes.y) / stride)),
                           static_cast<int>(std::ceil(static_cast<float>(flow.nodes.z) / stride))};
    streams.scale = static_cast<float>(units.velocity_to_ms());
    if (!wish.on || !w.running || tracing.running()) return;
    const bool other_wish = !traced_for || traced_for->seeds != wish.seeds || traced_for->count != wish.count ||
                            (wish.seeds == SeedPlane::slice && traced_slice != w.view.slices[0]);
    const double since = std::chrono::duration<double>(Clock::now() - traced_at).count();
    if (!other_wish && (traced_turn == live.turn || since < (draws_on_cpu ? trace_every_s_on_cpu : trace_every_s)))
        return;
    if (since < 0.08) return;
    trace_streamlines(w, live);
}

/// Begins with a copy of the flow, if the host has it.
void SceneView::Impl::trace_streamlines(Workspace& w, const LiveTextures& live) {
    const Shown& shown = w.sim.shown();
    const auto u = shown.fields.find(Field::velocity);
    const std::size_t nodes = static_cast<std::size_t>(live.nodes.x) * static_cast<std::size_t>(live.nodes.y) *
                              static_cast<std::size_t>(live.nodes.z);
    if (u == shown.fields.end() || shown.run != live.run || u->second.size() != 3 * nodes) return;
    OwnFlow own = copied(u->second, shown.nodes, most_traced_nodes);
    std::vector<Float3> seeds = seeds_of(w, live);
    for (Float3& seed : seeds) seed = seed / static_cast<float>(own.stride);
    const int longest = std::max({own.nodes.x, own.nodes.y, own.nodes.z});
    const TraceOptions options{.step = 0.7f, .length = static_cast<float>(longest_in_boxes * longest)};
    stream_stride = own.stride;
    traced_at = Clock::now();
    traced_turn = live.turn;
    traced_for = w.view.streamlines;
    traced_slice = w.view.slices[0];
    tracing.start([own = std::move(own), seeds = std::move(seeds), options](JobControl&) {
        return streamlines(own.flow(), seeds, options);
    });
}

void SceneView::Impl::read_probes(Workspace& w, const LiveTextures& live) {
    const std::vector<Probe>& probes = w.doc.scene().probes;
    history.follow(live.run, probes);
    if (auto answer = reader.take(); answer && asked_s.contains(answer->tag)) {
        const double time_s = asked_s[answer->tag];
        std::vector<ProbeReading> readings;
        for (const FlowAt& at : answer->values) {
            const Double3 u = cast<double>(at.u) * units.velocity_to_ms();
            const double pa = at.rho_less_1 / 3 * units.density_kgm3 * units.velocity_to_ms() * units.velocity_to_ms();
            readings.push_back({length(u), pa, u, at.inside});
        }
        if (asked_probes == probes) history.add(time_s, readings);
        asked_s.clear();
    }
    const bool other = asked_turn != live.turn || asked_probes != probes;
    if (probes.empty() || flow.texture == 0 || reader.waiting() || !other) return;
    std::vector<Float3> places;
    for (const Probe& p : probes) places.push_back(cast<float>(units.place_to_nodes(p.at_m)));
    reader.ask(flow, places, live.turn);
    asked_s[live.turn] = live.time_s;
    asked_turn = live.turn;
    asked_probes = probes;
}

}  // namespace fum
