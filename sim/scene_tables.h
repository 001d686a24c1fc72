// The parameter tables of a scene: key, unit, help, what a change costs, range. Everything that lists parameters walks
// these.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/core/param.h"
#include "sim/scene.h"

namespace fum {

using enum Apply;

template <>
struct EnumNames<Axis> {
    static constexpr std::array<std::string_view, 3> names{"x", "y", "z"};
};
template <>
struct EnumNames<FaceKind> {
    static constexpr std::array<std::string_view, 5> names{"periodic", "no_slip", "free_slip", "inflow", "outflow"};
};
template <>
struct EnumNames<Motion> {
    static constexpr std::array<std::string_view, 4> names{"fixed", "spin", "straight", "keyframes"};
};
template <>
struct EnumNames<EmitterShape> {
    static constexpr std::array<std::string_view, 4> names{"sphere", "box", "disk", "surface"};
};
template <>
struct EnumNames<Model> {
    static constexpr std::array<std::string_view, 5> names{"bgk2", "bgk", "raw_mrt", "central_mrt", "acm_mrt"};
};
template <>
struct EnumNames<VdbProfile> {
    static constexpr std::array<std::string_view, 7> names{"houdini", "blender", "arnold", "renderman",
                                                           "unreal",  "mitsuba", "custom"};
};
template <>
struct EnumNames<VelocityUnit> {
    static constexpr std::array<std::string_view, 2> names{"second", "frame"};
};
template <>
struct EnumNames<VdbCompression> {
    static constexpr std::array<std::string_view, 3> names{"blosc", "zip", "none"};
};
template <>
struct EnumNames<Plan::Storage> {
    static constexpr std::array<std::string_view, 3> names{"fp32", "fp16", "fp64"};
};
template <>
struct EnumNames<Plan::Streaming> {
    static constexpr std::array<std::string_view, 2> names{"two_arrays", "in_place"};
};
template <>
struct EnumNames<Plan::Schedule> {
    static constexpr std::array<std::string_view, 2> names{"fused", "staged"};
};
template <>
struct EnumNames<Plan::Monomials> {
    static constexpr std::array<std::string_view, 2> names{"merged", "expanded"};
};
template <>
struct EnumNames<Plan::Spread> {
    static constexpr std::array<std::string_view, 2> names{"scatter", "gather"};
};
template <>
struct EnumNames<Plan::Faces> {
    static constexpr std::array<std::string_view, 3> names{"together", "each", "branching"};
};
template <>
struct EnumNames<PictureFile> {
    static constexpr std::array<std::string_view, 2> names{"png", "exr"};
};
template <>
struct EnumNames<MeshFile> {
    static constexpr std::array<std::string_view, 2> names{"ply", "obj"};
};

template <>
struct Table<Domain> {
    static constexpr auto rows = std::tuple{
        Param{"size_m", &Domain::size_m, "m", "edge lengths of the box; rounded to whole cells", reallocate, 1e-6, 1e6},
        Param{"resolution", &Domain::resolution, "cells", "along the longest side (dx_m wins)", reallocate, 4, 16384},
        Param{"dx_m", &Domain::dx_m, "m", "edge of a cell; not given: from resolution", reallocate, 1e-9, 1e5},
        Param{"origin_m", &Domain::origin_m, "m", "corner xmin, ymin, zmin; not given: the box is centred on (0, 0, 0)",
              restart, -1e9, 1e9},
        Param{"up", &Domain::up, "", "which axis is up; frames are turned from it to their profile's", live}};
};
template <>
struct Table<Fluid> {
    static constexpr auto rows = std::tuple{
        Param{"nu_m2s", &Fluid::nu_m2s, "m^2/s", "kinematic viscosity; not given: from re, else air, 1.5e-5", live,
              1e-12, 1e6},
        Param{"re", &Fluid::re, "", "Reynolds number speed_ms length_m / nu, instead of nu_m2s", live, 1e-6, 1e12},
        Param{"length_m", &Fluid::length_m, "m", "length in re; not given: largest solid, else jet, else domain", live,
              1e-9, 1e6},
        Param{"speed_ms", &Fluid::speed_ms, "m/s", "speed in re; not given: fastest inflow or solid", live, 1e-9, 1e5},
        Param{"density_kgm3", &Fluid::density_kgm3, "kg/m^3", "density, for forces", live, 1e-6, 1e5},
        Param{"start_velocity_ms", &Fluid::start_velocity_ms, "m/s", "velocity everywhere at the beginning", restart,
              -1e5, 1e5}};
};
template <>
struct Table<Boundary> {
    static constexpr auto rows = std::tuple{
        Param{"kind", &Boundary::kind, "", "what lies behind the face", restart},
        Param{"velocity_ms", &Boundary::velocity_ms, "m/s", "inflow: of the fluid; no_slip: of the wall in its plane",
              live, -1e5, 1e5},
        Param{"jet_radius_m", &Boundary::jet_radius_m, "m", "inflow: only a disk this large blows; 0 = whole face",
              live, 0, 1e6},
        Param{"jet_centre_m", &Boundary::jet_centre_m, "m", "middle of the jet; not given: middle of the face", live,
              -1e9, 1e9},
        Param{"jet_edge_m", &Boundary::jet_edge_m, "m", "over which the jet fades; not given: radius / 8", live, 0,
              1e6},
        Param{"jet_coflow", &Boundary::jet_coflow, "", "share of the velocity that blows round the jet", live, 0, 1},
        Param{"noise", &Boundary::noise, "", "inflow: largest velocity noise as a share of the speed", live, 0, 0.1},
        Param{"vent", &Boundary::vent, "", "free_slip: lets sound out; 0 = hard, 0.5 = most; flux per excess density",
              live, 0, 0.5},
        Param{"sponge", &Boundary::sponge, "", "outflow: share of the domain where viscosity rises to the face",
              restart, 0, 0.5},
        Param{"pressure_pa", &Boundary::pressure_pa, "Pa", "outflow: pressure held there, relative", live, -1e7, 1e7}};
};
template <>
struct Table<Solid> {
    static constexpr auto rows = std::tuple{
        Param{"name", &Solid::name, "", "for reports, forces.csv and emitters", live},
        Param{"mesh", &Solid::mesh, "", "mesh file, relative to the scene file"},
        Param{"shape", &Solid::shape, "",
              "instead of mesh: ball, box, torus, airplane, ahmed_body, disk_plate, cylinder"},
        Param{"unit_m", &Solid::unit_m, "m", "metres a file unit; not given: what the file says", restart, 1e-9, 1e9},
        Param{"size_m", &Solid::size_m, "m", "longest side after scaling; not given: as it is", restart, 1e-9, 1e6},
        Param{"scale", &Solid::scale, "", "factor on the mesh's size (size_m wins)", restart, 1e-9, 1e9},
        Param{"recentre", &Solid::recentre, "", "make the middle of the mesh's box its origin"},
        Param{"translate_m", &Solid::translate_m, "m", "where its origin goes", restart, -1e9, 1e9},
        Param{"rotate_deg", &Solid::rotate_deg, "deg", "about x, then y, then z (fixed axes)", restart, -1e5, 1e5},
        Param{"motion", &Solid::motion, "", "how it moves"},
        Param{"axis", &Solid::axis, "", "spin: direction of the axis through its origin", restart, -1e6, 1e6},
        Param{"spin_rpm", &Solid::spin_rpm, "1/min", "spin: turns a minute of the scene", live, -1e7, 1e7},
        Param{"spin_deg_s", &Solid::spin_deg_s, "deg/s", "spin: degrees a second, added to spin_rpm", live, -1e8, 1e8},
        Param{"velocity_ms", &Solid::velocity_ms, "m/s", "spin, straight: speed of its origin", live, -1e5, 1e5},
        Param{"times_s", &Solid::times_s, "s", "keyframes: rising times", restart, -1e9, 1e9},
        Param{"positions_m", &Solid::positions_m, "m", "keyframes: its origin at each time", restart, -1e9, 1e9},
        Param{"rotations_deg", &Solid::rotations_deg, "deg", "keyframes: as rotate_deg; empty = rotate_deg", restart,
              -1e6, 1e6},
        Param{"samples", &Solid::samples, "", "of its surface; 0 = by solver.samples_per_area", restart, 0, 50'000'000},
        Param{"reference_area_m2", &Solid::reference_area_m2, "m^2", "area of its drag coefficient; 0 = none", live, 0,
              1e12}};
};
template <>
struct Table<SmokeSource> {
    static constexpr auto rows = std::tuple{
        Param{"name", &SmokeSource::name, "", "for reports", live},
        Param{"shape", &SmokeSource::shape, "", "where smoke begins; surface needs solid"},
        Param{"centre_m", &SmokeSource::centre_m, "m", "middle; from the solid's origin if solid is given", live, -1e9,
              1e9},
        Param{"radius_m", &SmokeSource::radius_m, "m", "sphere, disk", live, 1e-9, 1e6},
        Param{"size_m", &SmokeSource::size_m, "m", "box: edge lengths", live, 0, 1e6},
        Param{"axis", &SmokeSource::axis, "", "disk: its normal", live, -1e6, 1e6},
        Param{"solid", &SmokeSource::solid, "", "name of the solid whose surface it is, or on which it rides"},
        Param{"rate", &SmokeSource::rate, "1/s", "tracers a second; not given: by smoke.tracers_per_cell", live, 0,
              1e15},
        Param{"count", &SmokeSource::count, "", "tracers from start_s to end_s, instead of rate", live, 0, 1e12},
        Param{"start_s", &SmokeSource::start_s, "s", "when it begins", live, 0, 1e9},
        Param{"end_s", &SmokeSource::end_s, "s", "when it ends; not given: never", live, 0, 1e9}};
};
template <>
struct Table<Probe> {
    static constexpr auto rows =
        std::tuple{Param{"name", &Probe::name, "", "for plots and probes.csv", live},
                   Param{"at_m", &Probe::at_m, "m", "where velocity and pressure are read", live, -1e9, 1e9}};
};
template <>
struct Table<Gravity> {
    static constexpr auto rows = std::tuple{Param{"acceleration_ms2", &Gravity::acceleration_ms2, "m/s^2",
                                                  "of the whole fluid; drives periodic channels", live, -1e6, 1e6}};
};
template <>
struct Table<Time> {
    static constexpr auto rows =
        std::tuple{Param{"fps", &Time::fps, "1/s", "frames a second of film", restart, 1e-3, 1e6},
                   Param{"frames", &Time::frames, "", "how many", live, 1, 1'000'000},
                   Param{"speed", &Time::speed, "", "seconds of the scene in one second of film", restart, 1e-9, 1e9},
                   Param{"warm_up_s", &Time::warm_up_s, "s", "simulated before the first frame", restart, 0, 1e9},
                   Param{"ramp_s", &Time::ramp_s, "s",
                         "inflows and motions start over it; not given: length / (2 speed)", restart, 0, 1e9}};
};
template <>
struct Table<SmokeLook> {
    static constexpr auto rows = std::tuple{
        Param{"tracers_per_cell", &SmokeLook::tracers_per_cell, "", "in fresh smoke of emitters without rate and count",
              live, 0.01, 1000},
        Param{"max_tracers", &SmokeLook::max_tracers, "", "room; the oldest go first", reallocate, 0, 4e9},
        Param{"life_s", &SmokeLook::life_s, "s", "a tracer lives; not given: until it leaves", live, 1e-9, 1e9},
        Param{"density", &SmokeLook::density, "", "of fresh smoke in the density grid", live, 0, 1e6}};
};
template <>
struct Table<SolverChoice> {
    static constexpr auto rows = std::tuple{
        Param{"model", &SolverChoice::model, "", "collision", restart},
        Param{"device", &SolverChoice::device, "", "auto, cpu, cuda:N", reallocate},
        Param{"threads", &SolverChoice::threads, "", "CPU threads; 0 = all", reallocate, 0, 4096},
        Param{"samples_per_area", &SolverChoice::samples_per_area, "1/dx^2",
              "surface samples: 24 gives 10-100 a cell, 3 suffices", restart, 0.25, 400},
        Param{"seed", &SolverChoice::seed, "", "of samples, noise and tracers", restart, 0, 9e15},
        Param{"storage", &SolverChoice::storage, "",
              "of populations; fp16 halves the memory, fp64 is a reference (CPU alone)", reallocate},
        Param{"streaming", &SolverChoice::streaming, "", "in_place needs one array instead of two", reallocate},
        Param{"deterministic", &SolverChoice::deterministic, "", "sums in fixed point: two runs are equal to the bit",
              reallocate}};
};
template <>
struct Table<Advanced> {
    static constexpr auto rows = std::tuple{
        Param{"lattice_speed", &Advanced::lattice_speed, "dx/dt", "of the fastest inflow or solid; sets the time step",
              restart, 1e-4, 1},
        Param{"acm_alpha", &Advanced::acm_alpha, "", "adaptive rates: 3 robust, 1 sharp", live, 0.1, 20},
        Param{"acm_lambda", &Advanced::acm_lambda, "", "limiter on non-equilibrium stress; larger = rarer", live, 1e-4,
              100},
        Param{"high_rate", &Advanced::high_rate, "", "raw_mrt, central_mrt: rate of the high orders; 0 = 1", live, 0,
              2},
        Param{"galilean_correction", &Advanced::galilean_correction, "", "removes the cubic velocity error", live},
        Param{"ib_chi", &Advanced::ib_chi, "", "share of the slip that the penalty removes a step", live, 1, 2},
        Param{"sponge_nu", &Advanced::sponge_nu, "dx^2/dt", "viscosity at the end of a sponge", live, 0, 1},
        Param{"tracer_interval", &Advanced::tracer_interval, "steps", "between two advections of the tracers", restart,
              1, 64},
        Param{"tracer_jitter", &Advanced::tracer_jitter, "dx", "random displacement of new tracers", live, 0, 8},
        Param{"check_every", &Advanced::check_every, "steps", "between two looks at density and speed", live, 1,
              100'000},
        Param{"alpha", &Advanced::alpha, "nodes", "group of the CSoA layout, a power of two; 0 = device's", reallocate,
              0, 1 << 30},
        Param{"ib_block", &Advanced::ib_block, "nodes", "edge of the blocks that order samples; 0 = 8, -1 = as sampled",
              reallocate, -1, 1024},
        Param{"block_threads", &Advanced::block_threads, "", "most CUDA threads a block of node kernels; 0 = default",
              reallocate, 0, 256},
        Param{"schedule", &Advanced::schedule, "", "fused: one pass a step; staged: the paper's, a launch a stage",
              reallocate},
        Param{"launches", &Advanced::launches, "", "staged: of the collision", reallocate, 1, 3},
        Param{"monomials", &Advanced::monomials, "", "staged: expanded sums or merged ones (Table 2)", reallocate},
        Param{"spread", &Advanced::spread, "", "staged: forces scattered by samples or gathered by nodes", reallocate},
        Param{"faces", &Advanced::faces, "", "all in two launches, a launch each, or one branching over all nodes",
              reallocate}};
};
template <>
struct Table<Output> {
    static constexpr auto rows = std::tuple{
        Param{"dir", &Output::dir, "", "folder, relative to the scene file; empty: fumarole_out/<scene> here", live},
        Param{"name", &Output::name, "", "frames are NAME_0001.vdb ...", live},
        Param{"first_frame", &Output::first_frame, "", "number of the first frame", live, 0, 1'000'000},
        Param{"threads", &Output::threads, "", "that write frames beside the solver; 0 = by the machine", live, 0,
              1024}};
};
template <>
struct Table<OutputVdb> {
    static constexpr auto rows = std::tuple{
        Param{"on", &OutputVdb::on, "", "write OpenVDB frames", live},
        Param{"profile", &OutputVdb::profile, "", "whose conventions they follow; the keys below override it", live},
        Param{"tolerance", &OutputVdb::tolerance, "", "density below this share of the peak is left out", live, 0, 1},
        Param{"velocity", &OutputVdb::velocity, "", "write velocity where smoke is or comes by", live},
        Param{"vorticity", &OutputVdb::vorticity, "", "write vorticity (1/s) where there is smoke", live},
        Param{"q", &OutputVdb::q, "", "write the Q criterion (1/s^2) where there is smoke", live},
        Param{"pressure", &OutputVdb::pressure, "", "write pressure (Pa, relative) where there is smoke", live},
        Param{"density_name", &OutputVdb::density_name, "", "grid name; not given: the profile's", live},
        Param{"velocity_name", &OutputVdb::velocity_name, "", "grid name; not given: the profile's", live},
        Param{"vorticity_name", &OutputVdb::vorticity_name, "", "grid name; not given: vorticity", live},
        Param{"q_name", &OutputVdb::q_name, "", "grid name; not given: q", live},
        Param{"pressure_name", &OutputVdb::pressure_name, "", "grid name; not given: pressure", live},
        Param{"half", &OutputVdb::half, "", "density in half floats; not given: the profile's", live},
        Param{"velocity_half", &OutputVdb::velocity_half, "", "the same for velocity", live},
        Param{"vorticity_half", &OutputVdb::vorticity_half, "", "the same for vorticity", live},
        Param{"q_half", &OutputVdb::q_half, "", "the same for q", live},
        Param{"pressure_half", &OutputVdb::pressure_half, "", "the same for pressure", live},
        Param{"velocity_unit", &OutputVdb::velocity_unit, "", "velocity a second or a frame of film", live},
        Param{"velocity_fps", &OutputVdb::velocity_fps, "1/s",
              "by which velocity per frame is divided; not given: time.fps, unreal 30", live, 1e-3, 1e6},
        Param{"up", &OutputVdb::up, "", "axis that is up in the file; custom: that of the scene", live},
        Param{"units_per_m", &OutputVdb::units_per_m, "1/m", "file units a metre: 1 metres, 100 centimetres", live,
              1e-6, 1e6},
        Param{"compression", &OutputVdb::compression, "",
              "of the values; blosc is smallest and fastest, zip loses the class fog volume", live}};
};
template <>
struct Table<OutputPng> {
    static constexpr auto rows =
        std::tuple{Param{"on", &OutputPng::on, "", "write a picture of every frame", live},
                   Param{"width", &OutputPng::width, "px", "of the pictures", live, 16, 16384},
                   Param{"height", &OutputPng::height, "px", "of the pictures", live, 16, 16384}};
};
template <>
struct Table<OutputMp4> {
    static constexpr auto rows = std::tuple{
        Param{"on", &OutputMp4::on, "", "make a film of the pictures at the end (needs ffmpeg)", live},
        Param{"crf", &OutputMp4::crf, "", "of H.264: 0 loses nothing, 18 looks the same, 51 is worst", live, 0, 51}};
};
template <>
struct Table<OutputCsv> {
    static constexpr auto rows = std::tuple{
        Param{"on", &OutputCsv::on, "", "write forces.csv if there are solids, probes.csv if there are probes", live}};
};
template <>
struct Table<OutputMitsuba> {
    static constexpr auto rows = std::tuple{
        Param{"on", &OutputMitsuba::on, "", "write .vol frames and a scene for Mitsuba 3", live},
        Param{"optical_depth", &OutputMitsuba::optical_depth, "",
              "of fresh smoke across the widest emitter; not given: as light.extinction_per_m", live, 0, 1e6},
        Param{"albedo", &OutputMitsuba::albedo, "", "share of light that smoke scatters", live, 0, 1},
        Param{"anisotropy", &OutputMitsuba::anisotropy, "", "-1 scatters back, 0 alike, 1 ahead", live, -0.99, 0.99},
        Param{"width", &OutputMitsuba::width, "px", "of its pictures; not given: output.png.width", live, 16, 16384},
        Param{"height", &OutputMitsuba::height, "px", "of its pictures; not given: output.png.height", live, 16, 16384},
        Param{"samples", &OutputMitsuba::samples, "", "rays a pixel", live, 1, 1'000'000},
        Param{"max_depth", &OutputMitsuba::max_depth, "", "bounces of a ray", live, 1, 10'000},
        Param{"format", &OutputMitsuba::format, "", "of the pictures fumarole render makes", live}};
};
template <>
struct Table<OutputVti> {
    static constexpr auto rows =
        std::tuple{Param{"on", &OutputVti::on, "", "write ParaView frames (.vti) with the smoke's density", live},
                   Param{"velocity", &OutputVti::velocity, "", "with velocity, m/s", live},
                   Param{"pressure", &OutputVti::pressure, "", "with pressure, Pa, relative", live},
                   Param{"vorticity", &OutputVti::vorticity, "", "with the curl of the velocity, 1/s", live},
                   Param{"q", &OutputVti::q, "", "with the Q criterion, 1/s^2", live}};
};
template <>
struct Table<OutputUsd> {
    static constexpr auto rows =
        std::tuple{Param{"on", &OutputUsd::on, "", "write NAME.usda: OpenVDB frames, solids and camera", live}};
};
template <>
struct Table<OutputMeshes> {
    static constexpr auto rows =
        std::tuple{Param{"on", &OutputMeshes::on, "", "write the solids of every frame, placed, in metres", live},
                   Param{"format", &OutputMeshes::format, "", "of these files", live}};
};
template <>
struct Table<OutputScripts> {
    static constexpr auto rows = std::tuple{
        Param{"blender", &OutputScripts::blender, "", "write NAME_blender.py, which imports the OpenVDB frames", live},
        Param{"houdini", &OutputScripts::houdini, "", "write NAME_houdini.py, which imports them there", live}};
};
template <>
struct Table<View> {
    static constexpr auto rows = std::tuple{
        Param{"eye_m", &View::eye_m, "m", "where the camera is; not given: beside the domain", live, -1e9, 1e9},
        Param{"target_m", &View::target_m, "m", "what it looks at; not given: the middle", live, -1e9, 1e9},
        Param{"fov_deg", &View::fov_deg, "deg", "vertical field of view", live, 1, 150}};
};
template <>
struct Table<Light> {
    static constexpr auto rows =
        std::tuple{Param{"direction", &Light::direction, "", "towards the light", live, -1e6, 1e6},
                   Param{"extinction_per_m", &Light::extinction_per_m, "1/m",
                         "of smoke at density 1; not given: by emitter size", live, 0, 1e9},
                   Param{"floor", &Light::floor, "", "draw a floor under the domain", live}};
};
template <>
struct Table<Scene> {
    static constexpr auto rows =
        std::tuple{Param{"version", &Scene::version, "", "of the scene format", restart, 1, 1}};
};

/// Calls f(section, object) for every table that exists once: "", "domain", ..., "boundary.xmin", ...
template <class SceneT, class F>
void for_each_section(SceneT& s, F&& f) {
    f("", s);
    f("domain", s.domain);
    f("fluid", s.fluid);
    for (std::size_t i = 0; i < 6; ++i) f("boundary." + std::string(face_names[i]), s.boundary[i]);
    f("gravity", s.gravity);
    f("time", s.time);
    f("smoke", s.smoke);
    f("solver", s.solver);
    f("advanced", s.advanced);
    f("output", s.output);
    f("output.vdb", s.vdb);
    f("output.png", s.png);
    f("output.mp4", s.mp4);
    f("output.csv", s.csv);
    f("output.mitsuba", s.mitsuba);
    f("output.vti", s.vti);
    f("output.usd", s.usd);
    f("output.meshes", s.meshes);
    f("output.scripts", s.scripts);
    f("camera", s.camera);
    f("light", s.light);
}

/// All parameters of the scene, solids ("solid[0].name"), emitters and probes included. Refers into `scene`.
std::vector<ParamRef> parameters(Scene& scene);

/// One description of every parameter: those of lists as "solid[].name", of faces as "boundary.FACE.kind". `read` gives
/// the default; do not write.
std::vector<ParamRef> parameter_docs();

}  // namespace fum
