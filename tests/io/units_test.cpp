// Metres and seconds to lattice units and back, and the judgement of a run's numbers.
#include "sim/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fum {
namespace {

/// A tunnel: 2 x 1 x 1 m at dx = 0.01 m, air at 10 m/s.
Scene tunnel() {
    Scene scene;
    scene.domain.dx_m = 0.01;
    scene.boundary[xmin].kind = FaceKind::inflow;
    scene.boundary[xmin].velocity_ms = {10, 0, 0};
    scene.boundary[xmax].kind = FaceKind::outflow;
    scene.fluid.re = 1000;
    scene.fluid.length_m = 0.2;
    return scene;
}

bool has(const Issues& issues, Issue::Kind kind, const std::string& where) {
    for (const Issue& issue : issues)
        if (issue.kind == kind && issue.where == where) return true;
    return false;
}

TEST(Grid, RoundsTheBoxToWholeCellsAndCentresIt) {
    Domain domain;
    domain.size_m = {2, 1, 0.5};
    domain.resolution = 200;
    const CellBox grid = grid_of(domain);
    EXPECT_EQ(grid.nodes, (Int3{200, 100, 50}));
    EXPECT_DOUBLE_EQ(grid.dx_m, 0.01);
    EXPECT_DOUBLE_EQ(grid.corner_m.x, -1);
    domain.origin_m = Double3{5, 0, 0};
    EXPECT_EQ(grid_of(domain).corner_m, (Double3{5, 0, 0}));
}

TEST(Units, NodeZeroStandsInTheMiddleOfItsCell) {
    const Units units = numbers_of(tunnel()).units;
    EXPECT_NEAR(units.node0_m.x, -1 + 0.005, 1e-12);
    const Double3 there = units.place_to_nodes({0, 0, 0});
    EXPECT_NEAR(there.x, 99.5, 1e-9);
    EXPECT_NEAR(there.y, 49.5, 1e-9);
    const Double3 back = units.place_to_metres(there);
    EXPECT_NEAR(back.x, 0, 1e-12);
}

TEST(Units, TheTimeStepKeepsTheLatticeSpeedAndFitsTheFrame) {
    const Scene scene = tunnel();
    const Numbers n = numbers_of(scene);
    EXPECT_LE(n.lattice_speed, 0.1 + 1e-12);
    EXPECT_GT(n.lattice_speed, 0.099) << "no smaller than a whole number of steps a frame asks for";
    EXPECT_NEAR(n.units.dt_s * n.steps_per_frame, scene.time.speed / scene.time.fps, 1e-15);
    EXPECT_NEAR(n.lattice_speed, 10 * n.units.dt_s / 0.01, 1e-12);
    EXPECT_EQ(n.total_steps, std::int64_t{n.steps_per_frame} * scene.time.frames);
}

TEST(Units, ReAndViscosityFollowFromEachOther) {
    Scene scene = tunnel();
    const Numbers by_re = numbers_of(scene);
    EXPECT_NEAR(by_re.nu_m2s, 10 * 0.2 / 1000, 1e-12);
    EXPECT_NEAR(by_re.nu, by_re.lattice_speed * 20 / 1000, 1e-12) << "the same Reynolds number on the lattice";
    EXPECT_NEAR(by_re.tau, 3 * by_re.nu + 0.5, 1e-15);
    EXPECT_NEAR(by_re.mach, by_re.lattice_speed * std::sqrt(3), 1e-12);
    scene.fluid.re.reset();
    scene.fluid.nu_m2s = by_re.nu_m2s;
    EXPECT_NEAR(numbers_of(scene).re, 1000, 1e-9);
}

TEST(Units, ForcesAndPressuresComeBackInSi) {
    const Units units = numbers_of(tunnel()).units;
    // Stagnation pressure: rho u^2 / 2 in both worlds.
    const double u = units.speed_to_lattice(10);
    const double pascal = units.force_to_newton() / (units.dx_m * units.dx_m);
    EXPECT_NEAR(0.5 * u * u * pascal, 0.5 * 1.2 * 100, 1e-9);
    EXPECT_NEAR((units.pressure_to_rho(60) - 1) / 3, 0.5 * u * u, 1e-12);
    EXPECT_NEAR(units.torque_to_newton_metre() / units.force_to_newton(), 0.01, 1e-15);
}

TEST(Units, AFastSolidSetsTheTimeStepToo) {
    const Numbers n = numbers_of(tunnel(), {.speed_ms = 40, .length_m = 0.3});
    EXPECT_DOUBLE_EQ(n.fastest_ms, 40);
    EXPECT_LE(n.units.speed_to_lattice(40), 0.1 + 1e-12);
}

TEST(FlowConfig, CarriesFacesJetAndFluid) {
    Scene scene = tunnel();
    scene.boundary[xmin].jet_radius_m = 0.2;
    scene.boundary[xmax].sponge = 0.1;
    const Numbers n = numbers_of(scene);
    const Config config = flow_config(scene, n);
    EXPECT_EQ(config.nodes, (Int3{200, 100, 100}));
    EXPECT_NEAR(config.face[xmin].u.x, n.lattice_speed, 1e-7);
    EXPECT_EQ(config.face[xmax].sponge, 20);
    EXPECT_EQ(config.face[xmin].sponge, 0);
    EXPECT_NEAR(config.face[xmin].jet.radius, 20, 1e-9);
    EXPECT_NEAR(config.face[xmin].jet.centre.x, -0.5, 1e-9) << "the face lies half a cell outside the first node";
    EXPECT_NEAR(config.face[xmin].jet.centre.y, 49.5, 1e-9);
    EXPECT_NEAR(config.u_ref, 1.5 * n.lattice_speed, 1e-12);
    EXPECT_NEAR(config.ramp * n.units.dt_s, 0.5 * 0.2 / 10, 1e-12);
}

TEST(Judge, ATooFastLatticeIsDoubtedAndARidiculousOneRefused) {
    Scene scene = tunnel();
    EXPECT_TRUE(judge(scene, numbers_of(scene)).empty());
    scene.advanced.lattice_speed = 0.4;
    EXPECT_TRUE(has(judge(scene, numbers_of(scene)), Issue::Kind::warning, "advanced.lattice_speed"));
    scene.advanced.lattice_speed = 0.8;
    EXPECT_TRUE(has(judge(scene, numbers_of(scene)), Issue::Kind::error, "advanced.lattice_speed"));
}

TEST(Judge, LowViscosityIsNoMatterForAcmButForBgk) {
    Scene scene = tunnel();
    scene.fluid.re = 1e6;
    EXPECT_TRUE(judge(scene, numbers_of(scene)).empty());
    scene.solver.model = Model::bgk;
    EXPECT_TRUE(has(judge(scene, numbers_of(scene)), Issue::Kind::warning, "solver.model"));
}

TEST(Judge, StillScenesAndFlatBoxesAreNoticed) {
    Scene still;
    EXPECT_TRUE(has(judge(still, numbers_of(still)), Issue::Kind::warning, "fluid.speed_ms"));
    Scene flat = tunnel();
    flat.domain.size_m.z = 0.02;
    EXPECT_TRUE(has(judge(flat, numbers_of(flat)), Issue::Kind::error, "domain.size_m"));
}

TEST(Judge, TheModelsOwnDissipationLowersTheEffectiveReynoldsNumber) {
    Scene scene = tunnel();
    scene.fluid.re = 1e7;
    const double acm = numbers_of(scene).effective_re;
    scene.solver.model = Model::central_mrt;
    const double fixed_rate = numbers_of(scene).effective_re;
    EXPECT_LT(acm, 1e7);
    EXPECT_LT(fixed_rate, acm / 10) << "rates of 1 dissipate far more than the adaptive ones (physics 2.3)";
}

}  // namespace
}  // namespace fum
