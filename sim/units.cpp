#include "sim/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/scene_tables.h"

namespace fum {
namespace {

constexpr double air_nu_m2s = 1.5e-5;

double fastest_given(const Scene& scene) {
    double fastest = length(scene.fluid.start_velocity_ms);
    for (const Boundary& face : scene.boundary)
        if (face.kind == FaceKind::inflow || face.kind == FaceKind::no_slip)
            fastest = std::max(fastest, length(face.velocity_ms));
    return fastest;
}

double reference_length(const Scene& scene, const SolidScales& solids, const CellBox& grid) {
    if (scene.fluid.length_m) return *scene.fluid.length_m;
    if (solids.length_m > 0) return solids.length_m;
    double jet = 0;
    for (const Boundary& face : scene.boundary) jet = std::max(jet, 2 * face.jet_radius_m);
    if (jet > 0) return jet;
    return grid.dx_m * std::min({grid.nodes.x, grid.nodes.y, grid.nodes.z});
}

/// Viscosity that the collision adds to a shear wave of 8 cells in a flow of speed u:
/// Lambda u^2 (u^2 / 4 + k^2 / 72), physics 2.3, with the Lambda of the default rule, physics 2.5.
double model_viscosity(const Scene& scene, double u, double u_ref) {
    const double k = std::numbers::pi / 4;
    const double rate = scene.advanced.high_rate > 0 ? scene.advanced.high_rate : 1;
    double lambda = 1 / rate - 0.5;
    if (scene.solver.model == Model::bgk || scene.solver.model == Model::bgk2) lambda = 0;
    if (scene.solver.model == Model::acm_mrt)
        lambda = scene.advanced.acm_alpha * std::max(5e-4, 0.00916 - 0.00775 * std::min(1.0, u / u_ref));
    return lambda * u * u * (u * u / 4 + k * k / 72);
}

/// Steps a frame, and with them dt.
void choose_time_step(const Scene& scene, Numbers& n) {
    const double frame_s = scene.time.speed / scene.time.fps;
    const double dx = n.grid.dx_m;
    const double longest = n.moves ? scene.advanced.lattice_speed * dx / n.fastest_ms
                                   : 0.05 * dx * dx / scene.fluid.nu_m2s.value_or(air_nu_m2s);
    // The small share keeps a ratio that is whole but for rounding from costing one step more.
    const double steps = std::ceil(frame_s / longest * (1 - 1e-9));
    n.steps_per_frame = static_cast<int>(std::clamp(steps, 1.0, 1e9));
    n.units.dt_s = frame_s / n.steps_per_frame;
    n.warm_up_steps = std::llround(scene.time.warm_up_s / n.units.dt_s);
    n.total_steps = n.warm_up_steps + std::int64_t{n.steps_per_frame} * scene.time.frames;
}

/// Grid, scales and units but for the time step.
Numbers physical_numbers(const Scene& scene, const SolidScales& solids) {
    Numbers n;
    n.grid = grid_of(scene.domain);
    const double dx = n.grid.dx_m;
    n.length_m = reference_length(scene, solids, n.grid);
    n.fastest_ms = std::max(fastest_given(scene), solids.speed_ms);
    if (n.fastest_ms == 0) n.fastest_ms = scene.fluid.speed_ms.value_or(0);
    if (n.fastest_ms == 0) n.fastest_ms = std::sqrt(length(scene.gravity.acceleration_ms2) * n.length_m);
    n.moves = n.fastest_ms > 0;
    n.speed_ms = scene.fluid.speed_ms.value_or(n.fastest_ms);
    n.nu_m2s = scene.fluid.re ? n.speed_ms * n.length_m / *scene.fluid.re : scene.fluid.nu_m2s.value_or(air_nu_m2s);
    if (n.nu_m2s <= 0) n.nu_m2s = air_nu_m2s;
    n.re = n.speed_ms * n.length_m / n.nu_m2s;

    n.units.dx_m = dx;
    n.units.density_kgm3 = scene.fluid.density_kgm3;
    n.units.node0_m = n.grid.corner_m + Double3{dx, dx, dx} * 0.5;
    return n;
}

/// What follows once the time step stands.
void add_lattice_numbers(const Scene& scene, Numbers& n) {
    const double dx = n.grid.dx_m;
    n.lattice_speed = n.units.speed_to_lattice(n.fastest_ms);
    n.u_ref = std::max(0.02, 1.5 * n.lattice_speed);  // physics 2.5: input speed x 1.5
    n.nu = n.units.viscosity_to_lattice(n.nu_m2s);
    n.tau = 3 * n.nu + 0.5;
    n.mach = n.lattice_speed * std::sqrt(3.0);
    const double u = n.units.speed_to_lattice(n.speed_ms);
    n.effective_re = u * n.length_m / dx / (n.nu + model_viscosity(scene, u, n.u_ref));
    n.smallest_eddy = n.re > 1 ? n.length_m / dx * std::pow(n.re, -0.75) : n.length_m / dx;
}

}  // namespace

CellBox grid_of(const Domain& domain) {
    CellBox grid;
    const Double3& size = domain.size_m;
    grid.dx_m = domain.dx_m.value_or(std::max({size.x, size.y, size.z}) / domain.resolution);
    for (int d = 0; d < 3; ++d) grid.nodes[d] = static_cast<int>(std::clamp(std::round(size[d] / grid.dx_m), 1.0, 1e6));
    const Double3 box = cast<double>(grid.nodes) * grid.dx_m;
    grid.corner_m = domain.origin_m.value_or(box * -0.5);
    return grid;
}

Numbers numbers_of(const Scene& scene, const SolidScales& solids) {
    Numbers n = physical_numbers(scene, solids);
    choose_time_step(scene, n);
    add_lattice_numbers(scene, n);
    return n;
}

Numbers numbers_of(const Scene& scene, const SolidScales& solids, const Numbers& running) {
    Numbers n = physical_numbers(scene, solids);
    n.units.dt_s = running.units.dt_s;
    n.steps_per_frame = running.steps_per_frame;
    n.warm_up_steps = running.warm_up_steps;
    n.total_steps = n.warm_up_steps + std::int64_t{n.steps_per_frame} * scene.time.frames;
    add_lattice_numbers(scene, n);
    return n;
}

Config flow_config(const Scene& scene, const Numbers& n) {
    Config config;
    config.nodes = n.grid.nodes;
    for (int i = 0; i < 6; ++i) {
        const Boundary& from = scene.boundary[static_cast<std::size_t>(i)];
        Face& to = config.face[static_cast<std::size_t>(i)];
        to.kind = from.kind;
        to.u = cast<float>(n.units.velocity_to_lattice(from.velocity_ms));
        to.rho = static_cast<float>(n.units.pressure_to_rho(from.pressure_pa));
        to.noise = from.kind == FaceKind::inflow ? static_cast<float>(from.noise) : 0.0f;
        to.vent = from.kind == FaceKind::free_slip ? static_cast<float>(from.vent) : 0.0f;
        to.sponge =
            from.kind == FaceKind::outflow ? static_cast<int>(std::lround(from.sponge * config.nodes[i / 2])) : 0;
        to.sponge_nu = static_cast<float>(scene.advanced.sponge_nu);
        if (from.kind != FaceKind::inflow || from.jet_radius_m <= 0) continue;
        Double3 middle = cast<double>(n.grid.nodes) * 0.5 - Double3{0.5, 0.5, 0.5};
        middle[i / 2] = i % 2 == 0 ? -0.5 : n.grid.nodes[i / 2] - 0.5;
        to.jet.centre = from.jet_centre_m ? n.units.place_to_nodes(*from.jet_centre_m) : middle;
        to.jet.radius = n.units.length_to_nodes(from.jet_radius_m);
        to.jet.coflow = from.jet_coflow;
        to.jet.edge = std::max(1.5, n.units.length_to_nodes(from.jet_edge_m.value_or(from.jet_radius_m / 8)));
    }
    config.acceleration = n.units.acceleration_to_lattice(scene.gravity.acceleration_ms2);
    config.model = scene.solver.model;
    config.nu = n.nu;
    config.acm_alpha = scene.advanced.acm_alpha;
    config.acm_lambda = scene.advanced.acm_lambda;
    config.u_ref = n.u_ref;
    config.high_rate = scene.advanced.high_rate;
    config.galilean_correction = scene.advanced.galilean_correction;
    config.ib_chi = scene.advanced.ib_chi;
    config.u_start = n.units.velocity_to_lattice(scene.fluid.start_velocity_ms);
    // physics 5: inflows rise over half the time in which the flow passes the solid.
    config.ramp = n.units.time_to_steps(scene.time.ramp_s.value_or(n.moves ? 0.5 * n.length_m / n.fastest_ms : 0));
    config.check_every = scene.advanced.check_every;
    config.seed = static_cast<std::uint64_t>(scene.solver.seed);
    return config;
}

Plan plan_of(const Scene& scene) {
    Plan plan;
    plan.storage = scene.solver.storage;
    plan.streaming = scene.solver.streaming;
    plan.deterministic = scene.solver.deterministic;
    plan.alpha = scene.advanced.alpha;
    plan.ib_block = scene.advanced.ib_block;
    plan.block_threads = scene.advanced.block_threads;
    plan.schedule = scene.advanced.schedule;
    plan.launches = scene.advanced.launches;
    plan.monomials = scene.advanced.monomials;
    plan.spread = scene.advanced.spread;
    plan.faces = scene.advanced.faces;
    return plan;
}

Issues judge(const Scene& scene, const Numbers& n) {
    Issues issues;
    const auto say = [&](Issue::Kind kind, const char* where, std::string sentence) {
        issues.push_back({kind, where, std::move(sentence)});
    };
    constexpr auto error = Issue::Kind::error, warning = Issue::Kind::warning;
    if (n.lattice_speed > 0.5)
        say(error, "advanced.lattice_speed",
            fmt::format("makes the fastest flow {:.2f} nodes a step; above 0.5 no model is stable, 0.1 is usual",
                        n.lattice_speed));
    else if (n.lattice_speed > 0.15)
        say(warning, "advanced.lattice_speed",
            fmt::format(
                "makes the fastest flow {:.2f} nodes a step (Mach {:.2f}); above 0.15 the flow is compressible and may "
                "diverge, 0.1 is usual",
                n.lattice_speed, n.mach));
    const bool is_bgk = scene.solver.model == Model::bgk || scene.solver.model == Model::bgk2;
    if (is_bgk && n.nu < 5e-4)
        say(warning, "solver.model",
            fmt::format("{} with tau = {:.6f} will most likely diverge; it needs tau above 0.5015, acm_mrt does not",
                        name_of(scene.solver.model), n.tau));
    if (scene.solver.model == Model::raw_mrt && n.nu < 1e-5)
        say(warning, "solver.model", fmt::format("raw_mrt with tau = {:.6f} may diverge; acm_mrt does not", n.tau));
    if (n.nu > 0.5)
        say(warning, "domain.resolution",
            fmt::format(
                "and the time step make tau = {:.2f}; above 2 the flow is inaccurate: lower advanced.lattice_speed",
                n.tau));
    if (!n.moves)
        say(warning, "fluid.speed_ms",
            "is not given and nothing in the scene moves; the time step follows from the viscosity");
    for (int d = 0; d < 3; ++d)
        if (n.grid.nodes[d] < 4)
            say(error, "domain.size_m",
                fmt::format("makes the box {} x {} x {} cells; every side needs at least 4", n.grid.nodes.x,
                            n.grid.nodes.y, n.grid.nodes.z));
    if (n.steps_per_frame > 20000)
        say(warning, "time.speed",
            fmt::format("and fps make {} steps a frame; is the film's time scale meant?", n.steps_per_frame));
    return issues;
}

}  // namespace fum
