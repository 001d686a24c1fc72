// What a scene becomes before and beside the solver: motions, placed solids, emitters, wind tunnels, output folders,
// CSV.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "app/forces_csv.h"
#include "app/motion.h"
#include "app/output_folder.h"
#include "app/probes_csv.h"
#include "app/setup.h"
#include "app/wind_tunnel.h"
#include "sim/core/files.h"
#include "tests/support/ball_scene.h"
#include "tests/support/temporary_folder.h"

namespace fum {
namespace {

using testing::HasSubstr;

/// A folder that is not there yet, one a test.
class Folder : public testing::Test {
protected:
    const test::TemporaryFolder temporary;
    const std::filesystem::path path = temporary.path() / "fumarole out ü";
};

/// Largest |difference| between the stated velocity of a point and the one that its places give.
double velocity_error(const Solid& solid, double ramp_s) {
    const Double3 point{0.3, -0.2, 0.1};
    constexpr double h = 1e-5;
    double worst = 0;
    for (double t = 0.05; t < 2.2; t += 0.1) {
        const auto place = [&](double time) {
            const Pose p = pose_at(solid, time, ramp_s);
            return p.centre + p.turn * point;
        };
        const Pose now = pose_at(solid, t, ramp_s);
        const Double3 stated = now.velocity + cross(now.spin, now.turn * point);
        worst = std::max(worst, length(stated - (place(t + h) - place(t - h)) / (2 * h)));
    }
    return worst;
}

TEST(Motion, StatedVelocitiesAreTheDerivativesOfThePlaces) {
    Solid spin;
    spin.motion = Motion::spin;
    spin.axis = {1, 2, 0.5};
    spin.spin_rpm = 40;
    spin.velocity_ms = {0.1, 0, 0};
    spin.rotate_deg = {10, 20, 30};
    EXPECT_LT(velocity_error(spin, 0.5), 1e-7);
    Solid keys;
    keys.motion = Motion::keyframes;
    keys.times_s = {0, 0.7, 1, 2};
    keys.positions_m = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 1}};
    keys.rotations_deg = {{0, 0, 0}, {0, 90, 0}, {30, 90, 0}, {0, 200, 10}};
    EXPECT_LT(velocity_error(keys, 0), 2e-4) << "the spin is a difference quotient itself";
}

TEST(Motion, KeyframesAreMetAndTheEndsRest) {
    Solid keys;
    keys.motion = Motion::keyframes;
    keys.times_s = {1, 2, 4};
    keys.positions_m = {{0, 0, 0}, {1, 2, 3}, {4, 4, 4}};
    EXPECT_EQ(pose_at(keys, 0, 0).centre, (Double3{0, 0, 0}));
    EXPECT_EQ(pose_at(keys, 2, 0).centre, (Double3{1, 2, 3}));
    EXPECT_EQ(pose_at(keys, 9, 0).centre, (Double3{4, 4, 4}));
    EXPECT_EQ(length(pose_at(keys, 9, 0).velocity), 0);
    EXPECT_LT(length(pose_at(keys, 1 + 1e-9, 0).velocity), 1e-6);
}

TEST(Motion, RotationsGoAboutXThenYThenZ) {
    const Double3 v = turn_of({90, 0, 90}) * Double3{0, 1, 0};  // x: y -> z; z leaves it there
    EXPECT_NEAR(length(v - Double3{0, 0, 1}), 0, 1e-12);
    const Double3 w = turn_of({0, 90, 90}) * Double3{0, 0, 1};  // y: z -> x; z: x -> y
    EXPECT_NEAR(length(w - Double3{0, 1, 0}), 0, 1e-12);
}

TEST(PreparedScene, PlacesScalesAndSamplesASolid) {
    fum::Setup setup = prepare(test::ball_scene());
    ASSERT_TRUE(usable(setup.issues)) << listed(setup.issues);
    sample_solids(setup);
    const PlacedSolid& ball = setup.solids[0];
    EXPECT_NEAR(ball.size_m.x, 0.25, 1e-6);
    EXPECT_NEAR(ball.radius_m, 0.125, 1e-6);
    const Body& body = setup.config.bodies[0];
    ASSERT_EQ(static_cast<std::int64_t>(body.samples.size()), ball.samples);
    const double dx = 2.0 / 64, area = std::numbers::pi * 0.25 * 0.25 / (dx * dx);
    EXPECT_NEAR(static_cast<double>(ball.samples) / (24 * area), 1, 0.01) << "24 samples an area dx^2";
    double sum = 0;
    for (const float a : body.area) sum += a;
    EXPECT_NEAR(sum / area, 1, 0.01) << "a polyhedron in a ball has a little less area";
    for (const Float3& p : body.samples) ASSERT_NEAR(length(p), 4, 0.05f) << "radius in nodes, body frame";
    EXPECT_NEAR(body.pose.centre.x, 31.5, 1e-9) << "the middle of 64 nodes";
    EXPECT_FALSE(body.motion);
}

TEST(PreparedScene, ASolidOutsideOrTooSmallIsReported) {
    Scene outside = test::ball_scene();
    outside.solids[0].translate_m = {5, 0, 0};
    EXPECT_FALSE(usable(prepare(outside).issues));
    EXPECT_THAT(listed(prepare(outside).issues), HasSubstr("outside the domain"));
    Scene tiny = test::ball_scene();
    tiny.solids[0].size_m = 0.1;
    EXPECT_TRUE(usable(prepare(tiny).issues));
    EXPECT_THAT(listed(prepare(tiny).issues), HasSubstr("3.2 cells long"));
    Scene edge = test::ball_scene();
    edge.solids[0].translate_m = {-1, 0, 0};
    EXPECT_THAT(listed(prepare(edge).issues), HasSubstr("% of ball outside"));
    Scene leaving = test::ball_scene();
    leaving.solids[0].motion = Motion::straight;
    leaving.solids[0].velocity_ms = {1, 0, 0};
    EXPECT_THAT(listed(prepare(leaving).issues), HasSubstr("at some time"));
}

TEST(PreparedScene, EmittersGetRatesThatFillCellsAsAsked) {
    Scene scene = test::ball_scene();
    scene.emitters.resize(3);
    scene.emitters[0].shape = EmitterShape::disk;
    scene.emitters[0].centre_m = {-0.5, 0, 0};
    scene.emitters[0].radius_m = 0.125;
    scene.emitters[1].rate = 480;
    scene.emitters[2].shape = EmitterShape::points;
    scene.emitters[2].solid = "ball";
    fum::Setup setup = prepare(scene);
    sample_solids(setup);
    const auto& emitters = setup.config.smoke.emitters;
    ASSERT_EQ(emitters.size(), 3u);
    EXPECT_NEAR(emitters[0].half.x, 4, 1e-9);
    EXPECT_NEAR(emitters[0].centre.x, 15.5, 1e-9);
    const double u = setup.numbers.lattice_speed;
    EXPECT_NEAR(emitters[0].rate, 6 * std::numbers::pi * 16 * u, 1e-6) << "6 a cell, swept over the disk's area";
    EXPECT_NEAR(emitters[1].rate, 480 * setup.numbers.units.dt_s, 1e-12);
    EXPECT_EQ(emitters[2].body, 0);
    EXPECT_FALSE(emitters[2].points.empty());
    EXPECT_GT(setup.config.smoke.max_tracers, 0);
}

TEST(WindTunnel, IsAUsableSceneThatFitsTheMesh) {
    Scene made = test::ball_scene();
    const PlacedSolid ball = place_solid(made, 0);
    const auto file = std::filesystem::path(testing::TempDir()) / "ball.obj";
    write_obj(ball.mesh, file);
    MeshReport report;
    read_mesh(file, {}, report);
    const Scene scene = wind_tunnel(file, report, 96);
    EXPECT_TRUE(validate(scene).empty()) << listed(validate(scene));
    const fum::Setup setup = prepare(scene);
    EXPECT_TRUE(setup.issues.empty()) << listed(setup.issues);
    EXPECT_EQ(setup.config.nodes.x, 96);
    EXPECT_NEAR(setup.numbers.re, 20000, 1);
    EXPECT_NEAR(setup.solids[0].size_m.y / scene.domain.size_m.y, 1 / 2.4, 1e-3);
    for (const Emitter& emitter : setup.config.smoke.emitters)
        EXPECT_LT(emitter.centre.x, setup.config.bodies[0].pose.centre.x);
}

TEST_F(Folder, NamesKeepOnePaddingForTheWholeSequence) {
    Scene scene;
    EXPECT_EQ(OutputFolder(scene, path).frame_name(7, ".vdb"), "smoke_0007.vdb");
    scene.output.first_frame = 9990;
    scene.time.frames = 20;
    EXPECT_EQ(OutputFolder(scene, path).frame_name(9990, ".vdb"), "smoke_09990.vdb");
}

TEST_F(Folder, ASequenceThatIsThereIsRefusedOrReplacedAndNothingElseTouched) {
    using Present = OutputFolder::Present;
    OutputFolder folder(Scene{}, path);
    folder.open(Present::refuse);
    for (const char* name :
         {"smoke_0001.vdb", "smoke_0001.png", "manifest.json", "notes.txt", "smoke_0001.blend", "other_0001.vdb"})
        std::ofstream(path / name) << "x";
    EXPECT_THROW(folder.open(Present::refuse), Error);
    folder.open(Present::replace);
    EXPECT_FALSE(std::filesystem::exists(path / "smoke_0001.vdb"));
    EXPECT_FALSE(std::filesystem::exists(path / "manifest.json"));
    EXPECT_TRUE(std::filesystem::exists(path / "notes.txt"));
    EXPECT_TRUE(std::filesystem::exists(path / "smoke_0001.blend"));
    EXPECT_TRUE(std::filesystem::exists(path / "other_0001.vdb"));
}

TEST_F(Folder, ForcesAreWholeLinesInNewtons) {
    Scene scene = test::ball_scene();
    scene.solids[0].name = "ball, \"red\"";
    scene.solids[0].reference_area_m2 = 0.5;
    fum::Setup setup = prepare(scene);
    std::filesystem::create_directories(path);
    ForcesCsv csv(path / "forces.csv", setup);
    const double lattice = 3 / setup.numbers.units.force_to_newton();
    csv.append(1, 0.25, {Load{{lattice, 0, 0}, {0, 0, lattice}}});
    const std::string text = read_whole(path / "forces.csv");
    // Drag coefficient: 3 N / (1.2 kg/m^3 / 2 * (1 m/s)^2 * 0.5 m^2) = 10.
    EXPECT_THAT(text, HasSubstr("\n1,0.25,\"ball, \"\"red\"\"\",3,0,0,0,0,0.09375,10\n"));
}

TEST_F(Folder, ProbesAreWholeLinesWithNothingInThemOutside) {
    Scene scene;
    scene.probes = {{"wake, far", {}}, {"lost", {9, 0, 0}}};
    std::filesystem::create_directories(path);
    ProbesCsv csv(path / "probes.csv", scene);
    csv.append(2, 0.25, 40, {{3, -1.5, {1, 2, -2}, true}, {0, 0, {}, false}});
    EXPECT_EQ(read_whole(path / "probes.csv"),
              "frame,time_s,step,probe,u_ms,v_ms,w_ms,pressure_Pa\n"
              "2,0.25,40,\"wake, far\",1,2,-2,-1.5\n2,0.25,40,lost,,,,\n");
}

TEST(Probes, ReadALinearFlowExactlyAndTheFaceAsItsNearestNode) {
    Scene scene;
    scene.domain.resolution = 16;  // 2 x 1 x 1 m: cells of 0.125 m, nodes from -0.9375 m on
    scene.probes = {{"middle", {0.03, -0.11, 0.2}}, {"face", {1, 0, 0}}, {"outside", {1.001, 0, 0}}};
    const fum::Setup setup = prepare(scene);
    ASSERT_TRUE(usable(setup.issues)) << listed(setup.issues);
    const auto solver = make_solver(setup.config, setup.plan, "cpu");
    const Int3 n = setup.config.nodes;
    const std::size_t nodes = std::size_t(n.x) * std::size_t(n.y) * std::size_t(n.z);
    std::vector<float> rho(nodes), u(3 * nodes, 0.0f);
    for (std::size_t k = 0; k < nodes; ++k) {
        const auto i = static_cast<float>(k % std::size_t(n.x));
        const auto j = static_cast<float>(k / std::size_t(n.x) % std::size_t(n.y));
        rho[k] = 1 + 0.0001f * i;
        u[k] = 0.001f * i + 0.002f * j;
    }
    solver->start_from(rho, u);
    const auto readings = read_probes(*solver, setup);
    ASSERT_EQ(readings.size(), 3u);
    const double to_ms = setup.numbers.units.velocity_to_ms(), to_pa = 1.2 * to_ms * to_ms / 3;
    const double i = (0.03 + 0.9375) / 0.125, j = (-0.11 + 0.4375) / 0.125;
    EXPECT_NEAR(readings[0].velocity_ms.x / to_ms, 0.001 * i + 0.002 * j, 2e-6);  // populations are floats
    EXPECT_NEAR(readings[0].pressure_pa / to_pa, 0.0001 * i, 2e-6);
    EXPECT_NEAR(readings[1].velocity_ms.x / to_ms, 0.001 * 15 + 0.002 * 3.5, 2e-6);
    EXPECT_TRUE(readings[1].inside);
    EXPECT_FALSE(readings[2].inside);
}

}  // namespace
}  // namespace fum
