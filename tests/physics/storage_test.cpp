// Halves, one array instead of two, and sums that repeat: what they may change of a flow, and what they must not.
#include <gtest/gtest.h>

#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

Plan plan_of(Plan::Storage storage, Plan::Streaming streaming = Plan::Streaming::two_arrays) {
    Plan plan;
    plan.storage = storage;
    plan.streaming = streaming;
    return plan;
}

/// Every kind of face, a resting and a moving body, smoke.
Config everything() {
    Config config;
    config.nodes = {50, 26, 40};
    config.nu = 1e-3;
    config.face[xmin] = {FaceKind::inflow, {0.06f, 0, 0}};
    config.face[xmin].noise = 0.01f;
    config.face[xmax] = {FaceKind::outflow};
    config.face[xmax].sponge = 8;
    config.face[ymin] = {FaceKind::no_slip, {0.02f, 0, 0}};
    config.face[ymax] = {FaceKind::free_slip};
    config.face[ymax].vent = 0.1f;
    config.face[zmin] = config.face[zmax] = {FaceKind::free_slip};
    config.u_start = {0.06, 0, 0};
    config.bodies = {sphere({16.3, 12.6, 19.7}, 8, 1500), sphere({34.2, 13.1, 20.4}, 6, 900)};
    config.bodies[1].motion = [pose = config.bodies[1].pose](double t) {
        Pose now = pose;
        now.spin = {0, 0.004, 0.002};
        now.centre += Double3{0, 2 * std::sin(0.01 * t), 0};
        now.velocity = {0, 0.02 * std::cos(0.01 * t), 0};
        now.turn = Quaternion::about(now.spin, length(now.spin) * t);
        return now;
    };
    Emitter ball;
    ball.centre = {6, 13, 20};
    ball.half = {4, 4, 4};
    ball.rate = 30;
    config.smoke.emitters = {ball};
    config.smoke.max_tracers = 5000;
    return config;
}

struct Result {
    std::vector<float> u, smoke;
};

Result run(const Config& config, const Plan& plan, int steps, int threads = 0) {
    auto solver = make_solver(config, plan, "cpu", threads);
    solver->step(steps);
    return {field(*solver, Field::velocity), field(*solver, Field::smoke)};
}

}  // namespace

TEST(InPlace, FollowsTwoArraysWithEveryFaceBodiesAndSmoke) {
    const Config config = everything();
    for (const Plan::Storage storage : {Plan::Storage::fp32, Plan::Storage::fp16, Plan::Storage::fp64}) {
        const Result two = run(config, plan_of(storage), 101);
        const Result one = run(config, plan_of(storage, Plan::Streaming::in_place), 101);
        // the compiler vectorizes what is left over of a row where two arrays cannot overlap, and rounds otherwise
        // there
        EXPECT_LT(difference(one.u, two.u), storage == Plan::Storage::fp16 ? 1e-3 : 2e-6) << static_cast<int>(storage);
        EXPECT_LT(difference(one.smoke, two.smoke), 1e-2);
    }
}

TEST(InPlace, WrapsPeriodicBoxesOfAnyDepth) {
    for (const int nz : {1, 2, 3, 5, 33, 100}) {
        Config config;
        config.nodes = {19, 7, nz};
        config.nu = 0.01;
        const auto eddies = [&](const Plan& plan) {
            auto solver = make_solver(config, plan, "cpu");
            start(*solver, [&](int x, int y, int z) {
                return Double3{0.05 * std::sin(2 * pi * z / nz), 0.04 * std::cos(2 * pi * x / 19),
                               0.03 * std::sin(2 * pi * y / 7)};
            });
            solver->step(37);
            return field(*solver, Field::velocity);
        };
        EXPECT_EQ(eddies(plan_of(Plan::Storage::fp32, Plan::Streaming::in_place)), eddies({})) << "nz = " << nz;
    }
}

TEST(InPlace, TakesHalfTheMemory) {
    Config config;
    config.nodes = {96, 96, 192};
    const auto populations = [&](const Plan& plan) {
        const auto memory = make_solver(config, plan, "cpu")->memory();
        return static_cast<double>(memory.front().bytes);
    };
    const double two = populations({});
    EXPECT_LT(populations(plan_of(Plan::Storage::fp32, Plan::Streaming::in_place)) / two, 0.5 * 1.08);
    EXPECT_LT(populations(plan_of(Plan::Storage::fp16, Plan::Streaming::in_place)) / two, 0.25 * 1.08);
}

TEST(Halves, NoiseStaysSmall) {
    // oblique flow at nu = 1e-5, as in noise_test.cpp: the grain of a half at these populations is 4e-6
    Config config;
    config.nodes = {32, 32, 1};
    config.nu = 1e-5;
    config.u_ref = 0.15;
    auto solver = make_solver(config, plan_of(Plan::Storage::fp16), "cpu", 1);
    start(*solver, [](int, int, int) { return Double3{0.1, 0.1, 0}; });
    solver->step(10000);
    const std::vector<float> u = field(*solver, Field::velocity);
    double rms = 0, mean = 0;
    for (std::size_t k = 0; k < 1024; ++k) {
        mean += u[k] / 1024.0;
        rms += (u[k] - 0.1) * (u[k] - 0.1) / 1024.0;
    }
    measured("fp16, oblique flow at nu 1e-5: rms error of u after 10000 steps", std::sqrt(rms), 0);
    measured("fp16, the same: mean of u", mean, 0.1);
    EXPECT_LT(std::sqrt(rms), 2e-3);
    EXPECT_NEAR(mean, 0.1, 1e-3);
}

TEST(Halves, TaylorGreenKeepsItsEnergy) {
    const int n = 48;
    const double u = 0.05, k = 2 * pi / n;
    const auto energy = [&](const Plan& plan) {
        Config config;
        config.nodes = {n, n, n};
        config.nu = u / k / 1600;
        config.u_ref = 1.5 * u;
        auto solver = make_solver(config, plan, "cpu");
        start(
            *solver,
            [=](int x, int y, int z) {
                return Double3{u * std::sin(k * x) * std::cos(k * y) * std::cos(k * z),
                               -u * std::cos(k * x) * std::sin(k * y) * std::cos(k * z), 0};
            },
            [=](int x, int y, int z) {
                return 1 + 3 * u * u / 16 * (std::cos(2 * k * x) + std::cos(2 * k * y)) * (std::cos(2 * k * z) + 2);
            });
        solver->step(static_cast<int>(std::lround(7 * n / (2 * pi) / u)));
        return solver->totals()[4] / (n * n * n) / (u * u);
    };
    const double full = energy({}), half = energy(plan_of(Plan::Storage::fp16));
    measured("fp16, 3D Taylor-Green Re 1600, 48^3: E(7) over that of fp32", half / full, 1);
    EXPECT_NEAR(half / full, 1.0, 0.01);
}

TEST(Halves, DragOfASphereIsThatOfFloats) {
    Config config;
    config.nodes = {64, 40, 40};
    config.nu = 0.05 * 10 / 100;  // Re 100
    config.face[xmin] = {FaceKind::inflow, {0.05f, 0, 0}};
    config.face[xmax] = {FaceKind::outflow};
    config.u_start = {0.05, 0, 0};
    config.bodies = {sphere({20, 20, 20}, 10, 3000)};
    const auto drag = [&](const Plan& plan) {
        auto solver = make_solver(config, plan, "cpu");
        solver->step(1500);
        solver->take_loads();
        solver->step(200);
        return solver->take_loads()[0].force.x;
    };
    const double ratio = drag(plan_of(Plan::Storage::fp16)) / drag({});
    measured("fp16, drag of a sphere at Re 100 over that of fp32", ratio, 1);
    EXPECT_NEAR(ratio, 1.0, 0.01);
}

TEST(Halves, ShearWaveDecaysAtItsViscosityToTwoPercent) {
    Config config;
    config.nodes = {32, 1, 1};
    config.nu = 0.01;
    auto solver = make_solver(config, plan_of(Plan::Storage::fp16), "cpu", 1);
    const double k = 2 * pi / 32;
    start(*solver, [&](int x, int, int) { return Double3{0, 0.05 * std::sin(k * x), 0}; });
    solver->step(200);
    const double before = amplitude(field(*solver, Field::velocity), config.nodes, 1, {k, 0, 0});
    solver->step(1000);
    const double after = amplitude(field(*solver, Field::velocity), config.nodes, 1, {k, 0, 0});
    const double nu = std::log(before / after) / (1000 * k * k);
    measured("fp16, shear wave of 32 nodes at nu 0.01: nu measured / set", nu / 0.01, 1);
    EXPECT_NEAR(nu / 0.01, 1.0, 0.02);
}

TEST(Deterministic, TheSameToTheBitWhateverTheThreadsDo) {
    const Config config = everything();
    Plan exact;
    exact.deterministic = true;
    const Result one = run(config, exact, 120, 1);
    for (const int threads : {2, 3, 5}) {
        const Result many = run(config, exact, 120, threads);
        EXPECT_EQ(many.u, one.u) << threads;
        EXPECT_EQ(many.smoke, one.smoke) << threads;
    }
    EXPECT_LT(difference(one.u, run(config, {}, 120).u), 1e-5);
}
