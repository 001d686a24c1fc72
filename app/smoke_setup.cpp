#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/setup.h"

namespace fum {
namespace {

/// Size of an emitter for the choice of rates: volume in cells, length along the flow in nodes.
struct Extent {
    double volume = 1, length = 1;
};

Double3 flow_direction(const Scene& scene) {
    Double3 fastest = scene.fluid.start_velocity_ms;
    for (const Boundary& face : scene.boundary)
        if (face.kind == FaceKind::inflow && length(face.velocity_ms) > length(fastest)) fastest = face.velocity_ms;
    return length(fastest) > 0 ? normalized(fastest) : Double3{1, 0, 0};
}

Extent extent_of(const Setup& setup, const SmokeSource& source, const Emitter& emitter) {
    const double dx = setup.numbers.units.dx_m;
    const double r = source.radius_m / dx, thickness = std::max(1.0, 2.0 * emitter.jitter);
    constexpr double pi = std::numbers::pi;
    switch (source.shape) {
        case EmitterShape::sphere:
            return {4.0 / 3 * pi * r * r * r, 4.0 / 3 * r};  // mean chord
        case EmitterShape::disk:
            return {pi * r * r * thickness, thickness};
        case EmitterShape::box: {
            Double3 side = source.size_m / dx;
            for (int d = 0; d < 3; ++d) side[d] = std::max(side[d], thickness);
            const Double3 e = flow_direction(setup.scene);
            return {side.x * side.y * side.z, std::abs(e.x) * side.x + std::abs(e.y) * side.y + std::abs(e.z) * side.z};
        }
        case EmitterShape::points: {
            const double area = setup.solids[static_cast<std::size_t>(emitter.body)].area_m2 / (dx * dx);
            return {area * thickness, thickness};
        }
    }
    return {};
}

int body_named(const Setup& setup, const std::string& name) {
    for (std::size_t i = 0; i < setup.scene.solids.size(); ++i)
        if (!name.empty() && setup.scene.solids[i].name == name) return static_cast<int>(i);
    return -1;
}

/// Seeding places of a surface emitter: every n-th sample of the body, at most this many.
constexpr std::size_t most_points = 1 << 16;

Emitter place_emitter(const Setup& setup, const SmokeSource& source) {
    const Units& units = setup.numbers.units;
    Emitter emitter;
    emitter.shape = source.shape;
    emitter.body = body_named(setup, source.solid);
    emitter.centre = emitter.body >= 0 ? source.centre_m / units.dx_m : units.place_to_nodes(source.centre_m);
    emitter.half = source.shape == EmitterShape::box ? source.size_m / (2 * units.dx_m)
                                                     : Double3{1, 1, 1} * units.length_to_nodes(source.radius_m);
    emitter.axis = normalized(source.axis);
    emitter.start = units.time_to_steps(source.start_s);
    if (source.end_s) emitter.end = units.time_to_steps(*source.end_s);
    emitter.jitter = static_cast<float>(setup.scene.advanced.tracer_jitter);
    if (source.shape != EmitterShape::points) return emitter;
    const auto& samples = setup.config.bodies[static_cast<std::size_t>(emitter.body)].samples;
    const std::size_t stride = samples.size() / most_points + 1;
    for (std::size_t i = 0; i < samples.size(); i += stride) emitter.points.push_back(samples[i]);
    return emitter;
}

}  // namespace

void prepare_smoke(Setup& setup) {
    const Scene& scene = setup.scene;
    const Units& units = setup.numbers.units;
    const double total = static_cast<double>(setup.numbers.total_steps);
    const double speed = std::max(1e-4, units.speed_to_lattice(setup.numbers.speed_ms));
    SmokeConfig& smoke = setup.config.smoke;
    smoke = {};
    if (scene.smoke.life_s) smoke.life = units.time_to_steps(*scene.smoke.life_s);
    smoke.interval = scene.advanced.tracer_interval;
    double crowd = 0, room = 0;
    double& widest_m = setup.smoke_width_m = 0;
    for (std::size_t i = 0; i < scene.emitters.size(); ++i) {
        const SmokeSource& source = scene.emitters[i];
        Emitter emitter = place_emitter(setup, source);
        const Extent extent = extent_of(setup, source, emitter);
        const double duration = std::max(1.0, std::min(emitter.end, total) - emitter.start);
        const double fresh = std::min(duration, extent.length / speed);  // steps until the flow has emptied the emitter
        emitter.rate = scene.smoke.tracers_per_cell * extent.volume / fresh;
        if (source.rate) emitter.rate = *source.rate * units.dt_s;
        if (source.count) emitter.rate = *source.count / duration;
        crowd = std::max(crowd, emitter.rate * fresh / extent.volume);
        room += emitter.rate * std::min(duration, smoke.life);
        widest_m = std::max(widest_m, source.shape == EmitterShape::box
                                          ? std::cbrt(source.size_m.x * source.size_m.y * source.size_m.z)
                                          : 2 * source.radius_m);
        smoke.emitters.push_back(std::move(emitter));
    }
    smoke.max_tracers =
        std::min(scene.smoke.max_tracers, static_cast<std::int64_t>(std::min(1e12, room * 1.05 + 1000)));
    if (scene.emitters.empty()) smoke.max_tracers = 0;
    smoke.density_per_tracer = crowd > 0 ? static_cast<float>(scene.smoke.density / crowd) : 1.0f;
    // Light that crosses an emitter at density 1 is dimmed by exp(-4).
    setup.extinction_per_m = scene.light.extinction_per_m.value_or(widest_m > 0 ? 4 / widest_m : 40);
}

}  // namespace fum
