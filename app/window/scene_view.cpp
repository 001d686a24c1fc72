#include "app/window/scene_view.h"

#include <algorithm>
#include <utility>

#include "app/window/pick.h"
#include "app/window/scene_view_impl.h"

namespace fum {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double times_every_s = 1.0;  // where layers are timed by waiting for each

double seconds(Clock::time_point t) { return std::chrono::duration<double>(t.time_since_epoch()).count(); }

/// True as long as it lives.
struct Recording {
    bool& flag;
    explicit Recording(bool& f) : flag(f) { flag = true; }
    ~Recording() { flag = false; }
    Recording(const Recording&) = delete;
};

}  // namespace

SceneView::Impl::Impl(bool on_cpu) : draws_on_cpu(on_cpu) {
    streams.shown = samples.shown = blocks.shown = iso.shown = glow.shown = false;
    tracers.splats = !on_cpu;
}

SceneView::SceneView(bool draws_on_cpu) : impl_(std::make_unique<Impl>(draws_on_cpu)) {}
SceneView::~SceneView() = default;

BridgeWish SceneView::Impl::wish_of(const Workspace& w) const {
    const ViewSettings& v = w.view;
    const bool slices_on = std::ranges::any_of(v.slices, [](const SliceView& s) { return s.on; });
    const bool by_speed = v.tracers.on && v.tracers.color == TracerColor::speed;
    const bool smoke_slice =
        std::ranges::any_of(v.slices, [](const SliceView& s) { return s.on && s.quantity == ShownQuantity::value; });
    BridgeWish wish;
    wish.flow = slices_on || by_speed || v.iso.on || v.streamlines.on || !w.doc.scene().probes.empty();
    wish.smoke = v.smoke.on || smoke_slice;
    wish.tracers = v.tracers.on;
    wish.host_velocity = v.streamlines.on;
    wish.most_per_second = v.quality.most_fps;
    return wish;
}

/// How fine this picture is, and how long the next may wait.
void SceneView::Impl::set_pace(Workspace& w, const LiveTextures& live) {
    PaceInput in;
    in.now_s = seconds(Clock::now());
    in.work_ms = w.work_ms;
    in.drew = std::exchange(drew, false);
    if (!draws_on_cpu)
        for (const LayerTime& t : times) in.gpu_ms += t.gpu_ms;
    in.changes = !(last_camera == w.camera) || !(last_view == w.view) || last_revision != w.doc.revision();
    if (in.changes) last_camera = w.camera, last_view = w.view, last_revision = w.doc.revision();
    in.flows = w.status.mode == SimMode::playing || live.turn != turn;
    in.busy = w.status.mode == SimMode::preparing || w.preparing() || sampling.running() || tracing.running() ||
              w.pending.has_value();
    in.draws_on_cpu = draws_on_cpu;
    pace.look(in, w.view.quality);
    w.idle_wait_s = pace.wait_s();
}

void SceneView::Impl::draw_layers(const Seen& now) {
    const auto begin = Clock::now();
    viewport.camera = now.camera;
    viewport.quality = now.quality;
    const bool time_them = draws_on_cpu && std::chrono::duration<double>(begin - timed_at).count() > times_every_s;
    viewport.wait_for_times = time_them;
    viewport.draw(now.width, now.height);
    if (time_them || !draws_on_cpu) {
        times = viewport.times();
        timed_at = begin;
    }
    width = now.width;
    height = now.height;
    const auto end = Clock::now();
    draw_ms = std::chrono::duration<double, std::milli>(end - begin).count();
    const double since = std::chrono::duration<double>(end - std::exchange(drawn_at, end)).count();
    if (since > 0) per_second += (since > 1 ? 1.0 : 0.1) * (1 / since - per_second);
    drew = true;
}

unsigned SceneView::draw(Workspace& w, int width, int height) {
    Impl& m = *impl_;
    w.bridge->want(m.wish_of(w));
    const LiveTextures& live = w.bridge->take();
    if (!m.recording) m.set_pace(w, live);
    m.sampling.tick(w, w.view.samples.on);
    m.place_flow(w, live);
    m.read_probes(w, live);
    m.show_streamlines(w, live);
    m.show_samples(w, live);

    const Quality quality = (m.recording ? Pace() : m.pace).quality(w.view.quality, w.view.tracers.most);
    Seen now{live.turn, live.run, w.doc.revision(),   m.made,  w.prepared.get(),
             w.view,    w.camera, w.selected.section, quality, width,
             height};
    if (m.seen == now) {
        w.bridge->drawn();
        return m.viewport.texture();
    }
    m.legends.clear();
    m.show_domain(w);
    m.show_solids(w, live);
    m.show_smoke(w);
    for (std::size_t i = 0; i < m.slices.size(); ++i) m.show_slice(i, w.view.slices[i]);
    m.show_iso(w.view.iso);
    if (m.streams.shown) {
        const StreamlinesView& s = w.view.streamlines;
        m.streams.coloring.map = s.map;
        m.streams.coloring.range = m.speed_range("view.streamlines", "streamlines", s.map, s.auto_range, s.low, s.high);
        m.streams.coloring.mark_outside = !s.auto_range;
        m.streams.width_px = static_cast<float>(s.width_px) * w.scale;
    }
    m.show_tracers(w.view.tracers, live, w.scale);
    m.axes.size_px = std::min(42 * w.scale, 0.11f * static_cast<float>(std::min(width, height)));
    m.draw_layers(now);
    w.bridge->drawn();
    m.seen = std::move(now);
    return m.viewport.texture();
}

std::string SceneView::picked(const Workspace& w, float x, float y) const {
    return picked_section(w, *this, x, y, impl_->width, impl_->height);
}
const std::vector<PreviewSolid>& SceneView::shown_solids() const { return impl_->solids.solids; }

const std::vector<Legend>& SceneView::legends() const { return impl_->legends; }
const std::vector<LayerTime>& SceneView::times() const { return impl_->times; }
double SceneView::draw_ms() const { return impl_->draw_ms; }
double SceneView::pictures_per_second() const { return impl_->per_second; }
const Pace& SceneView::pace() const { return impl_->pace; }
const ProbeHistory& SceneView::probes() const { return impl_->history; }
void SceneView::forget_probes() { impl_->history.clear(); }
const Sampling& SceneView::sampling() const { return impl_->sampling; }
double SceneView::exported_share() const {
    return impl_->smoke.shown && impl_->smoke_as_exported ? impl_->exported.kept_share() : 0;
}
bool SceneView::draws_on_cpu() const { return impl_->draws_on_cpu; }
int SceneView::width() const { return impl_->width; }
int SceneView::height() const { return impl_->height; }
std::vector<std::uint8_t> SceneView::read_rgba() const { return impl_->viewport.read_rgba(); }
std::vector<std::uint8_t> SceneView::draw_rgba(Workspace& w, int width, int height) {
    invalidate();
    const int shown_width = impl_->width, shown_height = impl_->height;
    {
        const Recording recording(impl_->recording);
        draw(w, width, height);
    }
    auto rgba = read_rgba();
    impl_->width = shown_width;  // what pixel_of() and the like count by until the next picture of the window
    impl_->height = shown_height;
    invalidate();
    return rgba;
}
Viewport& SceneView::viewport() { return impl_->viewport; }
void SceneView::invalidate() { impl_->seen.reset(); }

}  // namespace fum
