// Domain faces: channels with exact solutions, mass, edges and corners, sound and vortices that leave.
#include <gtest/gtest.h>

#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

void wall(Config& config, FaceIndex face, Float3 u = {}) {
    config.face[face].kind = FaceKind::no_slip;
    config.face[face].u = u;
}

double mass(Solver& solver) { return solver.totals()[0]; }

}  // namespace

TEST(Faces, PoiseuilleFlowHasTheParabolaOfHalfWayWalls) {
    for (int axis = 0; axis < 3; ++axis) {  // walls across each axis in turn, flow along the next
        const int n = 16, along = (axis + 1) % 3;
        Config config;
        config.nodes = {1, 1, 1};
        config.nodes[axis] = n;
        config.nu = 0.1;
        const double u_max = 0.02;
        config.acceleration[along] = 8 * config.nu * u_max / (n * n);
        wall(config, static_cast<FaceIndex>(2 * axis));
        wall(config, static_cast<FaceIndex>(2 * axis + 1));
        auto solver = make_solver(config, reference(), "cpu", 1);
        solver->step(8 * n * n * 10 / 8);
        const std::vector<float> u = field(*solver, Field::velocity);
        for (int j = 0; j < n; ++j) {
            const double y = (j + 0.5) / n, exact = 4 * u_max * y * (1 - y);
            // slip of half-way walls: (48 nu Lambda_h - 1)/ (n^2) of u_max at these rates: 2 % at n = 16
            EXPECT_NEAR(u[static_cast<std::size_t>(along * n + j)], exact, 0.02 * u_max)
                << "axis " << axis << ", node " << j;
        }
    }
}

TEST(Faces, CouetteFlowIsLinear) {
    const int n = 16;
    Config config;
    config.nodes = {4, n, 4};
    config.nu = 0.1;
    wall(config, ymin);
    wall(config, ymax, {0.05f, 0, 0});
    auto solver = make_solver(config, reference(), "cpu", 1);
    solver->step(6000);
    const std::vector<float> u = field(*solver, Field::velocity);
    for (int j = 0; j < n; ++j) EXPECT_NEAR(u[static_cast<std::size_t>(4 * j)], 0.05 * (j + 0.5) / n, 1e-5);
}

TEST(Faces, ClosedBoxWithAMovingLidKeepsItsMassToRounding) {
    for (const Plan& plan : {Plan{}, reference()}) {
        Config config;
        config.nodes = {12, 10, 14};
        config.nu = 0.02;
        for (int face = 0; face < 6; ++face) wall(config, static_cast<FaceIndex>(face));
        config.face[ymax].u = {0.08f, 0, 0.02f};
        auto solver = make_solver(config, plan, "cpu");
        const double before = mass(*solver);
        solver->step(1000);
        EXPECT_NEAR(mass(*solver) / before, 1.0, plan.storage == Plan::Storage::fp64 ? 1e-12 : 2e-6);
        EXPECT_GT(solver->totals()[4], 1e-3);  // something moves
    }
}

TEST(Faces, WallsInAFastWindAtLowViscosityStayCalm) {
    // noise of 1e-3 over a wall at nu = 1e-5: bounce-back blows up within 1000 steps whether the wall rests or moves
    // along
    for (const float speed : {0.0f, 0.05f, 0.1f}) {
        Config config;
        config.nodes = {48, 24, 24};
        config.nu = 1e-5;
        config.u_ref = 0.15;
        wall(config, ymin, {speed, 0, 0});
        for (const FaceIndex face : {ymax, zmin, zmax}) config.face[face].kind = FaceKind::free_slip;
        auto solver = make_solver(config, {}, "cpu");
        std::mt19937 engine(7);
        const auto noise = [&] { return 1e-3 * (static_cast<double>(engine() >> 8) / 8388608.0 - 1.0); };
        start(*solver, [&](int, int, int) { return Double3{0.1 + noise(), noise(), noise()}; });
        solver->step(2000);
        const std::vector<float> u = field(*solver, Field::speed);
        EXPECT_LT(*std::max_element(u.begin(), u.end()), 0.12);  // the layer overshoots a little
        EXPECT_GT(*std::min_element(u.begin(), u.end()), speed > 0.05f ? 0.09 : 0.02);
    }
}

TEST(Faces, AMovingGroundUnderAWindTunnelStaysCalmAtItsEdges) {
    Config config;
    config.nodes = {64, 32, 8};
    config.nu = 1e-5;
    for (Face& face : config.face) face.kind = FaceKind::free_slip;
    config.face[xmin] = {FaceKind::inflow, {0.1f, 0, 0}};
    config.face[xmax] = {FaceKind::outflow};
    config.face[xmax].sponge = 5;
    wall(config, ymin, {0.1f, 0, 0});
    config.u_start = {0.1, 0, 0};
    auto solver = make_solver(config, {}, "cpu");
    solver->step(4000);
    for (const float u : field(*solver, Field::speed)) ASSERT_NEAR(u, 0.1, 1e-4);
}

TEST(Faces, SlipBoxKeepsMassAndTangentialMomentum) {
    Config config;
    config.nodes = {8, 12, 16};
    config.nu = 0.02;
    for (const FaceIndex face : {ymin, ymax, zmin, zmax}) config.face[face].kind = FaceKind::free_slip;
    config.u_start = {0.05, 0, 0};
    auto solver = make_solver(config, reference(), "cpu", 1);
    const std::vector<double> before = solver->totals();
    solver->step(500);
    const std::vector<double> after = solver->totals();
    EXPECT_NEAR(after[0], before[0], 1e-9);
    EXPECT_NEAR(after[1] / before[1], 1.0, 1e-12);  // nothing along x is lost on slip faces, edges included
    EXPECT_NEAR(after[4] / before[4], 1.0, 1e-12);
}

TEST(Faces, SlipFacesActLikeMirrors) {
    // a periodic box with a field that is even about the slip planes evolves as the half box between two of them
    const int n = 8;
    const auto u = [&](int x, int, int) {
        const double s = pi * (x + 0.5) / n;
        return Double3{0.02 * std::sin(2 * s), 0.03 * std::cos(s), 0};
    };
    Config whole, half;
    whole.nodes = {2 * n, 4, 4};
    half.nodes = {n, 4, 4};
    whole.nu = half.nu = 0.02;
    half.face[xmin].kind = half.face[xmax].kind = FaceKind::free_slip;
    auto a = make_solver(whole, reference(), "cpu", 1), b = make_solver(half, reference(), "cpu", 1);
    // start both from equilibrium only: the one-sided gradient at a face is no mirror image
    start(*a, u), start(*b, u);
    const auto fa0 = field(*a, Field::velocity);
    a->step(1), b->step(1);
    // the first step differs by the start's stress at the face nodes; compare how mirrors keep symmetry from here on
    a->step(50), b->step(50);
    const std::vector<float> ua = field(*a, Field::velocity), ub = field(*b, Field::velocity);
    for (int x = 0; x < n; ++x)
        for (std::size_t d = 0; d < 2; ++d)
            EXPECT_NEAR(ua[d * 2 * n * 16 + static_cast<std::size_t>(x)], ub[d * n * 16 + static_cast<std::size_t>(x)],
                        2e-4);
}

TEST(Faces, InflowSetsTheSpeedAndOutflowHoldsTheDensity) {
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) {  // blowing in through each of the six faces
            Config config;
            config.nodes = {8, 8, 8};
            config.nodes[axis] = 32;
            config.nu = 0.02;
            for (Face& face : config.face) face.kind = FaceKind::free_slip;
            Float3 u{};
            u[axis] = side ? -0.06f : 0.06f;
            config.face[static_cast<std::size_t>(2 * axis + side)] = {FaceKind::inflow, u};
            config.face[static_cast<std::size_t>(2 * axis + 1 - side)] = {FaceKind::outflow};
            auto solver = make_solver(config, {}, "cpu", 1);
            solver->step(1500);
            const std::vector<float> v = field(*solver, Field::velocity), rho = field(*solver, Field::rho);
            const std::size_t nodes = count(config.nodes);
            for (std::size_t k = 0; k < nodes; ++k) {
                ASSERT_NEAR(v[static_cast<std::size_t>(axis) * nodes + k], u[axis], 6e-4)
                    << "axis " << axis << " side " << side;
                ASSERT_NEAR(rho[k], 1, 2e-3);
            }
        }
}

TEST(Faces, AVortexLeavesThroughTheOutflow) {
    Config config;
    config.nodes = {64, 48, 1};
    config.nu = 1e-4;
    config.u_start = {0.06, 0, 0};
    for (const FaceIndex face : {ymin, ymax}) config.face[face].kind = FaceKind::free_slip;
    config.face[xmin] = {FaceKind::inflow, {0.06f, 0, 0}};
    config.face[xmax] = {FaceKind::outflow};
    config.face[xmax].sponge = 5;  // a scene's default, 8 % of the length
    auto solver = make_solver(config, {}, "cpu", 1);
    start(*solver, [](int x, int y, int) {
        const double dx = x - 32.0, dy = y - 23.5, g = 0.06 / 5 * std::exp(0.5 - (dx * dx + dy * dy) / 50);
        return Double3{0.06 - g * dy, g * dx, 0};
    });
    const auto stir = [&] {
        const std::vector<float> u = field(*solver, Field::velocity);
        const std::size_t nodes = count(config.nodes);
        double sum = 0;
        for (std::size_t k = 0; k < nodes; ++k) sum += (u[k] - 0.06) * (u[k] - 0.06) + u[nodes + k] * u[nodes + k];
        return sum;
    };
    const double before = stir();
    solver->step(1500);  // the vortex travels 90 nodes, 32 are left
    EXPECT_LT(stir() / before, 0.005);
    solver->step(1500);
    EXPECT_LT(stir() / before, 0.005);  // and nothing grows afterwards
    EXPECT_NEAR(mass(*solver) / static_cast<double>(count(config.nodes)), 1.0, 2e-3);
}

TEST(Faces, SoundLeavesThroughInflowAndOutflow) {
    Config config;
    config.nodes = {80, 4, 4};
    config.nu = 0.005;
    config.face[xmin] = {FaceKind::inflow, {0.05f, 0, 0}};
    config.face[xmax] = {FaceKind::outflow};
    config.face[xmax].sponge = 16;
    auto solver = make_solver(config, {}, "cpu", 1);
    start(
        *solver,
        [](int, int, int) {
            return Double3{0.05, 0, 0};
        },
        [](int x, int, int) { return 1 + 0.01 * std::exp(-(x - 40.0) * (x - 40.0) / 32); });
    const auto loud = [&] {
        const std::vector<float> rho = field(*solver, Field::rho);
        double most = 0;
        for (const float r : rho) most = std::max(most, std::abs(r - 1.0));
        return most;
    };
    EXPECT_GT(loud(), 0.009);
    solver->step(700);
    EXPECT_LT(loud(), 0.002);
}

TEST(Faces, VentsLetSoundOutSideways) {
    // a wave across a duct meets its sides every 69 steps; (1 - sqrt(3) 0.1) / (1 + sqrt(3) 0.1) = 0.70 of it comes
    // back
    const auto loudness = [](float vent) {
        Config config;
        config.nodes = {4, 40, 4};
        config.nu = 1e-4;
        config.face[ymin].kind = config.face[ymax].kind = FaceKind::free_slip;
        config.face[ymin].vent = config.face[ymax].vent = vent;
        auto solver = make_solver(config, {}, "cpu", 1);
        start(
            *solver, [](int, int, int) { return Double3{}; },
            [](int, int y, int) { return 1 + 0.01 * std::cos(pi * (y + 0.5) / 40); });
        solver->step(690);
        return std::sqrt(solver->totals()[4]);
    };
    const double left = loudness(0.1f) / loudness(0.0f);
    measured("sound across a vented duct after ten reflections", left, 0.03);
    EXPECT_LT(left, 0.1);
}

TEST(Faces, AVentedTunnelKeepsItsWindForLong) {
    Config config;
    config.nodes = {64, 24, 20};
    config.nu = 1e-6;
    config.u_ref = 0.15;
    for (Face& face : config.face) face.kind = FaceKind::free_slip;
    for (const FaceIndex face : {ymin, ymax, zmin, zmax}) config.face[face].vent = 0.1f;
    config.face[xmin] = {FaceKind::inflow, {0.1f, 0, 0}};
    config.face[xmin].noise = 0.005f;
    config.face[xmax] = {FaceKind::outflow};
    config.face[xmax].sponge = 6;
    config.u_start = {0.1, 0, 0};
    config.bodies = {sphere({20, 12, 10}, 7, 1500)};
    auto solver = make_solver(config, {}, "cpu");
    solver->step(5000);
    const std::vector<float> u = field(*solver, Field::speed);
    EXPECT_LT(*std::max_element(u.begin(), u.end()), 0.22);
    EXPECT_NEAR(solver->totals()[0] / static_cast<double>(count(config.nodes)), 1.0, 0.03);
}

TEST(Faces, JetBlowsInsideItsRadiusOnly) {
    Config config;
    config.nodes = {24, 24, 24};
    config.nu = 0.01;
    for (Face& face : config.face) face.kind = FaceKind::free_slip;
    config.face[xmin] = {FaceKind::inflow, {0.08f, 0, 0}};
    config.face[xmax] = {FaceKind::outflow};
    config.face[xmin].jet.radius = 5;
    config.face[xmin].jet.edge = 1;
    config.face[xmin].jet.centre = {0, 11.5, 11.5};
    auto solver = make_solver(config, {}, "cpu", 1);
    solver->step(400);
    const std::vector<float> u = field(*solver, Field::velocity);
    const auto at = [&](int y, int z) { return u[static_cast<std::size_t>(24 * (y + 24 * z))]; };
    EXPECT_NEAR(at(11, 11), 0.08, 0.006);
    EXPECT_LT(std::abs(at(11, 22)), 0.01);
    EXPECT_LT(std::abs(at(1, 11)), 0.01);

    config.face[xmin].jet.coflow = 0.25;
    auto with_coflow = make_solver(config, {}, "cpu", 1);
    with_coflow->step(400);
    const std::vector<float> v = field(*with_coflow, Field::velocity);
    EXPECT_NEAR(v[static_cast<std::size_t>(24 * (11 + 24 * 11))], 0.08, 0.006);
    EXPECT_NEAR(v[static_cast<std::size_t>(24 * (11 + 24 * 22))], 0.02, 0.008);
}

TEST(Faces, EveryMixtureOfConditionsAtEdgesAndCornersStaysCalm) {
    // all 4^6 mixtures of non-periodic faces are too many; each face takes each kind against each kind of its
    // neighbours
    const FaceKind kinds[] = {FaceKind::no_slip, FaceKind::free_slip, FaceKind::inflow, FaceKind::outflow};
    for (const FaceKind x : kinds)
        for (const FaceKind y : kinds)
            for (const FaceKind z : kinds) {
                Config config;
                config.nodes = {9, 8, 7};
                config.nu = 0.02;
                config.face = {Face{x}, Face{y}, Face{y}, Face{z}, Face{z}, Face{x}};
                auto solver = make_solver(config, {}, "cpu", 1);
                solver->step(200);
                // still fluid stays still whatever the faces are
                EXPECT_LT(solver->totals()[4], 1e-9);
            }
}
