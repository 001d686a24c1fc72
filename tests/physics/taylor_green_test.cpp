// Taylor-Green vortices: the viscous decay in two dimensions, the turbulent one of Brachet 1983 in three.
#include <gtest/gtest.h>

#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

/// E(t) / (V rho U^2): 1/8 at t = 0. t in units of L/U.
std::unique_ptr<Solver> taylor_green(int n, double u, double re, Model model, const Plan& plan) {
    Config config;
    config.nodes = {n, n, n};
    config.model = model;
    const double k = 2 * pi / n;
    config.nu = u / k / re;
    config.u_ref = 1.5 * u;
    auto solver = make_solver(config, plan, "cpu");
    start(
        *solver,
        [=](int x, int y, int z) {
            const double a = k * x, b = k * y, c = k * z;
            return Double3{u * std::sin(a) * std::cos(b) * std::cos(c), -u * std::cos(a) * std::sin(b) * std::cos(c),
                           0};
        },
        [=](int x, int y, int z) {
            return 1 + 3 * u * u / 16 * (std::cos(2 * k * x) + std::cos(2 * k * y)) * (std::cos(2 * k * z) + 2);
        });
    return solver;
}

double energy(Solver& solver, double u) {
    return solver.totals()[4] / static_cast<double>(count(solver.config().nodes)) / (u * u);
}

int steps_for(double t, int n, double u) { return static_cast<int>(std::lround(t * n / (2 * pi) / u)); }

}  // namespace

TEST(TaylorGreen, TwoDimensionalEddiesDecayAtTheViscousRate) {
    Config config;
    config.nodes = {64, 64, 1};
    config.nu = 0.01;
    auto solver = make_solver(config, {}, "cpu", 1);
    const double k = 2 * pi / 64, u = 0.02;
    start(
        *solver,
        [=](int x, int y, int) {
            return Double3{u * std::cos(k * x) * std::sin(k * y), -u * std::sin(k * x) * std::cos(k * y), 0};
        },
        [=](int x, int y, int) { return 1 - 0.75 * u * u * (std::cos(2 * k * x) + std::cos(2 * k * y)); });
    solver->step(100);
    const double before = solver->totals()[4];
    solver->step(400);
    const double rate = std::log(before / solver->totals()[4]) / 400;
    measured("2D Taylor-Green: decay rate / (4 nu k^2)", rate / (4 * config.nu * k * k), 1);
    EXPECT_NEAR(rate / (4 * config.nu * k * k), 1.0, 0.002);  // exact: 4 nu k^2
}

TEST(TaylorGreen, StartsAtAnEighth) {
    auto solver = taylor_green(32, 0.05, 100, Model::acm_mrt, {});
    EXPECT_NEAR(energy(*solver, 0.05), 0.125, 2e-4);
}

TEST(TaylorGreen, Reynolds100FollowsTheResolvedRun) {
    // a resolved 64^3 run with ACM: E(2) = .1075, E(4) = .0849; 32^3 is enough to 2 %
    const double u = 0.03;
    auto solver = taylor_green(32, u, 100, Model::acm_mrt, {});
    solver->step(steps_for(2, 32, u));
    EXPECT_NEAR(energy(*solver, u), 0.1075, 0.002);
    solver->step(steps_for(2, 32, u));
    measured("3D Taylor-Green Re 100, 32^3: E(4)", energy(*solver, u), 0.0849);
    EXPECT_NEAR(energy(*solver, u), 0.0849, 0.002);
}

TEST(TaylorGreen, AdaptiveRatesKeepTheEnergyThatFixedOnesLoseAtReynolds1600) {
    // 48^3 at U = 0.05: E(7) is 0.0975 for ACM, 0.0827 for fixed rates of 1
    const double u = 0.05;
    auto acm = taylor_green(48, u, 1600, Model::acm_mrt, {});
    acm->step(steps_for(7, 48, u));
    measured("3D Taylor-Green Re 1600, 48^3: E(7), ACM-MRT", energy(*acm, u), 0.0975);
    EXPECT_GT(energy(*acm, u), 0.096);
    auto fixed = taylor_green(48, u, 1600, Model::central_mrt, {});
    fixed->step(steps_for(7, 48, u));
    measured("3D Taylor-Green Re 1600, 48^3: E(7), fixed rates of 1", energy(*fixed, u), 0.0827);
    EXPECT_LT(energy(*fixed, u), 0.085);
}

TEST(TaylorGreen, AdaptiveRatesSurviveAnUnresolvedFlowThatBlowsBgkUp) {
    const double u = 0.1;
    auto acm = taylor_green(32, u, 1e6, Model::acm_mrt, {});
    acm->step(steps_for(20, 32, u));
    EXPECT_GT(energy(*acm, u), 0.0);
    EXPECT_LT(energy(*acm, u), 0.125);
    auto bgk = taylor_green(32, u, 1e6, Model::bgk2, {});
    EXPECT_THROW(bgk->step(steps_for(10, 32, u)), Error);
}
