// Snapshots: the values of read(), which stay what they are while the solver goes on.
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

/// A tunnel with a sphere and a ball of smoke.
Config smoky() {
    Config config;
    config.nodes = {40, 24, 20};
    config.face[xmin] = {FaceKind::inflow, {0.05f, 0, 0}};
    config.face[xmax] = {FaceKind::outflow};
    for (const int face : {ymin, ymax, zmin, zmax})
        config.face[static_cast<std::size_t>(face)].kind = FaceKind::free_slip;
    Emitter ball;
    ball.centre = {8, 12, 10};
    ball.half = {4, 4, 4};
    ball.rate = 40;
    config.smoke.emitters = {ball};
    config.smoke.max_tracers = 20000;
    return config;
}

constexpr Field all[] = {Field::smoke, Field::velocity, Field::rho, Field::speed, Field::vorticity, Field::q};

std::vector<float> values(const Snapshot& snapshot, Field what) {
    const auto there = snapshot.field(what);
    return {there.begin(), there.end()};
}

}  // namespace

TEST(Snapshot, HoldsWhatReadGivesWhateverTheSolverDoesAfterwards) {
    auto solver = make_solver(smoky(), {}, "cpu");
    solver->step(40);
    std::vector<std::vector<float>> read;
    for (const Field what : all) read.push_back(field(*solver, what));
    const auto snapshot = solver->snapshot(all);
    solver->step(40);
    snapshot->wait();
    EXPECT_EQ(values(*snapshot, Field::smoke), read[0]);
    for (std::size_t i = 1; i < std::size(all); ++i)
        EXPECT_LT(difference(values(*snapshot, all[i]), read[i]), 1e-4) << i;
    EXPECT_NE(field(*solver, Field::smoke), read[0]);
}

TEST(Snapshot, VelocityIsThatOfThePresentStepWhetherOrNotTracersWantedIt) {
    Config config = smoky();
    config.bodies = {sphere({20, 12, 10}, 4, 400)};
    for (const bool moving : {false, true})
        for (const auto storage : {Plan::Storage::fp32, Plan::Storage::fp64}) {
            if (moving)
                config.bodies[0].motion = [pose = config.bodies[0].pose](double t) {
                    Pose now = pose;
                    now.spin = {0, 0.01, 0};
                    now.turn = Quaternion::about(now.spin, 0.01 * t);
                    return now;
                };
            Plan plan;
            plan.storage = storage;
            auto solver = make_solver(config, plan, "cpu");
            constexpr Field velocity[] = {Field::velocity};
            for (const int steps : {4, 1, 2, 5, 3, 1, 1}) {  // tracers move every fourth step
                solver->step(steps);
                const auto snapshot = solver->snapshot(velocity);
                EXPECT_LT(difference(values(*snapshot, Field::velocity), field(*solver, Field::velocity)), 2e-6);
            }
        }
}

TEST(Snapshot, GivesOnlyWhatWasAskedForAndUsesItsMemoryAgain) {
    auto solver = make_solver(smoky(), {}, "cpu");
    solver->step(8);
    constexpr Field smoke[] = {Field::smoke};
    auto first = solver->snapshot(smoke);
    EXPECT_TRUE(first->field(Field::velocity).empty());
    EXPECT_EQ(first->field(Field::smoke).size(), std::size_t{40 * 24 * 20});
    const float* const memory = first->field(Field::smoke).data();
    const auto second = solver->snapshot(smoke);
    EXPECT_NE(second->field(Field::smoke).data(), memory) << "two are alive";
    first.reset();
    EXPECT_EQ(solver->snapshot(smoke)->field(Field::smoke).data(), memory);
    EXPECT_EQ(snapshot_memory(solver->config(), smoke, "cpu").host_each, 4 * 40 * 24 * 20);
    EXPECT_EQ(snapshot_memory(solver->config(), smoke, "cuda:0").device, 4 * 40 * 24 * 20);
}

TEST(Snapshot, WithoutSmokeThereIsNone) {
    Config config = smoky();
    config.smoke.emitters.clear();
    auto solver = make_solver(config, {}, "cpu");
    solver->step(2);
    const auto snapshot = solver->snapshot(all);
    EXPECT_EQ(values(*snapshot, Field::smoke), std::vector<float>(std::size_t{40 * 24 * 20}, 0.0f));
    EXPECT_EQ(values(*snapshot, Field::velocity), field(*solver, Field::velocity));
}

TEST(Snapshot, MayBeReadByOtherThreadsWhileTheSolverRuns) {
    auto solver = make_solver(smoky(), {}, "cpu");
    std::vector<std::thread> readers;
    std::vector<double> sums(6), expected;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        solver->step(4);
        double sum = 0;
        for (const float v : field(*solver, Field::velocity)) sum += v;
        expected.push_back(sum);
        readers.emplace_back([&sums, i, snapshot = std::shared_ptr(solver->snapshot(all))]() mutable {
            snapshot->wait();
            for (const float v : snapshot->field(Field::velocity)) sums[i] += v;
            snapshot.reset();
        });
    }
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(sums, expected);
}
