#include "app/param_facts.h"

#include <algorithm>
#include <map>
#include <type_traits>

#include "app/param_key.h"
#include "app/view.h"
#include "sim/io/exporters/profile.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

template <class S>
bool reset_row(S& object, std::string_view name) {
    bool found = false;
    const S usual{};
    for_each_param<S>([&](const auto& row) {
        if (row.key != name) return;
        object.*row.field = usual.*row.field;
        found = true;
    });
    return found;
}

const Scene& usual_scene() {
    static const Scene scene = [] {
        Scene s;
        s.solids.resize(1);
        s.emitters.resize(1);
        s.probes.resize(1);
        return s;
    }();
    return scene;
}

std::optional<Value> used_of_fluid(const Setup& s, const std::string& name) {
    if (name == "nu_m2s") return to_value(s.numbers.nu_m2s);
    if (name == "re") return to_value(s.numbers.re);
    if (name == "length_m") return to_value(s.numbers.length_m);
    if (name == "speed_ms") return to_value(s.numbers.speed_ms);
    return {};
}

std::optional<Value> used_of_face(const Setup& s, std::size_t face, const std::string& name) {
    const CellBox& grid = s.numbers.grid;
    const Double3 size = cast<double>(grid.nodes) * grid.dx_m;
    if (name == "jet_edge_m") return to_value(s.scene.boundary[face].jet_radius_m / 8);
    if (name != "jet_centre_m") return {};
    Double3 middle = grid.corner_m + size * 0.5;
    const int axis = static_cast<int>(face) / 2;
    middle[axis] = grid.corner_m[axis] + (face % 2 == 0 ? 0 : size[axis]);
    return to_value(middle);
}

std::optional<Value> used_of_emitter(const Setup& s, std::size_t i, const std::string& name) {
    if (i >= s.config.smoke.emitters.size()) return {};
    const double rate = s.config.smoke.emitters[i].rate / s.numbers.units.dt_s;
    const double end_s = static_cast<double>(s.numbers.total_steps) * s.numbers.units.dt_s;
    const SmokeSource& source = s.scene.emitters[i];
    if (name == "rate") return to_value(rate);
    if (name == "count") return to_value(rate * std::max(0.0, source.end_s.value_or(end_s) - source.start_s));
    return {};
}

std::optional<Value> used_of_vdb(const Setup& s, const std::string& name) {
    const VdbConventions c = conventions_of(s.scene);
    for (const Quantity q : all_quantities) {
        const std::string word(name_of(q));
        if (name == word + "_name") return to_value(c.style(q).name);
        if (name == (q == Quantity::density ? "half" : word + "_half")) return to_value(c.style(q).half);
    }
    if (name == "velocity_unit") return to_value(c.velocity_unit);
    if (name == "velocity_fps") return to_value(c.velocity_fps);
    if (name == "up") return to_value(c.up);
    if (name == "units_per_m") return to_value(c.units_per_m);
    if (name == "compression") return to_value(c.compression);
    return {};
}

Double3 inward(std::size_t face) {
    Double3 way{};
    way[static_cast<int>(face) / 2] = face % 2 == 0 ? 1 : -1;
    return way;
}

/// Of the scene's air, for a new inflow, m/s.
double usual_speed(const Scene& scene) {
    double speed = length(scene.fluid.start_velocity_ms);
    for (const Boundary& face : scene.boundary) speed = std::max(speed, length(face.velocity_ms));
    return speed > 0 ? speed : scene.fluid.speed_ms.value_or(1);
}

/// What a face of its kind cannot have.
void strip_face(Boundary& face, std::size_t index) {
    if (face.kind != FaceKind::inflow) face.jet_radius_m = 0;
    if (face.kind == FaceKind::no_slip)
        face.velocity_ms[static_cast<int>(index) / 2] = 0;
    else if (face.kind != FaceKind::inflow)
        face.velocity_ms = {};
}

void settle_face(Scene& scene, std::size_t index) {
    Boundary &face = scene.boundary[index], &other = scene.boundary[index ^ 1];
    if (face.kind == FaceKind::inflow && dot(face.velocity_ms, inward(index)) <= 0)
        face.velocity_ms = inward(index) * usual_speed(scene);
    strip_face(face, index);
    const bool periodic = face.kind == FaceKind::periodic;
    if (periodic == (other.kind == FaceKind::periodic)) return;
    other.kind = periodic ? FaceKind::periodic : FaceKind::free_slip;
    strip_face(other, index ^ 1);
}

void settle_motion(const Scene& scene, Solid& solid) {
    if (solid.motion != Motion::keyframes || !solid.times_s.empty()) return;
    const double end_s = scene.time.warm_up_s + scene.time.frames * scene.time.speed / scene.time.fps;
    solid.times_s = {0, end_s};
    solid.positions_m = {solid.translate_m, solid.translate_m};
}

}  // namespace

Value usual_value(const std::string& key) {
    static const std::map<std::string, Value> all = [] {
        std::map<std::string, Value> values;
        Scene copy = usual_scene();
        for (const ParamRef& ref : parameters(copy)) values[ref.key] = ref.read();
        return values;
    }();
    std::string first = key;
    if (const std::size_t open = key.find('['), close = key.find(']'); open != std::string::npos && close > open)
        first.replace(open, close - open + 1, "[0]");
    const auto found = all.find(first);
    return found == all.end() ? Value{} : found->second;
}

bool reset_parameter(Scene& scene, const std::string& key) {
    const ParamKey parts(key);
    bool done = false;
    for_each_section(scene, [&](const std::string& section, auto& object) {
        if (section == parts.section) done |= reset_row(object, parts.name);
    });
    if (parts.section == "solid" && parts.index < scene.solids.size())
        done |= reset_row(scene.solids[parts.index], parts.name);
    if (parts.section == "emitter" && parts.index < scene.emitters.size())
        done |= reset_row(scene.emitters[parts.index], parts.name);
    if (parts.section == "probe" && parts.index < scene.probes.size())
        done |= reset_row(scene.probes[parts.index], parts.name);
    return done;
}

std::optional<Value> used_value(const Setup& s, const std::string& key) {
    const ParamKey k(key);
    const Scene& scene = s.scene;
    if (k.section == "fluid") return used_of_fluid(s, k.name);
    if (k.section == "emitter") return used_of_emitter(s, k.index, k.name);
    if (k.section == "output.vdb") return used_of_vdb(s, k.name);
    if (const auto face = k.face()) return used_of_face(s, *face, k.name);
    if (key == "domain.dx_m") return to_value(s.numbers.grid.dx_m);
    if (key == "domain.origin_m") return to_value(s.numbers.grid.corner_m);
    if (key == "time.ramp_s") return to_value(s.config.ramp * s.numbers.units.dt_s);
    if (key == "light.extinction_per_m") return to_value(s.extinction_per_m);
    if (key == "camera.eye_m") return to_value(cast<double>(scene_camera(s).eye));
    if (key == "camera.target_m") return to_value(cast<double>(scene_camera(s).target));
    if (key == "output.mitsuba.width") return to_value(scene.png.width);
    if (key == "output.mitsuba.height") return to_value(scene.png.height);
    if (key == "output.mitsuba.optical_depth") return to_value(s.extinction_per_m * s.smoke_width_m);
    if (k.section == "solid" && k.index < s.solids.size()) {
        const PlacedSolid& solid = s.solids[k.index];
        if (k.name == "unit_m") return to_value(solid.report.unit_m);
        if (k.name == "size_m") return to_value(std::max({solid.size_m.x, solid.size_m.y, solid.size_m.z}));
    }
    return {};
}

void settle_choice(Scene& scene, const std::string& key) {
    const ParamKey k(key);
    if (const auto face = k.face(); face && k.name == "kind") settle_face(scene, *face);
    if (k.section == "solid" && k.name == "motion" && k.index < scene.solids.size())
        settle_motion(scene, scene.solids[k.index]);
}

std::string rival_of(const std::string& key) {
    const std::pair<const char*, const char*> rivals[] = {
        {"fluid.nu_m2s", "fluid.re"}, {".rate", ".count"}, {".mesh", ".shape"}};
    for (const auto& [one, other] : rivals)
        for (const auto& [is, not_is] : {std::pair{one, other}, std::pair{other, one}})
            if (key.ends_with(is) && (is[0] != '.' || key.find('[') != std::string::npos))
                return key.substr(0, key.size() - std::string_view(is).size()) + not_is;
    return {};
}

}  // namespace fum
