#include "app/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/mesh_file.h"
#include "app/motion.h"
#include "sim/io/exporters/profile.h"
#include "sim/io/mesh_shapes.h"

namespace fum {
namespace {

void append(Issues& to, const Issues& more) { to.insert(to.end(), more.begin(), more.end()); }

void bring_to_body_frame(const Solid& solid, PlacedSolid& placed) {
    Mesh& mesh = placed.mesh;
    const Double3 extent = placed.report.max_m - placed.report.min_m;
    const double longest = std::max({extent.x, extent.y, extent.z});
    const double factor = solid.size_m ? *solid.size_m / longest : solid.scale;
    const Double3 middle = (placed.report.min_m + placed.report.max_m) * 0.5;
    const Double3 shift = solid.recentre ? mesh.offset - middle : mesh.offset;
    for (Float3& v : mesh.vertices) {
        const Double3 moved = (cast<double>(v) + shift) * factor;
        placed.radius_m = std::max(placed.radius_m, length(moved));
        v = cast<float>(moved);
    }
    mesh.offset = {};
    placed.size_m = extent * factor;
    placed.area_m2 = placed.report.area_m2 * factor * factor;
}

/// Sample counts beyond this take minutes to make and bring nothing.
constexpr double most_samples = 2e7;

std::int64_t sample_count(const Scene& scene, const Solid& solid, const PlacedSolid& placed, double dx_m) {
    if (solid.samples > 0) return solid.samples;
    const double wanted = placed.area_m2 / (dx_m * dx_m) * scene.solver.samples_per_area;
    return static_cast<std::int64_t>(std::clamp(std::ceil(wanted), 1.0, most_samples));
}

Body place_body(Setup& setup, std::size_t index) {
    const Solid& solid = setup.scene.solids[index];
    PlacedSolid& placed = setup.solids[index];
    const Units& units = setup.numbers.units;
    const double ramp_s = setup.config.ramp * units.dt_s;
    placed.samples = sample_count(setup.scene, solid, placed, units.dx_m);
    const auto count = static_cast<std::size_t>(placed.samples);
    const double area = placed.area_m2 / (units.dx_m * units.dx_m) / static_cast<double>(count);
    Body body;
    body.name = placed.name;
    body.pose = to_lattice(pose_at(solid, 0, ramp_s), units);
    body.motion = lattice_motion(solid, units, ramp_s);
    body.samples.resize(count);
    body.area.assign(count, static_cast<float>(area));
    return body;
}

void sample_body(PlacedSolid& placed, Body& body, const Setup& setup, const PrepareProgress& progress) {
    const auto report = [&](double share) { return !progress || progress("sampling " + placed.name, share); };
    const SurfaceSamples surface = sample_surface(placed.mesh, placed.samples, setup.config.seed, report);
    placed.min_distance_m = surface.min_distance;
    std::vector<Float3> turned(surface.position.size());
    for (std::size_t i = 0; i < turned.size(); ++i) {
        const Double3 p = cast<double>(surface.position[i]) / setup.numbers.units.dx_m;
        body.samples[i] = cast<float>(p);
        turned[i] = cast<float>(body.pose.centre + body.pose.turn * p);
    }
    placed.cells = samples_per_cell(turned, 1);
}

/// Share of a solid's vertices whose 2x2x2 stencil lies in the domain, at one pose.
double share_inside(const PlacedSolid& placed, const Pose& pose, const Setup& setup) {
    std::size_t inside = 0;
    const Int3& n = setup.config.nodes;
    const auto fits = [&](double x, int count, int face) {
        const auto kind = setup.config.face[static_cast<std::size_t>(face)].kind;
        return kind == FaceKind::periodic || (x >= 0 && x <= count - 1);
    };
    for (const Float3& v : placed.mesh.vertices) {
        const Double3 p = setup.numbers.units.place_to_nodes(pose.centre + pose.turn * cast<double>(v));
        if (fits(p.x, n.x, xmin) && fits(p.y, n.y, ymin) && fits(p.z, n.z, zmin)) ++inside;
    }
    return static_cast<double>(inside) / static_cast<double>(std::max<std::size_t>(1, placed.mesh.vertices.size()));
}

void judge_solid(Setup& setup, std::size_t index) {
    const Solid& solid = setup.scene.solids[index];
    const PlacedSolid& placed = setup.solids[index];
    const std::string where = fmt::format("solid[{}]", index);
    for (Issue issue : placed.report.issues) {
        issue.where = fmt::format("{} ({})", where, issue.where.empty() ? placed.name : issue.where);
        setup.issues.push_back(std::move(issue));
    }
    const double cells = std::max({placed.size_m.x, placed.size_m.y, placed.size_m.z}) / setup.numbers.units.dx_m;
    if (cells < 8)
        setup.issues.push_back(
            {Issue::Kind::warning, where + ".size_m",
             fmt::format("{} is only {:.1f} cells long; below 8 its flow is not resolved", placed.name, cells)});
    const double end_s = static_cast<double>(setup.numbers.total_steps) * setup.numbers.units.dt_s;
    const int looks = solid.motion == Motion::fixed ? 0 : 64;
    double most = 0, least = 1;
    for (int i = 0; i <= looks; ++i) {
        const double time_s = looks == 0 ? 0 : end_s * i / looks;
        const double inside =
            share_inside(placed, pose_at(solid, time_s, setup.config.ramp * setup.numbers.units.dt_s), setup);
        most = std::max(most, inside);
        least = std::min(least, inside);
    }
    if (most == 0)
        setup.issues.push_back(
            {Issue::Kind::error, where + ".translate_m",
             fmt::format("puts {} outside the domain; the box begins at ({}, {}, {}) m", placed.name,
                         setup.numbers.grid.corner_m.x, setup.numbers.grid.corner_m.y, setup.numbers.grid.corner_m.z)});
    else if (least < 1)
        setup.issues.push_back({Issue::Kind::warning, where + ".translate_m",
                                fmt::format("leaves {:.0f} % of {} outside the domain{}; samples there are skipped",
                                            100 * (1 - least), placed.name, looks ? " at some time" : "")});
}

void judge_emitter(Setup& setup, std::size_t index) {
    const SmokeSource& source = setup.scene.emitters[index];
    const Double3 c = setup.numbers.units.place_to_nodes(source.centre_m);
    const Int3& n = setup.config.nodes;
    if (!source.solid.empty() || (c.x >= -1 && c.x <= n.x && c.y >= -1 && c.y <= n.y && c.z >= -1 && c.z <= n.z))
        return;
    setup.issues.push_back(
        {Issue::Kind::warning, fmt::format("emitter[{}].centre_m", index), "lies outside the domain"});
}

}  // namespace

SolidScales scales_of(const Scene& scene, const std::vector<PlacedSolid>& solids) {
    SolidScales scales;
    const double end_s = scene.time.warm_up_s + scene.time.frames * scene.time.speed / scene.time.fps;
    for (std::size_t i = 0; i < solids.size(); ++i) {
        const Double3& size = solids[i].size_m;
        scales.length_m = std::max({scales.length_m, size.x, size.y, size.z});
        scales.speed_ms = std::max(scales.speed_ms, fastest_point(scene.solids[i], solids[i].radius_m, end_s));
    }
    return scales;
}

PlacedSolid place_solid(const Scene& scene, std::size_t index) {
    const Solid& solid = scene.solids[index];
    PlacedSolid placed;
    if (!solid.shape.empty()) {
        placed.mesh = make_shape(solid.shape);
        placed.report = judge(placed.mesh);
    } else {
        MeshOptions options;
        options.unit_m = solid.unit_m.value_or(0);
        const auto file = mesh_file(scene.resolved(solid.mesh), options);
        placed.mesh = file->mesh;
        placed.report = file->report;
    }
    placed.name = !solid.name.empty() ? solid.name : !solid.shape.empty() ? solid.shape : solid.mesh.stem().string();
    bring_to_body_frame(solid, placed);
    return placed;
}

Setup prepare(const Scene& scene) {
    Setup setup;
    setup.scene = scene;
    setup.issues = validate(scene);
    append(setup.issues, judge_vdb(scene));
    if (!usable(setup.issues)) return setup;
    for (std::size_t i = 0; i < scene.solids.size(); ++i) setup.solids.push_back(place_solid(scene, i));
    setup.numbers = numbers_of(scene, scales_of(scene, setup.solids));
    append(setup.issues, judge(scene, setup.numbers));
    setup.config = flow_config(scene, setup.numbers);
    setup.plan = plan_of(scene);
    for (std::size_t i = 0; i < scene.solids.size(); ++i) judge_solid(setup, i);
    for (std::size_t i = 0; i < scene.emitters.size(); ++i) judge_emitter(setup, i);
    if (!usable(setup.issues)) return setup;
    for (std::size_t i = 0; i < scene.solids.size(); ++i) setup.config.bodies.push_back(place_body(setup, i));
    prepare_smoke(setup);
    return setup;
}

void change_resolution(Setup& setup, int resolution) {
    setup.scene.domain.resolution = resolution;
    setup.scene.domain.dx_m.reset();
    setup.numbers = numbers_of(setup.scene, scales_of(setup.scene, setup.solids));
    setup.config = flow_config(setup.scene, setup.numbers);
    for (std::size_t i = 0; i < setup.solids.size(); ++i) setup.config.bodies.push_back(place_body(setup, i));
    prepare_smoke(setup);
}

void sample_solids(Setup& setup, const PrepareProgress& progress) {
    for (std::size_t i = 0; i < setup.solids.size(); ++i)
        if (setup.solids[i].min_distance_m == 0) sample_body(setup.solids[i], setup.config.bodies[i], setup, progress);
    prepare_smoke(setup);
}

}  // namespace fum
