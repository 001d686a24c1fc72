// Solver::show() and probe(): the values of read(), for every way in which populations lie and whichever step it is.
#include <gtest/gtest.h>

#include "tests/support/shown_values.h"

namespace fum::test {
namespace {

struct Seen {
    std::vector<Half4> flow;
    std::vector<Half> smoke;
    std::vector<float> tracers;
};

Seen shown(Solver& solver) {
    Seen s;
    s.flow.resize(count(solver.config().nodes));
    s.smoke.resize(s.flow.size());
    ShowTargets to;
    to.flow = s.flow.data();
    to.smoke = s.smoke.data();
    to.tracer_room = solver.tracers().count;
    s.tracers.resize(4 * static_cast<std::size_t>(to.tracer_room));
    to.tracers = s.tracers.data();
    s.tracers.resize(4 * static_cast<std::size_t>(solver.show(to)));
    return s;
}

void expect_as_read(Solver& solver, double slack) {
    const Seen s = shown(solver);
    const std::vector<float> u = field(solver, Field::velocity), rho = field(solver, Field::rho);
    for (int part = 0; part < 4; ++part) EXPECT_SHOWN(s.flow, u, rho, part, slack);
    EXPECT_SHOWN(s.smoke, field(solver, Field::smoke));
    EXPECT_EQ(in_order(s.tracers), in_order(solver.read_tracers()));
}

TEST(Show, IsWhatReadGivesBetweenAdvectionsAndRightAfterThem) {
    for (const Plan::Storage storage : {Plan::Storage::fp32, Plan::Storage::fp16, Plan::Storage::fp64})
        for (const Plan::Streaming streaming : {Plan::Streaming::two_arrays, Plan::Streaming::in_place}) {
            Plan plan;
            plan.storage = storage;
            plan.streaming = streaming;
            const auto solver = make_solver(tunnel_with_smoke(), plan, "cpu", 2);
            // the velocity that a collision leaves behind has not been through the populations' 11 bits
            const double slack = storage == Plan::Storage::fp16 ? 1e-4 : 0;
            expect_as_read(*solver, slack);
            for (const int steps : {1, 3, 4, 5, 7}) {  // interval: 4
                solver->step(steps);
                expect_as_read(*solver, slack);
            }
        }
}

TEST(Show, WorksWithoutSmokeAndInTheStagedSchedule) {
    Config config = tunnel_with_smoke();
    config.smoke.emitters.clear();
    for (const bool staged : {false, true}) {
        const auto solver = make_solver(config, staged ? Plan::paper(64, 1) : Plan{}, "cpu", 2);
        for (int i = 0; i < 3; ++i) {
            solver->step(5);
            const Seen s = shown(*solver);
            const std::vector<float> u = field(*solver, Field::velocity), rho = field(*solver, Field::rho);
            for (int part = 0; part < 4; ++part) EXPECT_SHOWN(s.flow, u, rho, part);
            for (const Half h : s.smoke) ASSERT_EQ(h.bits, 0);
            EXPECT_TRUE(s.tracers.empty());
        }
    }
}

TEST(Show, ChangesNothing) {
    const auto watched = make_solver(tunnel_with_smoke(), {}, "cpu", 2),
               alone = make_solver(tunnel_with_smoke(), {}, "cpu", 2);
    const Int3 node[] = {{3, 4, 5}};
    for (int i = 0; i < 12; ++i) {
        watched->step(i % 5);
        alone->step(i % 5);
        shown(*watched);
        watched->probe(node);
    }
    EXPECT_EQ(watched->totals(), alone->totals());
    EXPECT_EQ(field(*watched, Field::velocity), field(*alone, Field::velocity));
    EXPECT_EQ(field(*watched, Field::smoke), field(*alone, Field::smoke));
}

TEST(Show, ThinsTracersEvenlyWhereThereIsNoRoomForAll) {
    const auto solver = make_solver(tunnel_with_smoke(), {}, "cpu", 2);
    solver->step(40);
    const std::vector<float> all = solver->read_tracers();
    ASSERT_GT(all.size(), 400u);
    std::vector<float> some(all.size() / 3 / 4 * 4);
    ShowTargets to;
    to.tracers = some.data();
    to.tracer_room = static_cast<std::int64_t>(some.size() / 4);
    EXPECT_EQ(solver->show(to), to.tracer_room);
    const auto whole = in_order(all, false), part = in_order(some, false);
    EXPECT_TRUE(std::includes(whole.begin(), whole.end(), part.begin(), part.end()));
    const auto mean_age = [](const auto& t) {
        double sum = 0;
        for (const auto& one : t) sum += one[0];
        return sum / static_cast<double>(t.size());
    };
    EXPECT_NEAR(mean_age(part) / mean_age(whole), 1, 0.1);
}

TEST(Probe, ReadsSingleNodesAndHasNoneOutside) {
    const auto solver = make_solver(tunnel_with_smoke(), {}, "cpu", 2);
    solver->step(23);
    const Int3 n = solver->config().nodes;
    const std::vector<Int3> nodes{{0, 0, 0}, {36, 21, 18}, {14, 11, 13}, {-1, 4, 4}, {5, 22, 3}};
    const std::vector<float> u = field(*solver, Field::velocity), rho = field(*solver, Field::rho);
    for (int again = 0; again < 2; ++again) {
        const std::vector<ProbeValue> values = solver->probe(nodes);
        ASSERT_EQ(values.size(), nodes.size());
        for (std::size_t i = 0; i < 3; ++i) {
            const Int3 p = nodes[i];
            const std::size_t k = static_cast<std::size_t>(p.x + n.x * (p.y + n.y * p.z));
            EXPECT_EQ(values[i].node, p);
            EXPECT_FLOAT_EQ(values[i].rho, rho[k]);
            for (int d = 0; d < 3; ++d)
                EXPECT_NEAR(values[i].u[d], u[static_cast<std::size_t>(d) * count(n) + k], 1e-7);
        }
        EXPECT_TRUE(std::isnan(values[3].rho) && std::isnan(values[4].u.x));
    }
    EXPECT_TRUE(solver->probe({}).empty());
}

}  // namespace
}  // namespace fum::test
