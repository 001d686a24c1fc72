// Layers that show the flow: smoke, slices, tracers, isosurfaces.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/window/scene_view_impl.h"

namespace fum {
namespace {

glm::vec3 glm_of(const Double3& v) { return to_glm(cast<float>(v)); }

}  // namespace

void SceneView::Impl::place_flow(const Workspace& w, const LiveTextures& live) {
    flow = density = {};
    turn = live.turn;
    units = w.prepared ? w.prepared->numbers.units : Units{};
    usual_speed_ms = w.prepared ? w.prepared->numbers.speed_ms : 0;
    if (w.status.dt_s > 0) units.dt_s = w.status.dt_s;
    const CellBox shown_grid = grid_of(w.doc.scene().domain);
    viewport.reference = shown_grid.corner_m + cast<double>(shown_grid.nodes) * (0.5 * shown_grid.dx_m);
    grid = shown_grid;
    if (live.run <= w.forgotten_run) return;  // of a scene that is no longer open
    units = live.units;  // a flow stays where it was made until the next one comes: its box may have been edited since
    flow = {live.flow, live.nodes, static_cast<float>(units.dx_m), cast<float>(units.node0_m - viewport.reference)};
    density = flow;
    density.texture = live.smoke;
}

void SceneView::Impl::show_smoke(const Workspace& w) {
    const SmokeView& wish = w.view.smoke;
    smoke.shown = wish.on && density.texture != 0;
    smoke.field = density;
    smoke.extinction = static_cast<float>((w.prepared ? w.prepared->extinction_per_m : 40) * wish.strength);
    const double tolerance = w.doc.scene().vdb.tolerance;
    const bool other_flow = std::exchange(smoke_turn, turn) != turn;
    const bool other_kind = std::exchange(smoke_as_exported, wish.as_exported) != wish.as_exported;
    if (smoke.shown && wish.as_exported) {
        if (exported_turn != turn || exported_tolerance != tolerance) {
            exported.make(density.texture, density.nodes, static_cast<float>(tolerance));
            exported_turn = turn;
            exported_tolerance = tolerance;
            smoke.changed();
        }
        smoke.field.texture = exported.texture();
    }
    if (other_flow || other_kind) smoke.changed();
}

void SceneView::Impl::show_slice(std::size_t i, const SliceView& wish) {
    SliceLayer& slice = *slices[i];
    VectorsLayer& arrow = *arrows[i];
    const bool scalar = wish.quantity == ShownQuantity::value;
    slice.field = scalar ? density : flow;
    slice.shown = wish.on && slice.field.texture != 0;
    arrow.shown = slice.shown && wish.arrows && flow.texture != 0;
    if (!slice.shown) return;
    slice.quantity = wish.quantity;
    const QuantityUnit unit = unit_of(wish.quantity, units);
    slice.scale = static_cast<float>(unit.scale);
    slice.opacity = static_cast<float>(wish.opacity);
    slice.smooth = wish.smooth;
    if (wish.axis == SliceAxis::free)
        slice.plane = {glm_of(wish.point_m - viewport.reference), glm_of(wish.normal)};
    else
        slice.plane = axis_plane(slice.field, static_cast<int>(wish.axis), static_cast<float>(wish.at));
    if (!(glm::length(slice.plane.normal) > 0)) slice.plane.normal = {0, 0, 1};
    const std::string own = "view.slice[" + std::to_string(i) + "]";
    slice.coloring.map = wish.map;
    slice.coloring.range = {static_cast<float>(wish.low), static_cast<float>(wish.high)};
    const bool magnitude = wish.quantity == ShownQuantity::speed || scalar;  // from 0; a jet is a small part of it all
    if (wish.auto_range)
        slice.coloring.range = calm_range(std::string(name_of(wish.quantity)), slice.field, wish.quantity, slice.scale,
                                          magnitude ? 0.0f : 1.0f, magnitude ? 99.8f : 99.0f);
    slice.coloring.mark_outside = !wish.auto_range;
    legends.push_back({unit.title, unit.unit, wish.map, slice.coloring.range, wish.auto_range, own,
                       "slice " + std::to_string(i + 1)});
    arrow.field = flow;
    arrow.plane = slice.plane;
    if (arrow.shown)
        arrow.full_speed = std::max(1e-6f, calm_range("arrows", flow, ShownQuantity::speed, 1, 0, 95).high);
}

void SceneView::Impl::show_tracers(const TracersView& wish, const LiveTextures& live, float scale) {
    tracers.shown = wish.on && live.tracers != 0 && density.nodes.x > 1;
    if (!tracers.shown) return;
    tracers.field = flow;
    tracers.field.nodes = density.nodes;
    tracers.use(live.tracers, live.tracer_count);
    tracers.size_px = static_cast<float>(wish.size_px) * scale;
    tracers.tint.w = static_cast<float>(wish.opacity);
    tracers.fade_age = 12;
    tracers.coloring.map = wish.map;
    tracers.coloring.mark_outside = !wish.auto_range;
    tracers.color_by = TracersLayer::ColorBy::constant;
    if (wish.color == TracerColor::speed) {
        tracers.color_by = TracersLayer::ColorBy::speed;
        tracers.scale = static_cast<float>(units.velocity_to_ms());
        tracers.coloring.range = speed_range("view.tracers", "tracers", wish.map, wish.auto_range, wish.low, wish.high);
    } else if (wish.color == TracerColor::age) {
        tracers.color_by = TracersLayer::ColorBy::age;
        tracers.scale = static_cast<float>(units.dt_s);
        Range range{static_cast<float>(wish.low), static_cast<float>(wish.high)};
        if (wish.auto_range) range = {0, std::max(1e-6f, static_cast<float>(live.time_s))};
        tracers.coloring.range = range;
        legends.push_back({"age", "s", wish.map, range, wish.auto_range, "view.tracers", "tracers"});
    }
}

void SceneView::Impl::show_iso(const IsoView& wish) {
    iso.shown = glow.shown = false;
    if (!wish.on || flow.texture == 0) return;
    iso.field = flow;
    iso.quantity = wish.quantity == ShownQuantity::value ? ShownQuantity::q : wish.quantity;
    const QuantityUnit unit = unit_of(iso.quantity, units);
    const bool lows = iso.quantity == ShownQuantity::pressure;  // vortices are its hollows
    iso.scale = static_cast<float>(lows ? -unit.scale : unit.scale);
    const float most = largest_for_iso();
    iso.level = std::max(static_cast<float>(wish.level) * most, 1e-30f);
    if (std::exchange(iso_turn, turn) != turn) iso.changed(), glow.changed();
    if (wish.look == IsoLook::volume) return show_glow(wish, most);
    iso.shown = true;
    iso.colored = wish.by_speed;
    iso.color_quantity = ShownQuantity::speed;
    iso.color_scale = static_cast<float>(units.velocity_to_ms());
    iso.coloring.map = wish.map;
    iso.coloring.mark_outside = false;
    if (wish.by_speed)
        iso.coloring.range = speed_range("view.iso", "isosurface", wish.map, wish.auto_range, wish.low, wish.high);
}

/// The same quantity and level as a volume, in colours of its own: from the level to the largest value.
void SceneView::Impl::show_glow(const IsoView& wish, float most) {
    glow.shown = true;
    glow.field = iso.field;
    glow.quantity = iso.quantity;
    glow.scale = iso.scale;
    glow.level = iso.level;
    glow.depth = static_cast<float>(14 * wish.strength);
    glow.coloring.map = wish.map;
    const float high = std::max(most, 1.001f * iso.level);
    glow.coloring.range = iso.scale < 0 ? Range{-high, -iso.level} : Range{iso.level, high};
    if (!wish.auto_range) glow.coloring.range = {static_cast<float>(wish.low), static_cast<float>(wish.high)};
    const QuantityUnit unit = unit_of(glow.quantity, units);
    legends.push_back(
        {unit.title, unit.unit, wish.map, glow.coloring.range, wish.auto_range, "view.iso", "glowing volume"});
}

std::string SceneView::note_of(const std::string& section) const {
    const Impl& m = *impl_;
    if (section == "iso" && (m.iso.shown || m.glow.shown)) {
        const QuantityUnit unit = unit_of(m.iso.quantity, m.units);
        const bool lows = m.iso.scale < 0;
        return fmt::format("{} {} {:.3g} {}", unit.title, lows ? "below" : "above", lows ? -m.iso.level : m.iso.level,
                           unit.unit);
    }
    if (section == "tracers" && m.tracers.shown) {
        const int most = m.viewport.quality.most_tracers, all = m.tracers.count();
        const int stride = most > 0 ? std::max(1, (all + most - 1) / most) : 1;
        return stride == 1 ? fmt::format("{} tracers", all) : fmt::format("{} of {} tracers", all / stride, all);
    }
    if (section == "smoke" && m.smoke.shown && m.smoke_as_exported)
        return fmt::format("files keep {:.1f} % of voxels", 100 * m.exported.kept_share());
    return {};
}

std::optional<ShownPlane> SceneView::slice_plane(std::size_t slice) const {
    const Impl& m = *impl_;
    if (slice >= m.slices.size() || !m.slices[slice]->shown) return std::nullopt;
    const SliceLayer& layer = *m.slices[slice];
    const auto corners = cut(layer.field, layer.plane);
    if (corners.empty()) return std::nullopt;
    const auto metres = [&](const glm::vec3& p) { return m.viewport.reference + Double3{p.x, p.y, p.z}; };
    const glm::vec3 n = glm::normalize(layer.plane.normal);
    ShownPlane plane{metres(layer.plane.point), {n.x, n.y, n.z}, {}};
    for (const glm::vec3& p : corners) plane.outline.push_back(metres(p));
    return plane;
}

}  // namespace fum
