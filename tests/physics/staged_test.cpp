// The paper's plans (staged.h, gather.h, branching.h) follow the fused schedule to rounding, whatever they are made of.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "sim/sample_loops.h"
#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

/// Every kind of face, noise, a sponge, smoke, a resting sphere and one that turns and drifts.
Config tunnel_with_two_bodies() {
    Config config;
    config.nodes = {40, 26, 22};
    config.nu = 5e-4;
    config.face[xmin] = {FaceKind::inflow, {0.06f, 0, 0}};
    config.face[xmin].noise = 0.005f;
    config.face[xmax] = {FaceKind::outflow};
    config.face[xmax].sponge = 6;
    config.face[ymin] = {FaceKind::no_slip, {0.02f, 0, 0}};
    config.face[ymax] = {FaceKind::free_slip};
    config.face[zmin] = {FaceKind::free_slip};
    config.face[zmin].vent = 0.1f;
    config.face[zmax] = {FaceKind::no_slip};
    config.u_start = {0.02, 0, 0};
    config.acceleration = {1e-5, 0, 2e-6};
    config.check_every = 10;
    config.bodies = {sphere({12.3, 12.6, 10.7}, 7, 900), sphere({26.2, 13.1, 11.4}, 6, 700)};
    config.bodies[1].motion = [pose = config.bodies[1].pose](double t) {
        Pose now = pose;
        now.spin = {0, 0.008, 0.004};
        now.velocity = {0.005, 0.004 * std::cos(0.02 * t), 0};
        now.centre += Double3{0.005 * t, 0.2 * std::sin(0.02 * t), 0};
        now.turn = Quaternion::about(now.spin, length(now.spin) * t);
        return now;
    };
    Emitter ball;
    ball.centre = {5, 12, 11};
    ball.half = {3, 3, 3};
    ball.rate = 20;
    config.smoke.emitters = {ball};
    config.smoke.max_tracers = 2000;
    return config;
}

struct Result {
    std::vector<float> u, rho, smoke;
    std::vector<Load> loads;
};

Result run(const Config& config, const Plan& plan, int threads = 0, int steps = 50) {
    auto solver = make_solver(config, plan, "cpu", threads);
    solver->step(steps);
    return {field(*solver, Field::velocity), field(*solver, Field::rho), field(*solver, Field::smoke),
            solver->take_loads()};
}

Plan staged(int launches = 1, Plan::Monomials monomials = Plan::Monomials::merged) {
    Plan plan;
    plan.schedule = Plan::Schedule::staged;
    plan.launches = launches;
    plan.monomials = monomials;
    return plan;
}

void expect_same_flow(const Result& a, const Result& b, const std::string& what) {
    EXPECT_LT(difference(a.u, b.u), 1e-5) << what;
    EXPECT_LT(difference(a.rho, b.rho), 1e-6) << what;
    ASSERT_EQ(a.loads.size(), b.loads.size());
    for (std::size_t i = 0; i < a.loads.size(); ++i) {
        EXPECT_LT(length(a.loads[i].force - b.loads[i].force), 1e-4 * length(b.loads[i].force)) << what;
        EXPECT_LT(length(a.loads[i].torque - b.loads[i].torque), 1e-4 * length(b.loads[i].torque) + 1e-6) << what;
    }
}

}  // namespace

TEST(Staged, EveryPlanFollowsTheFusedSchedule) {
    const Config config = tunnel_with_two_bodies();
    const Result fused = run(config, {});
    for (const int launches : {1, 2, 3})
        for (const auto monomials : {Plan::Monomials::merged, Plan::Monomials::expanded})
            for (const auto spread : {Plan::Spread::scatter, Plan::Spread::gather})
                for (const auto faces : {Plan::Faces::together, Plan::Faces::each, Plan::Faces::branching}) {
                    Plan plan = staged(launches, monomials);
                    plan.spread = spread;
                    plan.faces = faces;
                    expect_same_flow(run(config, plan), fused,
                                     std::to_string(launches) + " launches, expanded " +
                                         std::to_string(static_cast<int>(monomials)) + ", gather " +
                                         std::to_string(static_cast<int>(spread)) + ", faces " +
                                         std::to_string(static_cast<int>(faces)));
                }
}

TEST(Staged, NamedPlansAndEveryAlphaFollowTheFusedSchedule) {
    const Config config = tunnel_with_two_bodies();
    const Result fused = run(config, {});
    expect_same_flow(run(config, Plan::baseline()), fused, "baseline");
    expect_same_flow(run(config, Plan::csoa_only()), fused, "CSoA only");
    expect_same_flow(run(config, Plan::paper()), fused, "the paper's");
    for (const std::int64_t alpha : {1, 8, 32, 128, 4096, 1 << 20}) {
        const Result here = run(config, Plan::paper(alpha));
        expect_same_flow(here, fused, "alpha " + std::to_string(alpha));
        EXPECT_LT(difference(here.smoke, fused.smoke), 2e-2);
    }
}

TEST(Staged, WithoutBodiesAndWithPeriodicFacesToo) {
    Config config = tunnel_with_two_bodies();
    config.bodies.clear();
    expect_same_flow(run(config, staged(2)), run(config, {}), "no bodies");
    for (Face& face : config.face) face = {};
    expect_same_flow(run(config, staged(3)), run(config, {}), "periodic");
    Plan branching = staged(1);
    branching.faces = Plan::Faces::branching;
    expect_same_flow(run(config, branching), run(config, {}), "periodic, no face to find");
}

TEST(Staged, GatherEqualsScatterForABodyThatWrapsOrSticksOut) {
    Plan gather = staged();
    gather.spread = Plan::Spread::gather;
    gather.ib_block = -1;
    Config config;
    config.nodes = {20, 18, 16};
    config.u_start = {0.05, 0.01, 0};
    config.bodies = {sphere({0.4, 17.6, 8.2}, 8, 800), sphere({5.1, 15.2, 10.3}, 6, 500)};  // their boxes overlap
    const Result wrapped = run(config, gather);
    expect_same_flow(wrapped, run(config, staged()), "wrapped, staged");
    expect_same_flow(wrapped, run(config, {}), "wrapped, fused");
    EXPECT_GT(length(wrapped.loads[0].force), 0.0);
    config.bodies[0] = sphere({10.2, 9.1, 7.9}, 19.5, 3000);  // as wide as the box
    expect_same_flow(run(config, gather), run(config, {}), "its own neighbour");
    for (Face& face : config.face) face.kind = FaceKind::free_slip;
    config.bodies[0] = sphere({0.5, 9, 15.4}, 8, 800);
    expect_same_flow(run(config, gather), run(config, {}), "half of it outside");
}

TEST(Staged, WaysToTreatFacesAgreeToTheBit) {
    const Config config = tunnel_with_two_bodies();
    const auto compare = [&](const Result& a, const Result& b) {
        EXPECT_EQ(a.u, b.u);
        EXPECT_EQ(a.rho, b.rho);
    };
    Plan plan = staged(2);
    const Result together = run(config, plan, 1);
    plan.faces = Plan::Faces::each;
    compare(run(config, plan, 1), together);
    plan.faces = Plan::Faces::branching;
    compare(run(config, plan, 1), together);
    Plan fused;
    fused.faces = Plan::Faces::each;
    compare(run(config, fused, 1), run(config, {}, 1));
}

TEST(Staged, ExpandedAndMergedSumsAgreeButAreNotTheSameText) {
    const Config config = tunnel_with_two_bodies();
    const Result merged = run(config, staged(2), 1), again = run(config, staged(2), 1);
    const Result expanded = run(config, staged(2, Plan::Monomials::expanded), 1);
    EXPECT_EQ(merged.u, again.u);
    EXPECT_NE(expanded.u, merged.u);  // another order of additions
    EXPECT_LT(difference(expanded.u, merged.u), 1e-5);
}

TEST(Staged, ProfileCoversTheStep) {
    const Config config = tunnel_with_two_bodies();
    for (const Plan& plan : {Plan{}, Plan::paper(), Plan::baseline()}) {
        auto solver = make_solver(config, plan, "cpu");
        solver->step(4);
        const std::vector<Stage> stages = solver->profile(8);
        EXPECT_EQ(solver->time(), 12);
        std::set<std::string> names;
        for (const Stage& stage : stages) {
            names.insert(stage.name);
            EXPECT_GT(stage.seconds, 0.0) << stage.name;
            EXPECT_EQ(stage.kernels.empty(), stage.name == "finish") << stage.name;
            for (const KernelInfo& k : stage.kernels)
                EXPECT_EQ(k.name.find_first_of("<:"), std::string::npos) << k.name;
        }
        const bool is_staged = plan.schedule == Plan::Schedule::staged;
        const auto expected =
            is_staged
                ? std::set<std::string>{"faces",   "move bodies", "stream",       "macroscopic",   "penalty + spread",
                                        "collide", "smoke",       "sort tracers", "project smoke", "finish"}
                : std::set<std::string>{"faces",          "move bodies", "macro of band", "penalty + spread",
                                        "pull + collide", "smoke",       "sort tracers",  "project smoke",
                                        "finish"};
        EXPECT_EQ(names, expected);
        EXPECT_TRUE(solver->profile(0).empty());
    }
}

TEST(Staged, ProfileChangesNothingAndCountsWhatMoves) {
    const Config config = tunnel_with_two_bodies();
    auto profiled = make_solver(config, Plan::paper(64, 3), "cpu", 1),
         plain = make_solver(config, Plan::paper(64, 3), "cpu", 1);
    const std::vector<Stage> stages = profiled->profile(20);
    plain->step(20);
    EXPECT_EQ(field(*profiled, Field::velocity), field(*plain, Field::velocity));
    const double nodes = 40.0 * 26 * 22;
    std::map<std::string, Stage> by_name;
    for (const Stage& stage : stages) by_name[stage.name] = stage;
    EXPECT_DOUBLE_EQ(by_name["stream"].bytes, 216 * nodes);
    EXPECT_DOUBLE_EQ(by_name["macroscopic"].bytes, 140 * nodes);
    EXPECT_EQ(by_name["penalty + spread"].atomics, count_loops(config, Plan::paper(), 1 << 30).summed_atomics);
    ASSERT_EQ(by_name["collide"].kernels.size(), 3u);
    EXPECT_EQ(by_name["collide"].kernels[0].name, "RelaxMoments");
    EXPECT_EQ(by_name["collide"].kernels[1].name, "WritePopulations");
    EXPECT_EQ(by_name["collide"].kernels[2].name, "WritePopulations");
}
