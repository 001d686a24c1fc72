// Smoke: seeds where they belong, carried at second order, projected without loss, aged and removed.
#include <gtest/gtest.h>

#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

Config still_box() {
    Config config;
    config.nodes = {32, 32, 32};
    Emitter e;
    e.centre = {16, 16, 16};
    e.half = {5, 5, 5};
    e.rate = 250;
    config.smoke.emitters = {e};
    config.smoke.max_tracers = 100000;
    return config;
}

double sum(const std::vector<float>& f) {
    double s = 0;
    for (const float v : f) s += v;
    return s;
}

}  // namespace

TEST(Smoke, ProjectionLosesNothing) {
    auto solver = make_solver(still_box(), {}, "cpu");
    solver->step(40);
    EXPECT_EQ(solver->tracers().count, 40 * 250);
    EXPECT_NEAR(sum(field(*solver, Field::smoke)), 40 * 250, 40 * 250 * 1e-5);
}

TEST(Smoke, ProjectionWrapsRoundAPeriodicBoxWhoseEdgesAreNoWholeBins) {
    Config config = still_box();
    config.nodes = {21, 13, 9};
    config.smoke.emitters[0].centre = {0, 0, 0};  // an eighth of the ball in each corner
    config.smoke.emitters[0].half = {3, 3, 3};
    auto solver = make_solver(config, {}, "cpu");
    for (int frame = 1; frame <= 3; ++frame) {
        solver->step(8);
        const std::vector<float> smoke = field(*solver, Field::smoke), t = solver->read_tracers();
        EXPECT_NEAR(sum(smoke) / (frame * 8 * 250), 1.0, 1e-5);
        const int n[3] = {21, 13, 9};
        std::vector<double> expected(smoke.size(), 0.0);
        for (std::size_t i = 0; i < t.size(); i += 4) {  // by the definition, node by node
            double share[3][21] = {};
            for (std::size_t d = 0; d < 3; ++d)
                for (int k = 0; k < n[d]; ++k) {
                    const double r = std::abs(std::remainder(static_cast<double>(t[i + d]) - k, n[d]));
                    share[d][k] = r < 0.5 ? 0.75 - r * r : r < 1.5 ? 0.5 * (1.5 - r) * (1.5 - r) : 0;
                }
            std::size_t k = 0;
            for (int z = 0; z < n[2]; ++z)
                for (int y = 0; y < n[1]; ++y)
                    for (int x = 0; x < n[0]; ++x, ++k) expected[k] += share[0][x] * share[1][y] * share[2][z];
        }
        for (std::size_t k = 0; k < smoke.size(); ++k) EXPECT_NEAR(smoke[k], expected[k], 2e-3) << k;
    }
}

TEST(Smoke, SeedsFillTheShapeEvenlyAndOnlyIt) {
    for (const EmitterShape shape : {EmitterShape::sphere, EmitterShape::box, EmitterShape::disk}) {
        Config config = still_box();
        config.smoke.emitters[0].shape = shape;
        config.smoke.emitters[0].axis = {0, 0, 1};
        auto solver = make_solver(config, {}, "cpu");
        solver->step(40);
        const std::vector<float> t = solver->read_tracers();
        Double3 mean{}, square{};
        const double n = static_cast<double>(t.size() / 4);
        for (std::size_t i = 0; i < t.size(); i += 4) {
            const Double3 p{t[i] - 16.0, t[i + 1] - 16.0, t[i + 2] - 16.0};
            mean += p / n;
            for (int d = 0; d < 3; ++d) square[d] += p[d] * p[d] / n;
            if (shape == EmitterShape::sphere) { EXPECT_LE(length(p), 5.001); }
            if (shape == EmitterShape::disk) {
                EXPECT_LE(std::hypot(p.x, p.y), 5.001);
                EXPECT_LE(std::abs(p.z), 0.501);
            }
            if (shape == EmitterShape::box) {
                EXPECT_LE(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), 5.001);
            }
        }
        EXPECT_LT(length(mean), 0.15);
        // second moments: R^2/5 sphere, R^2/4 disk, a^2/3 box
        const double expected = shape == EmitterShape::sphere ? 5.0 : shape == EmitterShape::disk ? 6.25 : 25.0 / 3;
        EXPECT_NEAR(square.x / expected, 1.0, 0.05);
        EXPECT_NEAR(square.y / expected, 1.0, 0.05);
    }
}

TEST(Smoke, TravelsWithAUniformFlowAndWrapsRoundAPeriodicBox) {
    Config config = still_box();
    config.u_start = {0.08, -0.05, 0.03};
    config.smoke.emitters[0].end = 4;
    auto solver = make_solver(config, {}, "cpu");
    solver->step(4);
    const std::vector<float> before = solver->read_tracers();
    solver->step(400);
    const std::vector<float> after = solver->read_tracers();
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); i += 4)
        for (std::size_t d = 0; d < 3; ++d) {
            const double gone = after[i + d] - before[i + d] - 400 * config.u_start[static_cast<int>(d)];
            EXPECT_NEAR(gone - 32 * std::round(gone / 32), 0, 0.01);
        }
}

TEST(Smoke, AdvectionIsSecondOrderInTheStep) {
    // solid rotation has circles for paths; the midpoint rule's error in the radius falls by 8 a halving of the
    // interval
    const auto radius_error = [](int interval) {
        Config config;
        config.nodes = {64, 64, 1};
        config.nu = 1e-5;
        Emitter e;
        e.centre = {42, 32, 0};
        e.half = {0.01, 0.01, 0};
        e.shape = Emitter::Shape::box;
        e.rate = 1;
        e.end = interval;
        config.smoke.emitters = {e};
        config.smoke.max_tracers = 100;
        config.smoke.interval = interval;
        auto solver = make_solver(config, {}, "cpu", 1);
        // rigid inside 20 nodes, smoothly stopped outside, over less than a turn
        start(
            *solver,
            [](int x, int y, int) {
                const double dx = x - 32.0, dy = y - 32.0, r = std::hypot(dx, dy),
                             w = 0.005 * (r < 22 ? 1 : std::exp(-(r - 22) / 2));
                return Double3{-w * dy, w * dx, 0};
            },
            [](int x, int y, int) {  // the pressure that holds the rotation together
                const double r = std::min(std::hypot(x - 32.0, y - 32.0), 24.0);
                return 1 + 1.5 * 0.005 * 0.005 * r * r;
            });
        solver->step(640);
        const std::vector<float> t = solver->read_tracers();
        return std::hypot(t[0] - 32.0, t[1] - 32.0) - 10.0;
    };
    // the flow itself draws the path in a little: distances from the finest interval's end
    const double best = radius_error(2), coarse = std::abs(radius_error(64) - best),
                 fine = std::abs(radius_error(16) - best);
    measured("tracer error with 64 steps between advections over 16", coarse / fine, 16);
    EXPECT_LT(fine, 0.02);
    EXPECT_GT(coarse / fine, 10.0);  // second order: 16
}

TEST(Smoke, LeavesThroughOutflowAndEndsWithItsLife) {
    Config config = still_box();
    config.u_start = {0.1, 0, 0};
    for (Face& face : config.face) face.kind = FaceKind::free_slip;
    config.face[xmin] = {FaceKind::inflow, {0.1f, 0, 0}};
    config.face[xmax] = {FaceKind::outflow};
    config.smoke.emitters[0].end = 20;
    auto solver = make_solver(config, {}, "cpu");
    solver->step(20);
    EXPECT_GT(sum(field(*solver, Field::smoke)), 4900);
    solver->step(280);  // 28 nodes at 0.1: the last have 21 to go
    EXPECT_LT(sum(field(*solver, Field::smoke)), 1);

    Config brief = still_box();
    brief.smoke.life = 60;
    auto ends = make_solver(brief, {}, "cpu");
    ends->step(400);
    // steady: 250 a step, alive for 60 steps, fading over the last 12
    EXPECT_NEAR(sum(field(*ends, Field::smoke)) / (250 * (48 + 6)), 1.0, 0.08);
}

TEST(Smoke, TheOldestGoFirstWhenThereIsNoRoom) {
    Config config = still_box();
    config.smoke.max_tracers = 2000;
    auto solver = make_solver(config, {}, "cpu");
    solver->step(400);
    const std::vector<float> t = solver->read_tracers();
    EXPECT_EQ(t.size(), 4u * 2000u);
    for (std::size_t i = 0; i < t.size(); i += 4) EXPECT_LT(t[i + 3], 13);
}

TEST(Smoke, RidesOnAMovingBody) {
    Config config = still_box();
    config.bodies = {sphere({12, 16, 16}, 6, 400)};
    config.bodies[0].motion = [pose = config.bodies[0].pose](double t) {
        Pose now = pose;
        now.velocity = {0.02, 0, 0};
        now.centre.x += 0.02 * t;
        return now;
    };
    Emitter& e = config.smoke.emitters[0];
    e.shape = Emitter::Shape::points;
    e.body = 0;
    e.points = config.bodies[0].samples;
    e.jitter = 0.1f;
    e.start = 196;
    auto solver = make_solver(config, {}, "cpu");
    solver->step(200);
    const std::vector<float> t = solver->read_tracers();
    ASSERT_FALSE(t.empty());
    double mean = 0;
    for (std::size_t i = 0; i < t.size(); i += 4) mean += t[i] / static_cast<double>(t.size() / 4);
    EXPECT_NEAR(mean, 16.0, 0.3);  // 12 + 0.02 * 200
}

TEST(Smoke, VorticityAndQOfARigidRotation) {
    Config config;
    config.nodes = {32, 32, 4};
    auto solver = make_solver(config, {}, "cpu", 1);
    const double w = 0.002;
    start(*solver, [=](int x, int y, int) { return Double3{-w * (y - 15.5), w * (x - 15.5), 0}; });
    const std::vector<float> vorticity = field(*solver, Field::vorticity), q = field(*solver, Field::q);
    const std::size_t nodes = count(config.nodes), middle = 16 + 32 * (16 + 32 * 2);
    EXPECT_NEAR(vorticity[2 * nodes + middle], 2 * w, 1e-6);
    EXPECT_NEAR(vorticity[middle], 0, 1e-6);
    EXPECT_NEAR(q[middle], w * w, 1e-8);  // |Omega|^2 = 2 w^2, S = 0
}
