#include "app/window/scene_view.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "app/motion.h"
#include "app/view.h"
#include "app/window/bridge.h"
#include "app/window/quantities.h"
#include "app/window/workspace.h"
#include "render/layers/live_smoke.h"
#include "render/layers/shown_solids.h"
#include "render/layers/slice.h"
#include "render/layers/tracers.h"
#include "render/layers/vectors.h"

namespace fum {
namespace {

using Clock = std::chrono::steady_clock;

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

/// All that a picture depends on beside the layers' contents.
struct Seen {
    std::uint64_t turn = 0, run = 0, revision = 0;
    const Setup* prepared = nullptr;
    ViewSettings view;
    Camera camera;
    std::string selected;
    Quality quality;
    int width = 0, height = 0;

    friend bool operator==(const Seen&, const Seen&) = default;
};

}  // namespace

struct SceneView::Impl {
    explicit Impl(bool on_cpu) : draws_on_cpu(on_cpu) {}

    bool draws_on_cpu;
    Viewport viewport;
    ShownSolidsLayer& solids = viewport.add<ShownSolidsLayer>();
    std::array<SliceLayer*, 3> slices{&viewport.add<SliceLayer>(), &viewport.add<SliceLayer>(),
                                      &viewport.add<SliceLayer>()};
    std::array<VectorsLayer*, 3> arrows{&viewport.add<VectorsLayer>(), &viewport.add<VectorsLayer>(),
                                        &viewport.add<VectorsLayer>()};
    BoxLayer& box = viewport.add<BoxLayer>();
    TracersLayer& tracers = viewport.add<TracersLayer>();
    LiveSmokeLayer& smoke = viewport.add<LiveSmokeLayer>();
    FrontEdgesLayer& front = viewport.add<FrontEdgesLayer>();
    AxesLayer& axes = viewport.add<AxesLayer>();
    FieldTools tools;

    std::shared_ptr<const Setup> solids_of;  ///< whose meshes the solids' spans point into
    std::vector<Legend> legends;
    std::optional<Seen> seen;
    std::uint64_t smoke_turn = 0;
    double draw_ms = 0, per_second = 0;
    Clock::time_point drawn_at{};
    int width = 0, height = 0;

    Double3 reference_of(const CellBox& grid) const {
        return grid.corner_m + cast<double>(grid.nodes) * (0.5 * grid.dx_m);
    }
    void show_domain(const Workspace& w);
    void show_solids(const Workspace& w, const LiveTextures& live);
    void show_flow(const Workspace& w, const LiveTextures& live);
    void show_slice(std::size_t i, const SliceView& wish, const Units& units);
    GpuField flow, density;
};

void SceneView::Impl::show_domain(const Workspace& w) {
    const Scene& scene = w.doc.scene();
    const CellBox grid = grid_of(scene.domain);
    const Double3 half = cast<double>(grid.nodes) * (0.5 * grid.dx_m);
    viewport.reference = reference_of(grid);
    viewport.bounds = {{0, 0, 0}, static_cast<float>(1.6 * length(half))};
    viewport.up = up_of(scene.domain.up);
    viewport.light = cast<float>(scene.light.direction);
    box.domain.low = glm_of(-half);
    box.domain.high = glm_of(half);
    for (std::size_t f = 0; f < 6; ++f) {
        box.domain.faces[f] = look_of(scene.boundary[f].kind);
        box.domain.inflow[f] = glm_of(scene.boundary[f].velocity_ms);
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
    const bool edited = !w.running || w.pending || live.poses.size() != scene.solids.size();
    const Units* units = w.running ? &solids_of->numbers.units : nullptr;
    for (std::size_t i = 0; i < std::min(scene.solids.size(), solids_of->solids.size()); ++i) {
        PreviewSolid solid;
        solid.vertices = solids_of->solids[i].mesh.vertices;
        solid.triangles = solids_of->solids[i].mesh.triangles;
        solid.id = reinterpret_cast<std::uintptr_t>(solid.vertices.data());
        const Pose pose = pose_at(scene.solids[i], 0, 0);
        solid.turn = pose.turn;
        solid.position = pose.centre;
        if (!edited && units) {
            solid.turn = live.poses[i].turn;
            solid.position = units->place_to_metres(live.poses[i].centre);
        }
        solids.solids.push_back(solid);
    }
}

void SceneView::Impl::show_slice(std::size_t i, const SliceView& wish, const Units& units) {
    SliceLayer& slice = *slices[i];
    VectorsLayer& arrow = *arrows[i];
    slice.shown = wish.on && flow.texture != 0;
    arrow.shown = slice.shown && wish.arrows;
    if (!slice.shown) return;
    const bool scalar = wish.quantity == ShownQuantity::value;
    slice.field = scalar ? density : flow;
    slice.quantity = wish.quantity;
    const QuantityUnit unit = unit_of(wish.quantity, units);
    slice.scale = static_cast<float>(unit.scale);
    slice.opacity = static_cast<float>(wish.opacity);
    slice.smooth = wish.smooth;
    if (wish.axis == SliceAxis::free)
        slice.plane = {glm_of(wish.point_m - viewport.reference), glm_of(wish.normal)};
    else
        slice.plane = axis_plane(slice.field, static_cast<int>(wish.axis), static_cast<float>(wish.at));
    slice.coloring.map = wish.map;
    slice.coloring.range = {static_cast<float>(wish.low), static_cast<float>(wish.high)};
    slice.coloring.mark_outside = !wish.auto_range;
    if (wish.auto_range && slice.field.texture != 0) {
        slice.coloring.range = tools.range(slice.field, wish.quantity, slice.scale);
        if (is_signed(wish.quantity)) slice.coloring.range = centred(slice.coloring.range);
    }
    legends.push_back({unit.title, unit.unit, wish.map, slice.coloring.range, wish.auto_range});
    arrow.field = flow;
    arrow.plane = slice.plane;
    arrow.full_speed = std::max(1e-6f, tools.range(flow, ShownQuantity::speed, 1, 1, 95).high);
}

void SceneView::Impl::show_flow(const Workspace& w, const LiveTextures& live) {
    legends.clear();
    flow = density = {};
    if (live.run != 0 && w.running) {
        const CellBox grid = grid_of(w.running->domain);
        const Double3 node0 = grid.corner_m + Double3{0.5, 0.5, 0.5} * grid.dx_m - viewport.reference;
        flow = {live.flow, live.nodes, static_cast<float>(grid.dx_m), cast<float>(node0)};
        density = flow;
        density.texture = live.smoke;
    }
    Units units;
    if (w.prepared) units = w.prepared->numbers.units;
    if (w.status.dt_s > 0) units.dt_s = w.status.dt_s;
    smoke.shown = w.view.smoke.on && density.texture != 0;
    smoke.field = density;
    smoke.extinction = static_cast<float>((w.prepared ? w.prepared->extinction_per_m : 40) * w.view.smoke.strength);
    if (std::exchange(smoke_turn, live.turn) != live.turn) smoke.changed();
    for (std::size_t i = 0; i < slices.size(); ++i) show_slice(i, w.view.slices[i], units);
    const TracersView& wish = w.view.tracers;
    tracers.shown = wish.on && live.tracers != 0 && flow.nodes.x > 1;
    tracers.field = flow;
    if (tracers.shown) tracers.use(live.tracers, live.tracer_count);
    tracers.color_by = wish.color == TracerColor::age     ? TracersLayer::ColorBy::age
                       : wish.color == TracerColor::speed ? TracersLayer::ColorBy::speed
                                                          : TracersLayer::ColorBy::constant;
    tracers.size_px = static_cast<float>(wish.size_px);
    tracers.tint.w = static_cast<float>(wish.opacity);
    tracers.coloring.map = wish.map;
}

SceneView::SceneView(bool draws_on_cpu) : impl_(std::make_unique<Impl>(draws_on_cpu)) {}
SceneView::~SceneView() = default;

unsigned SceneView::draw(Workspace& w, int width, int height) {
    Impl& m = *impl_;
    const bool slices = std::ranges::any_of(w.view.slices, [](const SliceView& s) { return s.on; });
    const bool by_speed = w.view.tracers.on && w.view.tracers.color == TracerColor::speed;
    const bool smoke_slice = std::ranges::any_of(
        w.view.slices, [](const SliceView& s) { return s.on && s.quantity == ShownQuantity::value; });
    BridgeWish wish;
    wish.flow = slices || by_speed || w.view.iso.on;
    wish.smoke = w.view.smoke.on || smoke_slice;
    wish.tracers = w.view.tracers.on;
    wish.most_per_second = w.view.quality.most_fps;
    w.bridge->want(wish);
    const LiveTextures& live = w.bridge->take();

    Seen now{live.turn, live.run, w.doc.revision(), w.prepared.get(), w.view, w.camera, w.selected.section, {},
             width,     height};
    now.quality.smoke_part = static_cast<float>(w.view.quality.smoke_part);
    now.quality.samples_a_side = w.view.quality.antialias && !m.draws_on_cpu ? 2 : 1;
    now.quality.most_tracers = w.view.tracers.most;
    if (m.seen == now) return m.viewport.texture();
    const auto begin = Clock::now();
    m.show_domain(w);
    m.show_solids(w, live);
    m.show_flow(w, live);
    m.viewport.camera = w.camera;
    m.viewport.quality = now.quality;
    m.viewport.draw(width, height);
    m.seen = std::move(now);
    m.width = width;
    m.height = height;
    const auto end = Clock::now();
    m.draw_ms = std::chrono::duration<double, std::milli>(end - begin).count();
    const double since = std::chrono::duration<double>(end - std::exchange(m.drawn_at, end)).count();
    if (since > 0) m.per_second += 0.1 * (1 / since - m.per_second);
    return m.viewport.texture();
}

Camera SceneView::home(const Workspace& w) const {
    const Scene& scene = w.doc.scene();
    Camera camera = scene_camera(scene, grid_of(scene.domain));
    if (scene.camera.eye_m || impl_->height == 0) return camera;
    const CellBox grid = grid_of(scene.domain);
    const float aspect = static_cast<float>(impl_->width) / static_cast<float>(impl_->height);
    return framed_box(camera, cast<float>(grid.corner_m),
                      cast<float>(grid.corner_m + cast<double>(grid.nodes) * grid.dx_m), aspect);
}

void SceneView::frame(Workspace& w, bool selection) const {
    const CellBox grid = grid_of(w.doc.scene().domain);
    Double3 low = grid.corner_m, high = grid.corner_m + cast<double>(grid.nodes) * grid.dx_m;
    const int solid = w.selected.index_of("solid"), emitter = w.selected.index_of("emitter");
    const auto index = [](int i) { return static_cast<std::size_t>(i); };
    if (selection && solid >= 0 && w.prepared && index(solid) < w.prepared->solids.size()) {
        const Pose pose = pose_at(w.doc.scene().solids.at(index(solid)), 0, 0);
        const double r = std::max(w.prepared->solids[index(solid)].radius_m, 1e-6);
        low = pose.centre - Double3{r, r, r};
        high = pose.centre + Double3{r, r, r};
    } else if (selection && emitter >= 0 && index(emitter) < w.doc.scene().emitters.size()) {
        const SmokeSource& source = w.doc.scene().emitters[index(emitter)];
        const double r = 3 * std::max(source.radius_m, 1e-6);
        low = source.centre_m - Double3{r, r, r};
        high = source.centre_m + Double3{r, r, r};
    }
    const float aspect = static_cast<float>(std::max(impl_->width, 1)) / static_cast<float>(std::max(impl_->height, 1));
    w.camera = framed_box(w.camera, cast<float>(low), cast<float>(high), aspect);
}

std::optional<Float3> SceneView::pixel_of(const Workspace& w, const Double3& metres) const {
    const Float3 p = fum::pixel_of(w.camera, cast<float>(metres), impl_->width, impl_->height);
    if (!(p.z > 0)) return std::nullopt;
    return p;
}

std::string SceneView::picked(const Workspace&, float, float) const { return {}; }

const std::vector<Legend>& SceneView::legends() const { return impl_->legends; }
const std::vector<LayerTime>& SceneView::times() const { return impl_->viewport.times(); }
double SceneView::draw_ms() const { return impl_->draw_ms; }
double SceneView::pictures_per_second() const { return impl_->per_second; }
int SceneView::width() const { return impl_->width; }
int SceneView::height() const { return impl_->height; }
std::vector<std::uint8_t> SceneView::read_rgba() const { return impl_->viewport.read_rgba(); }
std::vector<std::uint8_t> SceneView::draw_rgba(Workspace& w, int width, int height) {
    invalidate();
    draw(w, width, height);
    auto rgba = read_rgba();
    invalidate();
    return rgba;
}
Viewport& SceneView::viewport() { return impl_->viewport; }
void SceneView::invalidate() { impl_->seen.reset(); }

}  // namespace fum
