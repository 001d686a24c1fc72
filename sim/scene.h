// The scene as plain data in physical units: metres, seconds, kilograms, degrees. Each part is a struct; its parameter
// table is in scene_tables.h. Text form: io/scene_toml.h. Lattice units: units.h.
//
// Right-handed axes. The domain is a box of whole cells; node (i, j, k) stands in the middle of its cell, at
// origin_m + (i + 1/2, j + 1/2, k + 1/2) dx.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/config.h"
#include "sim/core/error.h"
#include "sim/core/vec.h"

namespace fum {

enum class Axis { x, y, z };

struct Domain {
    Double3 size_m{2, 1, 1};
    int resolution = 192;  ///< cells along the longest side; dx_m wins
    std::optional<double> dx_m;
    std::optional<Double3> origin_m;  ///< the corner xmin, ymin, zmin; not given: (0, 0, 0) is the middle of the box
    Axis up = Axis::y;                ///< for pictures and exports; the flow does not know it
};

struct Fluid {
    std::optional<double> nu_m2s;    ///< kinematic viscosity; not given: from re, else that of air
    std::optional<double> re;        ///< Reynolds number speed_ms * length_m / nu
    std::optional<double> length_m;  ///< of re and of reports; not given: largest solid, else jet, else domain
    std::optional<double> speed_ms;  ///< of re and of reports; not given: the fastest inflow or solid
    double density_kgm3 = 1.2;
    Double3 start_velocity_ms{};  ///< of the whole fluid at the beginning
};

struct Boundary {
    FaceKind kind = FaceKind::free_slip;
    Double3 velocity_ms{};                ///< inflow: of the fluid; no_slip: of the wall in its own plane
    double jet_radius_m = 0;              ///< inflow: only a disk of this radius blows; 0 = the whole face
    std::optional<Double3> jet_centre_m;  ///< not given: the middle of the face
    std::optional<double> jet_edge_m;     ///< over which the jet's profile falls to zero; not given: radius / 8
    double jet_coflow = 0;                ///< inflow: share of the velocity round the jet
    double noise = 0.002;                 ///< inflow: largest velocity noise as a share of the speed
    double vent = 0.1;                    ///< free_slip: how far sound leaves through the face
    double sponge = 0.08;                 ///< outflow: share of the domain over which the viscosity rises to the face
    double pressure_pa = 0;               ///< outflow: held here, relative to the rest of the air
};

enum class Motion { fixed, spin, straight, keyframes };

struct Solid {
    std::string name;
    std::filesystem::path mesh;    ///< a file, relative to the scene file; or shape
    std::string shape;             ///< a made mesh: ball, box, torus, ...
    std::optional<double> unit_m;  ///< metres a file unit; not given: what the file says
    std::optional<double> size_m;  ///< longest side after scaling
    double scale = 1;
    bool recentre = true;   ///< the middle of the mesh's box becomes its own origin
    Double3 translate_m{};  ///< where its origin goes
    Double3 rotate_deg{};   ///< about the fixed axes x, then y, then z, through its origin
    Motion motion = Motion::fixed;
    Double3 axis{0, 1, 0};  ///< spin: through its origin
    double spin_rpm = 0;
    double spin_deg_s = 0;               ///< added to spin_rpm
    Double3 velocity_ms{};               ///< straight; added to spin
    std::vector<double> times_s;         ///< keyframes
    std::vector<Double3> positions_m;    ///< keyframes: of its origin, one a time
    std::vector<Double3> rotations_deg;  ///< keyframes: as rotate_deg, one a time; empty = rotate_deg
    int samples = 0;                     ///< of its surface; 0 = by solver.samples_per_area
    double reference_area_m2 = 0;        ///< of its drag coefficient; 0 = no coefficient
};

struct SmokeSource {
    std::string name;
    EmitterShape shape = EmitterShape::sphere;  ///< points is written "surface": of a solid
    Double3 centre_m{};
    double radius_m = 0.05;         ///< sphere, disk
    Double3 size_m{0.1, 0.1, 0.1};  ///< box: edge lengths
    Double3 axis{1, 0, 0};          ///< disk: its normal
    std::string solid;              ///< surface: whose; else: rides on it, centre_m from the solid's origin
    std::optional<double> rate;     ///< tracers a second
    std::optional<double> count;    ///< tracers from start_s to end_s
    double start_s = 0;
    std::optional<double> end_s;
};

/// A place where velocity and pressure are read over time: in the window's plots and in probes.csv.
struct Probe {
    std::string name;
    Double3 at_m{};
    friend bool operator==(const Probe&, const Probe&) = default;
};

struct Gravity {
    Double3 acceleration_ms2{};  ///< of the whole fluid
};

struct Time {
    double fps = 24;
    int frames = 96;
    double speed = 1;              ///< seconds of the scene in one second of film
    double warm_up_s = 0;          ///< simulated before the first frame's interval
    std::optional<double> ramp_s;  ///< inflows and motions start smoothly over it; not given: length / (2 speed)
};

struct SmokeLook {
    double tracers_per_cell = 6;  ///< in fresh smoke, where an emitter has neither rate nor count
    std::int64_t max_tracers = 2'000'000;
    std::optional<double> life_s;
    double density = 1;  ///< of fresh smoke in the density grid
};

struct SolverChoice {
    Model model = Model::acm_mrt;
    std::string device = "auto";
    int threads = 0;
    double samples_per_area = 24;  ///< surface samples an area dx^2
    std::int64_t seed = 1;
    Plan::Storage storage = Plan::Storage::fp32;
    Plan::Streaming streaming = Plan::Streaming::two_arrays;
    bool deterministic = false;
};

/// Lattice numbers.
struct Advanced {
    double lattice_speed = 0.1;  ///< of the fastest inflow or solid, nodes a step
    double acm_alpha = 3;
    double acm_lambda = 0.4;
    double high_rate = 0;
    bool galilean_correction = true;
    double ib_chi = 1;
    double sponge_nu = 0.02;
    int tracer_interval = 4;
    double tracer_jitter = 0.5;
    int check_every = 64;
    std::int64_t alpha = 0;
    int ib_block = 0;
    int block_threads = 0;
    Plan::Schedule schedule = Plan::Schedule::fused;
    int launches = 1;
    Plan::Monomials monomials = Plan::Monomials::merged;
    Plan::Spread spread = Plan::Spread::scatter;
    Plan::Faces faces = Plan::Faces::together;
};

enum class PictureFile { png, exr };
enum class MeshFile { ply, obj };

struct Output {
    std::filesystem::path dir;  ///< relative to the scene file; empty: fumarole_out/<scene name> where one stands
    std::string name = "smoke";
    int first_frame = 1;
    int threads = 0;  ///< that write frames; 0 = by the machine
};

/// Whose conventions the frames follow: io/exporters/profile.h holds the table.
enum class VdbProfile { houdini, blender, arnold, renderman, unreal, mitsuba, custom };
enum class VelocityUnit { second, frame };  ///< of film
enum class VdbCompression { blosc, zip, none };

/// What is not given is as the profile has it.
struct OutputVdb {
    bool on = true;
    VdbProfile profile = VdbProfile::houdini;
    double tolerance = 1e-4;  ///< share of the peak below which density is left out
    bool velocity = true, vorticity = false, q = false, pressure = false;
    std::optional<std::string> density_name, velocity_name, vorticity_name, q_name, pressure_name;
    std::optional<bool> half, velocity_half, vorticity_half, q_half, pressure_half;  ///< half: of density
    std::optional<VelocityUnit> velocity_unit;
    std::optional<double> velocity_fps;  ///< of velocities per frame
    std::optional<Axis> up;
    std::optional<double> units_per_m;
    std::optional<VdbCompression> compression;
};
struct OutputPng {
    bool on = true;
    int width = 960, height = 540;
};
struct OutputMp4 {
    bool on = false;
    int crf = 18;  ///< of H.264: 0 loses nothing, 51 is worst
};
struct OutputCsv {
    bool on = true;
};

/// Mitsuba 3: a .vol each frame and one scene, NAME_mitsuba.xml, that `fumarole render` draws.
struct OutputMitsuba {
    bool on = false;
    std::optional<double> optical_depth;  ///< of fresh smoke across the widest emitter; not given: as in the pictures
    double albedo = 0.95;                 ///< share of the light that a smoke particle scatters
    double anisotropy = 0.3;              ///< mean cosine of scattering (Henyey and Greenstein)
    std::optional<int> width, height;     ///< not given: as output.png
    int samples = 64;                     ///< rays a pixel
    int max_depth = 64;                   ///< bounces of a ray
    PictureFile format = PictureFile::png;
};
/// ParaView: a .vti each frame and NAME.pvd with their times.
struct OutputVti {
    bool on = false, velocity = true, pressure = true, vorticity = false, q = false;
};
/// OpenUSD: NAME.usda over the OpenVDB frames.
struct OutputUsd {
    bool on = false;
};
/// Solids where they stand: NAME_solids_0001.ply.
struct OutputMeshes {
    bool on = false;
    MeshFile format = MeshFile::ply;
};
/// Scripts that import the OpenVDB frames, camera and solids: NAME_blender.py, NAME_houdini.py.
struct OutputScripts {
    bool blender = true, houdini = true;
};

struct View {
    std::optional<Double3> eye_m, target_m;
    double fov_deg = 35;
};
struct Light {
    Double3 direction{0.5, 1, 0.3};          ///< towards the light
    std::optional<double> extinction_per_m;  ///< of smoke at density 1
    bool floor = false;
};

struct Scene {
    int version = 1;
    Domain domain;
    Fluid fluid;
    std::array<Boundary, 6> boundary{};
    std::vector<Solid> solids;
    std::vector<SmokeSource> emitters;
    std::vector<Probe> probes;
    Gravity gravity;
    Time time;
    SmokeLook smoke;
    SolverChoice solver;
    Advanced advanced;
    Output output;
    OutputVdb vdb;
    OutputPng png;
    OutputMp4 mp4;
    OutputCsv csv;
    OutputMitsuba mitsuba;
    OutputVti vti;
    OutputUsd usd;
    OutputMeshes meshes;
    OutputScripts scripts;
    View camera;
    Light light;

    std::string title = "scene";   ///< file name without ending; not a parameter
    std::filesystem::path folder;  ///< of the scene file: relative paths start here; not a parameter

    /// A path of this scene as one that can be opened.
    std::filesystem::path resolved(const std::filesystem::path& path) const;
};

/// What Solid::shape may be: the names that make_shape() of io/mesh_shapes.h knows.
inline constexpr std::array<std::string_view, 7> solid_shapes{"ball",       "box",        "torus",   "airplane",
                                                              "ahmed_body", "disk_plate", "cylinder"};

/// Faces in FaceIndex order.
inline constexpr std::array<std::string_view, 6> face_names{"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};

/// Mistakes and doubts, all at once; `where` is the parameter's full key. Looks at numbers and names, opens no file.
Issues validate(const Scene&);

}  // namespace fum
