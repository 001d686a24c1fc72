// A solver that returns to a moment it has kept goes on as it did the first time.
#include <gtest/gtest.h>

#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

/// Inflow, outflow, a wall, a ball at rest and one that turns and moves, smoke.
Config busy() {
    Config config;
    config.nodes = {40, 24, 22};
    config.nu = 1e-3;
    config.face.fill({FaceKind::free_slip});
    config.face[xmin] = {FaceKind::inflow, {0.06f, 0, 0}};
    config.face[xmin].noise = 0.01f;
    config.face[xmax] = {FaceKind::outflow};
    config.face[ymin] = {FaceKind::no_slip};
    config.u_start = {0.05, 0, 0};
    config.ramp = 100;
    config.bodies = {sphere({12.3, 12, 11}, 6, 800), sphere({24, 11.5, 11}, 6, 800)};
    config.bodies[1].motion = [pose = config.bodies[1].pose](double t) {
        Pose now = pose;
        now.velocity = {0.02, 0, 0};
        now.centre.x += 0.02 * t;
        now.spin = {0, 0, 0.002};  // samples keep their order: less than 0.3 radians in all
        now.turn = Quaternion::about(now.spin, 0.002 * t);
        return now;
    };
    config.smoke.emitters.resize(1);
    config.smoke.emitters[0].centre = {5, 12, 11};
    config.smoke.emitters[0].half = {2, 2, 2};
    config.smoke.emitters[0].rate = 20;
    config.smoke.max_tracers = 5000;
    return config;
}

struct Seen {
    std::vector<float> u, smoke;
    Double3 force;
};
Seen seen(Solver& solver) {
    return {field(solver, Field::velocity), field(solver, Field::smoke), solver.take_loads()[0].force};
}

}  // namespace

TEST(Keep, GoingBackRepeatsTheFlowForEveryWayOfStreaming) {
    std::vector<Plan> plans(3);
    plans[0].deterministic = plans[1].deterministic = true;
    plans[1].streaming = Plan::Streaming::in_place;
    plans[2] = Plan::paper();
    for (const int before : {20, 33})
        for (const Plan& plan : plans) {
            auto solver = make_solver(busy(), plan, "cpu", 2);
            solver->step(before);
            EXPECT_FALSE(solver->go_back()) << "nothing is kept";
            EXPECT_EQ(solver->time(), before);
            solver->keep();
            const Pose pose = solver->pose(1);
            solver->take_loads();
            solver->step(41);
            const Seen first = seen(*solver);
            ASSERT_TRUE(solver->go_back());
            EXPECT_EQ(solver->time(), before);
            EXPECT_EQ(solver->pose(1).centre, pose.centre);
            solver->step(41);
            const Seen again = seen(*solver);
            EXPECT_LT(difference(again.u, first.u), plan.deterministic ? 1e-30 : 1e-5);
            EXPECT_LT(difference(again.smoke, first.smoke), plan.deterministic ? 1e-30 : 1e-2);
            EXPECT_NEAR(again.force.x / first.force.x, 1, plan.deterministic ? 1e-30 : 1e-5);
        }
}

TEST(Keep, AFlowThatHasDivergedIsSoundAgain) {
    Config config = busy();
    config.check_every = 8;
    auto solver = make_solver(config, {}, "cpu", 2);
    solver->step(40);
    solver->keep();
    const double mass = solver->totals()[0];
    Config gale = config;
    gale.acceleration = {0.05, 0, 0};
    solver->apply(gale);
    Int3 node{-1, -1, -1};
    try {
        solver->step(400);
    } catch (const Diverged& e) {
        node = e.node;
        EXPECT_GT(e.step, 40);
        EXPECT_EQ(e.code(), Exit::diverged);
    }
    ASSERT_GE(node.x, 0) << "it did not diverge";
    EXPECT_TRUE(solver->go_back());
    EXPECT_EQ(solver->totals()[0], mass);
    solver->apply(config);
    solver->step(200);
    auto calm = make_solver(config, {}, "cpu", 2);
    calm->step(240);
    EXPECT_NEAR(solver->totals()[0] / calm->totals()[0], 1, 1e-6);
}

TEST(Keep, TakesWhatItSays) {
    Config config = busy();
    auto solver = make_solver(config, {}, "cpu", 1);
    const double populations = 108.0 * static_cast<double>(count(config.nodes));
    const double tracers = 16.0 * static_cast<double>(config.smoke.max_tracers);
    EXPECT_NEAR(static_cast<double>(solver->keeping_bytes()) / (populations + tracers), 1, 0.1)
        << "and states of faces";
}
