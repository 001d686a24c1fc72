// What a plan costs: the plans there are to choose from, which steps stand for a whole run, and measurements that end
// early. No time is judged.
#include "sim/plan_cost.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <vector>

#include "sim/core/error.h"

namespace fum {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

Config ball_config(float radius) {
    Config config;
    config.nodes = {64, 32, 32};
    Body body;
    body.samples = {{radius, 0, 0}, {-radius, 0, 0}, {0, radius, 0}, {0, -radius, 0}, {0, 0, radius}, {0, 0, -radius}};
    body.area.assign(6, 1.0f);
    config.bodies.push_back(body);
    return config;
}

Pose turning(double rate, double step) { return {{}, Quaternion::about({0, 0, 1}, rate * step), {}, {0, 0, rate}}; }

TEST(TuneAxes, SpanTheBlocksUpToTheSmallestEdgeAndAllPowersOfTwo) {
    const TuneAxes axes = tune_axes(ball_config(20), "cpu");
    EXPECT_EQ(axes.blocks, (std::vector<int>{1, 2, 4, 8, 16, 32, 40}));
    EXPECT_EQ(axes.alphas.front(), 0) << "SoA";
    EXPECT_EQ(axes.alphas.back(), 65536) << "64 x 32 x 32 nodes";
    EXPECT_TRUE(axes.block_threads.empty());
    EXPECT_EQ(tune_axes(ball_config(1), "cuda:0").blocks.back(), 16);
    EXPECT_TRUE(tune_axes(Config{}, "cpu").blocks.empty());
    EXPECT_EQ(tune_axes(Config{}, "cuda:0").alphas.front(), 1);
}

TEST(Stretches, ABodyAtRestNeedsOneShortOne) {
    const Stretches s = stretches_of(ball_config(5), {});
    EXPECT_EQ(s.starts, std::vector<double>{0.0});
    EXPECT_EQ(s.steps, 12) << "10, in whole intervals of 4";
    CostOptions given;
    given.steps = 3;
    EXPECT_EQ(stretches_of(ball_config(5), given).steps, 4);
}

TEST(Stretches, AFastTurnIsRunWholeAndASlowOneInPiecesSpreadOverIt) {
    Config config = ball_config(5);
    CostOptions options;
    options.total_steps = 100'000;
    config.bodies[0].motion = [](double step) { return turning(std::numbers::pi / 300, step); };
    EXPECT_NEAR(static_cast<double>(stretches_of(config, options).steps), 300, 60) << "300, found in 2000 looks";
    config.bodies[0].motion = [](double step) { return turning(std::numbers::pi / 8000, step); };
    const Stretches slow = stretches_of(config, options);
    ASSERT_EQ(slow.starts.size(), 8u);
    EXPECT_EQ(slow.steps, 64);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(slow.starts[i], 1000.0 * static_cast<double>(i), 50) << i;
}

TEST(Stretches, ABodyThatOnlyMovesAlongMeetsAboutTenRebuildsOfItsBand) {
    Config config = ball_config(5);
    CostOptions options;
    options.total_steps = 10'000;
    config.bodies[0].motion = [](double step) { return Pose{{0.05 * step, 0, 0}, {}, {0.05, 0, 0}, {}}; };
    const Stretches s = stretches_of(config, options);
    EXPECT_EQ(s.starts.size(), 1u);
    EXPECT_EQ(s.steps, 180) << "ten times 0.9 nodes at 0.05 nodes a step";
}

TEST(DefaultPlan, NamesWhatTheDefaultsStandForAndKeepsTheRest) {
    Plan given;
    given.storage = Plan::Storage::fp16;
    given.alpha = 2;
    given.schedule = Plan::Schedule::staged;
    const Plan gpu = default_plan(given, ball_config(5), "cuda:0"), cpu = default_plan(given, Config{}, "cpu");
    EXPECT_EQ(gpu.storage, Plan::Storage::fp16);
    EXPECT_EQ(gpu.alpha, 64);
    EXPECT_EQ(gpu.ib_block, 8);
    EXPECT_EQ(gpu.block_threads, 0);
    EXPECT_EQ(gpu.schedule, Plan::Schedule::fused);
    EXPECT_EQ(cpu.alpha, 0);
    EXPECT_EQ(cpu.ib_block, 0) << "no bodies, nothing to order";
}

TEST(SolverCost, ARefusedPlanIsInfiniteAndSaysWhy) {
    Config config = ball_config(5);
    config.bodies[0].pose.centre = {32, 16, 16};
    config.model = Model::bgk;  // compiled for one layout only
    CostOptions options;
    options.device = "cpu";
    options.steps = 4;
    options.least_seconds = options.warm_up_s = 0;
    SolverCost cost(config, options);
    Plan plan;
    EXPECT_GT(cost(plan, infinite), 0);
    EXPECT_TRUE(cost.refusal().empty());
    plan.alpha = 32;
    EXPECT_EQ(cost(plan, infinite), infinite);
    EXPECT_NE(cost.refusal().find("acm_mrt"), std::string::npos) << cost.refusal();
}

TEST(SolverCost, AFlowThatDivergesLaterIsTimedAllTheSame) {
    Config config;
    config.nodes = {16, 16, 16};
    for (Face& face : config.face) face.kind = FaceKind::free_slip;
    config.face[xmin] = {FaceKind::inflow, {0.6f, 0, 0}};  // too fast for any model, reached slowly
    config.face[xmax] = {FaceKind::outflow};
    config.ramp = 400;
    EXPECT_THROW(make_solver(config, {}, "cpu")->step(3000), Error) << "else the test shows nothing";
    CostOptions options;
    options.device = "cpu";
    options.steps = 3000;
    EXPECT_GT(SolverCost(config, options)({}, infinite), 0);
}

TEST(SolverCost, EveryStretchOfAMovingBodyIsRunUnlessItIsAbortedOrStopped) {
    Config config = ball_config(5);
    std::set<int> starts;  // in hundreds of steps: when the body was asked for its pose
    config.bodies[0].motion = [&](double step) {
        starts.insert(static_cast<int>(step) / 100);
        Pose pose = turning(std::numbers::pi / 800, step);
        pose.centre = {32, 16, 16};
        return pose;
    };
    CostOptions options;
    options.device = "cpu";
    options.total_steps = 800;
    options.steps = 64;
    options.warm_up_s = options.preparation_s = 0;
    SolverCost cost(config, options);
    starts.clear();
    EXPECT_GT(cost({}, infinite), 0);
    EXPECT_EQ(starts.size(), 8u);
    starts.clear();
    EXPECT_GT(cost({}, 0), 0);
    EXPECT_EQ(starts.size(), 1u) << "aborted";
    options.stop = [] { return true; };
    EXPECT_TRUE(std::isnan(SolverCost(config, options)({}, infinite)));
}

}  // namespace
}  // namespace fum
