#include "app/live_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/motion.h"
#include "app/scene_change.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

void demand_live_change(const Scene& from, const Scene& to) {
    const SceneChange change = change_of(from, to);
    if (change.cost == Apply::live) return;
    std::string keys;
    Scene copy = to;
    const auto refs = parameters(copy);
    for (const std::string& key : change.keys) {
        const auto ref = std::find_if(refs.begin(), refs.end(), [&](const ParamRef& r) { return r.key == key; });
        if (ref == refs.end() || ref->apply != Apply::live) keys += (keys.empty() ? "" : ", ") + key;
    }
    throw Error(Exit::input, fmt::format("{} cannot change while the flow runs; start it again.", keys));
}

bool same_speeds(const Solid& a, const Solid& b) {
    return a.spin_rpm == b.spin_rpm && a.spin_deg_s == b.spin_deg_s && a.velocity_ms == b.velocity_ms;
}

}  // namespace

void leave_room_for_edits(Setup& setup) {
    if (!setup.scene.emitters.empty()) setup.config.smoke.max_tracers = setup.scene.smoke.max_tracers;
}

void reuse_samples(Setup& to, Setup& from) {
    const bool same_grid = to.numbers.units.dx_m == from.numbers.units.dx_m && to.config.seed == from.config.seed;
    for (std::size_t i = 0; same_grid && i < std::min(to.config.bodies.size(), from.config.bodies.size()); ++i) {
        PlacedSolid &now = to.solids[i], &before = from.solids[i];
        const bool same_mesh = now.mesh.vertices == before.mesh.vertices && now.mesh.triangles == before.mesh.triangles;
        if (!same_mesh || now.samples != before.samples) continue;
        now.min_distance_m = before.min_distance_m;
        now.cells = before.cells;
        to.config.bodies[i].samples = std::move(from.config.bodies[i].samples);
    }
}

void begin_motions(Setup& setup) {
    const Units& units = setup.numbers.units;
    for (std::size_t i = 0; i < setup.config.bodies.size(); ++i)
        setup.config.bodies[i].motion = lattice_motion(setup.scene.solids[i], units, setup.config.ramp * units.dt_s);
}

void apply_edit(Setup& running, const Scene& edited, std::int64_t step) {
    demand_live_change(running.scene, edited);
    Issues issues = validate(edited);
    if (!usable(issues)) throw Error(Exit::input, listed(issues));
    const Numbers numbers = numbers_of(edited, scales_of(edited, running.solids), running.numbers);
    for (Issue& issue : judge(edited, numbers)) issues.push_back(std::move(issue));
    if (!usable(issues)) throw Error(Exit::input, listed(issues));

    Config config = flow_config(edited, numbers);
    config.ramp = running.config.ramp;
    config.bodies = std::move(running.config.bodies);
    for (std::size_t i = 0; i < config.bodies.size(); ++i) {
        const Solid& solid = edited.solids[i];
        config.bodies[i].name = running.solids[i].name;
        if (solid.motion != Motion::spin && solid.motion != Motion::straight) continue;
        if (same_speeds(running.scene.solids[i], solid)) continue;
        auto& motion = config.bodies[i].motion;
        const double now = static_cast<double>(step);
        motion = continued_motion(solid, numbers.units, motion(now), now, config.ramp);
    }
    const std::int64_t room = running.config.smoke.max_tracers;
    running.scene = edited;
    running.numbers = numbers;
    running.config = std::move(config);
    running.issues = std::move(issues);
    prepare_smoke(running);
    running.config.smoke.max_tracers = room;
}

}  // namespace fum
