#include "tests/app/live_parameters.h"

#include <algorithm>
#include <cmath>

#include "tests/support/flows.h"

namespace fum::test {
namespace {

using Edit = std::function<void(Scene&)>;

Edit both(const Edit& a, const Edit& b) {
    return [=](Scene& scene) { a(scene), b(scene); };
}

// Scenes.

void with_ball(Scene& scene) {
    Solid ball;
    ball.name = "ball";
    ball.shape = "ball";
    ball.size_m = 0.375;
    scene.solids = {ball};
}
void with_spin(Scene& scene) {
    with_ball(scene);
    scene.solids[0].motion = Motion::spin;
    scene.solids[0].spin_rpm = 10;
}
void with_straight(Scene& scene) {
    with_ball(scene);
    scene.solids[0].motion = Motion::straight;
    scene.solids[0].velocity_ms = {0.2, 0, 0};
}
void with_emitter(Scene& scene) {
    SmokeSource source;
    source.centre_m = {-0.5, 0, 0};
    source.radius_m = 0.1;
    source.rate = 2000;
    scene.emitters = {source};
}
void with_disk(Scene& scene) {
    with_emitter(scene);
    scene.emitters[0].shape = EmitterShape::disk;
    scene.emitters[0].radius_m = 0.2;
}
void with_box(Scene& scene) {
    with_emitter(scene);
    scene.emitters[0].shape = EmitterShape::box;
}
void with_count(Scene& scene) {
    with_emitter(scene);
    scene.emitters[0].rate.reset();
    scene.emitters[0].count = 20000;
}
void with_free_rate(Scene& scene) {
    with_emitter(scene);
    scene.emitters[0].rate.reset();
}
void with_jet(Scene& scene) {
    scene.fluid.start_velocity_ms = {};
    scene.boundary[xmin].jet_radius_m = 0.2;
    scene.boundary[xmin].jet_edge_m = 0.1;
}
/// All faces periodic, wind along the diagonal.
void without_faces(Scene& scene) {
    for (Boundary& face : scene.boundary) face = {}, face.kind = FaceKind::periodic;
    scene.fluid.start_velocity_ms = {1, 1, 0};
    scene.fluid.re.reset();
    scene.fluid.nu_m2s = 1e-4;
}
/// 1 % more air outside than inside.
void with_pressure(Scene& scene) {
    scene.boundary[xmax].pressure_pa = 0.01 / 3 * 1.2 * 100;  // rho = 1 + 3 p / (1.2 kg/m^3 (10 m/s)^2)
}

// Beginnings.

/// Shear waves along x + y of some cells' length on a wind of 0.07 a component.
std::function<void(Solver&)> waves(double cells, double height) {
    return [=](Solver& solver) {
        const double k = 2 * pi / cells;
        start(solver, [=](int x, int y, int) {
            const double a = height * std::sin(k * (x + y));
            return Double3{0.07 + a, 0.07 - a, 0};
        });
    };
}

// What to look at.

/// Sum of f(x, y, z, value) over the nodes, component d of a field.
double sum_of(UnderWay& run, Field what, int d, const std::function<double(int, int, int, double)>& f) {
    const std::vector<float> all = field(*run.solver, what);
    const Int3 n = run.solver->config().nodes;
    double sum = 0;
    std::size_t i = static_cast<std::size_t>(d) * count(n);
    for (int z = 0; z < n.z; ++z)
        for (int y = 0; y < n.y; ++y)
            for (int x = 0; x < n.x; ++x) sum += f(x, y, z, static_cast<double>(all[i++]));
    return sum;
}
double drag(UnderWay& run) { return run.solver->take_loads()[0].force.x; }
double torque(UnderWay& run) { return length(run.solver->take_loads()[0].torque); }
double place_x(UnderWay& run) { return run.solver->pose(0).centre.x; }
double density_at_outflow(UnderWay& run) {
    return sum_of(run, Field::rho, 0, [](int x, int, int, double rho) { return x == 31 ? (rho - 1) / 256 : 0; });
}
double mean_speed(UnderWay& run, int d) {
    return sum_of(run, Field::velocity, d, [](int, int, int, double u) { return u / 8192; });
}
double speed_at_inflow(UnderWay& run) {
    return sum_of(run, Field::velocity, 0, [](int x, int, int, double u) { return x == 0 ? u / 256 : 0; });
}
/// Mean u_x of the second plane beyond so many cells from its middle, and within.
double speed_far_out(UnderWay& run) {
    return sum_of(run, Field::velocity, 0,
                  [](int x, int y, int z, double u) { return x == 1 && std::hypot(y - 7.5, z - 7.5) > 6 ? u : 0; });
}
double height_of_jet(UnderWay& run) {
    double flux = 0;
    const double moment = sum_of(run, Field::velocity, 0, [&](int x, int y, int, double u) {
        if (x != 0) return 0.0;
        flux += u;
        return u * y;
    });
    return moment / flux;
}
/// Of u_y about its mean: energy of what is no wind.
double ripple(UnderWay& run) {
    const double mean = mean_speed(run, 1);
    return sum_of(run, Field::velocity, 1, [=](int, int, int, double u) { return (u - mean) * (u - mean); });
}
double ripple_at_outflow(UnderWay& run) {
    return sum_of(run, Field::velocity, 1, [](int x, int, int, double u) { return x >= 26 ? u * u : 0; });
}
double ripple_at_inflow(UnderWay& run) {
    return sum_of(run, Field::velocity, 1, [](int x, int, int, double u) { return x < 4 ? u * u : 0; });
}
double flow_through_side(UnderWay& run) {
    return sum_of(run, Field::velocity, 1, [](int, int y, int, double u) { return y == 0 ? u : 0; });
}
double speed_along_wall(UnderWay& run) {
    return sum_of(run, Field::velocity, 0, [](int, int y, int, double u) { return y == 0 ? u / 512 : 0; });
}
double smoke(UnderWay& run) {
    return sum_of(run, Field::smoke, 0, [](int, int, int, double s) { return s; });
}
/// f over the tracers that live and are younger than `age`.
double over_tracers(UnderWay& run, double age, const std::function<double(const float*)>& f) {
    const std::vector<float> all = run.solver->read_tracers();
    double sum = 0;
    for (std::size_t i = 0; i < all.size(); i += 4)
        if (all[i + 3] >= 0 && all[i + 3] < static_cast<float>(age)) sum += f(&all[i]);
    return sum;
}
double tracers(UnderWay& run) {
    return over_tracers(run, 1e30, [](const float*) { return 1.0; });
}
double young_place(UnderWay& run, int d) {
    const double young = over_tracers(run, 12, [](const float*) { return 1.0; });
    return over_tracers(run, 12, [=](const float* p) { return static_cast<double>(p[d]); }) / young;
}
/// Root mean square distance of fresh tracers from their middle along an axis.
double young_spread(UnderWay& run, int d) {
    const double young = over_tracers(run, 6, [](const float*) { return 1.0; });
    const double mid = over_tracers(run, 6, [=](const float* p) { return static_cast<double>(p[d]); }) / young;
    return std::sqrt(over_tracers(run, 6, [=](const float* p) { return (p[d] - mid) * (p[d] - mid); }) / young);
}
/// The step at which a flow that diverges is found out, in one call of step().
double found_at(UnderWay& run) {
    try {
        run.solver->step(4000);
    } catch (const Diverged& e) { return static_cast<double>(e.step); }
    return 0;
}

// What it must do.

std::function<bool(double, double)> times(double low, double high) {
    return [=](double without, double with) { return with > low * without && with < high * without; };
}
std::function<bool(double, double)> plus(double low, double high) {
    return [=](double without, double with) { return with > without + low && with < without + high; };
}

void add_fluid_and_faces(std::vector<LiveRow>& rows) {
    const auto less_re = times(1.2, 20);
    rows.push_back({"fluid.re", "fluid.re=20", with_ball, drag, less_re});
    rows.push_back({"fluid.nu_m2s", "fluid.nu_m2s=0.02",
                    both(with_ball, [](Scene& s) { s.fluid.re.reset(), s.fluid.nu_m2s = 0.001; }), drag, less_re});
    rows.push_back({"fluid.length_m", "fluid.length_m=8", with_ball, drag, less_re});
    rows.push_back({"fluid.speed_ms", "fluid.speed_ms=20", with_ball, drag, less_re});
    rows.push_back(
        {"fluid.density_kgm3", "fluid.density_kgm3=0.6", with_pressure, density_at_outflow, times(1.7, 2.3), 400});
    rows.push_back({"boundary.FACE.pressure_pa", "boundary.xmax.pressure_pa=0.8", with_pressure, density_at_outflow,
                    times(1.7, 2.3), 400});
    rows.push_back(
        {"boundary.FACE.velocity_ms", "boundary.xmin.velocity_ms=[1.3, 0, 0]", {}, speed_at_inflow, times(1.2, 1.35)});
    rows.push_back({"boundary.FACE.velocity_ms", "boundary.ymin.velocity_ms=[2, 0, 0]",
                    [](Scene& s) { s.boundary[ymin].kind = FaceKind::no_slip; }, speed_along_wall, plus(0.02, 0.2)});
    rows.push_back(
        {"boundary.FACE.jet_radius_m", "boundary.xmin.jet_radius_m=0.4", with_jet, speed_at_inflow, times(2, 5)});
    rows.push_back(
        {"boundary.FACE.jet_centre_m", "boundary.xmin.jet_centre_m=[0, 0.2, 0]", with_jet, height_of_jet, plus(1, 4)});
    rows.push_back(
        {"boundary.FACE.jet_edge_m", "boundary.xmin.jet_edge_m=0.5", with_jet, speed_far_out, plus(0.1, 10)});
    rows.push_back(
        {"boundary.FACE.jet_coflow", "boundary.xmin.jet_coflow=0.5", with_jet, speed_far_out, plus(0.1, 20)});
    rows.push_back({"boundary.FACE.noise", "boundary.xmin.noise=0.1", {}, ripple_at_inflow, plus(1e-5, 1)});
    rows.push_back({"boundary.FACE.vent", "boundary.ymin.vent=0.5",
                    both(with_pressure, [](Scene& s) { s.boundary[ymin].vent = 0; }), flow_through_side,
                    plus(-10, -0.05)});
    rows.push_back({"gravity.acceleration_ms2", "gravity.acceleration_ms2=[0, 0, 2]", without_faces,
                    [](UnderWay& r) { return mean_speed(r, 2); }, plus(0.03, 0.1)});
}

void add_bodies(std::vector<LiveRow>& rows) {
    rows.push_back({"solid[].spin_rpm", "solid[0].spin_rpm=60", with_spin, torque, times(2, 12)});
    rows.push_back({"solid[].spin_deg_s", "solid[0].spin_deg_s=300", with_spin, torque, times(2, 12)});
    rows.push_back({"solid[].velocity_ms", "solid[0].velocity_ms=[0.6, 0, 0]", with_straight, place_x, plus(2.3, 2.5)});
    // 64 steps with 0.4 m/s more, 0.038 nodes a step: 2.44 nodes; the last one is still to come
    rows.push_back({"advanced.ib_chi", "advanced.ib_chi=2", with_ball, drag, times(1.9, 2.1), 1});
}

void add_smoke(std::vector<LiveRow>& rows) {
    const auto spread = [](int d) { return [=](UnderWay& r) { return young_spread(r, d); }; };
    rows.push_back({"emitter[].rate", "emitter[0].rate=6000", with_emitter, tracers, times(1.8, 2.6)});
    rows.push_back({"emitter[].count", "emitter[0].count=60000", with_count, tracers, times(1.8, 2.6)});
    rows.push_back({"emitter[].start_s", "emitter[0].start_s=0.3",
                    both(with_emitter, [](Scene& s) { s.emitters[0].start_s = 3; }), tracers, plus(100, 2000)});
    rows.push_back({"emitter[].end_s", "emitter[0].end_s=0.3", with_emitter, tracers, times(0.3, 0.6)});
    rows.push_back({"emitter[].centre_m", "emitter[0].centre_m=[-0.5, 0.25, 0]", with_emitter,
                    [](UnderWay& r) { return young_place(r, 1); }, plus(3.5, 4.5)});
    rows.push_back({"emitter[].radius_m", "emitter[0].radius_m=0.3", with_emitter, spread(2), times(2.5, 3.5)});
    rows.push_back({"emitter[].size_m", "emitter[0].size_m=[0.1, 0.1, 0.6]", with_box, spread(2), times(5, 7)});
    rows.push_back({"emitter[].axis", "emitter[0].axis=[0, 0, 1]", with_disk, spread(2), times(0.1, 0.4)});
    rows.push_back({"advanced.tracer_jitter", "advanced.tracer_jitter=3", with_disk, spread(0), times(2, 20)});
    rows.push_back({"smoke.life_s", "smoke.life_s=0.2", with_emitter, tracers, times(0.2, 0.5)});
    rows.push_back({"smoke.density", "smoke.density=2", with_emitter, smoke, times(1.99, 2.01)});
    rows.push_back({"smoke.tracers_per_cell", "smoke.tracers_per_cell=18", with_free_rate, tracers, times(1.8, 2.6)});
    rows.push_back({"time.frames", "time.frames=48", with_count, tracers, times(1.4, 1.8)});
}

void add_collision(std::vector<LiveRow>& rows) {
    rows.push_back(
        {"advanced.acm_alpha", "advanced.acm_alpha=20", without_faces, ripple, times(0.1, 0.95), 400, waves(4, 0.01)});
    rows.push_back({"advanced.acm_lambda", "advanced.acm_lambda=0.001", without_faces, ripple, times(0.1, 0.95), 400,
                    waves(4, 0.03)});
    rows.push_back({"advanced.high_rate", "advanced.high_rate=1.9",
                    both(without_faces, [](Scene& s) { s.solver.model = Model::central_mrt, s.fluid.nu_m2s = 1e-5; }),
                    ripple, times(1.05, 10), 100, waves(4, 0.01)});
    // without it waves on a wind of 0.1 feel 2.25 % less viscosity (physics 2.3)
    rows.push_back(
        {"advanced.galilean_correction", "advanced.galilean_correction=true",
         both(without_faces, [](Scene& s) { s.advanced.galilean_correction = false, s.fluid.nu_m2s = 0.03; }), ripple,
         times(0.5, 0.999), 100, waves(16, 0.01)});
    rows.push_back({"advanced.sponge_nu", "advanced.sponge_nu=0.5", [](Scene& s) { s.boundary[xmax].sponge = 0.4; },
                    ripple_at_outflow, times(0.01, 0.8), 40, waves(8, 0.02)});
    rows.push_back(
        {"advanced.check_every", "advanced.check_every=8",
         both(without_faces,
              [](Scene& s) { s.solver.model = Model::bgk2, s.fluid.nu_m2s = 1e-6, s.advanced.check_every = 100'000; }),
         found_at, times(0.0001, 0.9), 0, waves(5.3, 0.2)});
}

}  // namespace

Scene tunnel() {
    Scene scene;
    scene.domain.resolution = 32;
    scene.boundary[xmin].kind = FaceKind::inflow;
    scene.boundary[xmin].velocity_ms = {1, 0, 0};
    scene.boundary[xmin].noise = 0;
    scene.boundary[xmax].kind = FaceKind::outflow;
    scene.fluid.re = 400;
    scene.fluid.length_m = 0.4;
    scene.fluid.speed_ms = 1;
    scene.fluid.start_velocity_ms = {1, 0, 0};
    scene.time.ramp_s = 0;
    scene.solver.device = "cpu";
    return scene;
}

std::vector<LiveRow> live_rows() {
    std::vector<LiveRow> rows;
    add_fluid_and_faces(rows);
    add_bodies(rows);
    add_smoke(rows);
    add_collision(rows);
    return rows;
}

}  // namespace fum::test
