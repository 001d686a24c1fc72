// What the viewport's layers decide without a picture: ranges that hold still, how fine and how often is drawn, curves
// of probes, seeds of streamlines.
#include <gtest/gtest.h>

#include <cmath>

#include "app/window/calm_range.h"
#include "app/window/pace.h"
#include "app/window/probe_history.h"
#include "app/window/quantities.h"
#include "app/window/stream_seeds.h"

namespace fum {
namespace {

TEST(CalmRange, WidensAtOnceAndHoldsStillWhileItIsWellFilled) {
    CalmRange calm;
    calm.follow({0, 1}, 0);
    const Range wide = calm.follow({-1, 2}, 0.3);
    EXPECT_LE(wide.low, -1);
    EXPECT_GE(wide.high, 2);
    EXPECT_EQ(calm.follow({-0.9f, 1.8f}, 0.3), wide);  // nine tenths of it are filled
}

TEST(CalmRange, ShrinksSlowlyToWhatIsLeft) {
    CalmRange calm;
    calm.follow({0, 10}, 0);
    const Range soon = calm.follow({0, 1}, 0.1);
    EXPECT_GT(soon.high, 9);
    Range late = soon;
    for (int i = 0; i < 100; ++i) late = calm.follow({0, 1}, 0.3);
    EXPECT_LT(late.high, 1.4);  // it stays where three quarters are filled
    EXPECT_GE(late.high, 1);
}

PaceInput played(double now_s, double work_ms) {
    PaceInput in;
    in.now_s = now_s;
    in.work_ms = work_ms;
    in.drew = in.flows = in.draws_on_cpu = true;
    return in;
}

TEST(Pace, LeavesThreeFifthsOfACpuToTheFlowAndHalfIfPicturesBecomeFew) {
    const auto pictures_per_second = [](double work_ms) {
        Pace pace;
        for (int i = 0; i < 40; ++i) pace.look(played(0.1 * i, work_ms), {});
        return 1 / (1e-3 * work_ms + pace.wait_s());
    };
    EXPECT_NEAR(pictures_per_second(5), 25, 1e-6);
    EXPECT_NEAR(pictures_per_second(18), 0.4 / 0.018, 1e-6);
    EXPECT_NEAR(pictures_per_second(38), 12, 1e-6);
    EXPECT_NEAR(pictures_per_second(100), 0.5 / 0.1, 1e-6);
}

TEST(Pace, DrawsCoarserWhilePicturesAreSlowAndFinelyAtRest) {
    Pace pace;
    for (int i = 0; i < 40; ++i) pace.look(played(0.3 * i, 200), {});
    EXPECT_EQ(pace.level(), Pace::coarsest);
    EXPECT_LT(pace.quality({}, 0).smoke_part, QualityView{}.smoke_part);
    PaceInput still;
    still.now_s = 100;
    still.draws_on_cpu = true;
    pace.look(still, {});
    EXPECT_EQ(pace.level(), 0);
    EXPECT_EQ(pace.quality({}, 0).smoke_part, static_cast<float>(QualityView{}.smoke_part));
    EXPECT_GT(pace.wait_s(), 0.1);
}

TEST(Pace, DoesNotWaitWhileTheCameraMovesAndIsFineAgainAMomentAfter) {
    Pace pace;
    PaceInput in;
    in.draws_on_cpu = in.drew = true;
    for (int i = 0; i < 20; ++i) {
        in.now_s = 0.1 * i;
        in.work_ms = 120;
        in.changes = true;
        pace.look(in, {});
    }
    EXPECT_EQ(pace.wait_s(), 0);
    EXPECT_GE(pace.level(), 1);
    in.changes = false;
    in.now_s += Pace::rest_s + 0.01;
    pace.look(in, {});
    EXPECT_EQ(pace.level(), 0);
}

TEST(Pace, SmoothsEdgesOnACpuOnlyOfStillPicturesThatWereDrawnSoon) {
    for (const double work_ms : {20.0, 200.0}) {
        Pace pace;
        PaceInput in;
        in.draws_on_cpu = in.drew = in.changes = true;
        in.work_ms = work_ms;
        pace.look(in, {});
        in.changes = false;
        in.now_s = 1;
        pace.look(in, {});
        EXPECT_EQ(pace.quality({}, 0).samples_a_side, 1);  // what was drawn before was coarse
        in.now_s = 1.2;
        pace.look(in, {});
        EXPECT_EQ(pace.quality({}, 0).samples_a_side, work_ms < 50 ? 2 : 1);
    }
}

TEST(Pace, KeepsFullQualityWhereItMayNotAdapt) {
    Pace pace;
    QualityView wish;
    wish.adaptive = false;
    for (int i = 0; i < 40; ++i) pace.look(played(0.3 * i, 500), wish);
    EXPECT_EQ(pace.level(), 0);
}

TEST(ProbeHistory, KeepsCurvesOfProbesThatStayAndForgetsThoseOfOneThatMoves) {
    ProbeHistory history;
    std::vector<Probe> probes{{"a", {0, 0, 0}}, {"b", {1, 0, 0}}};
    history.follow(1, probes);
    history.add(0.1, std::vector<ProbeReading>{{1, 0, {}, true}, {2, 0, {}, true}});
    probes[0].name = "renamed";
    probes[1].at_m.y = 0.5;
    history.follow(1, probes);
    EXPECT_EQ(history.curves()[0].speed_ms, std::vector<double>{1});
    EXPECT_TRUE(history.curves()[1].speed_ms.empty());
    history.follow(2, probes);  // another run
    EXPECT_TRUE(history.curves()[0].speed_ms.empty());
}

TEST(ProbeHistory, DropsWhatLiesAfterATimeThatComesAgain) {
    ProbeHistory history;
    history.follow(1, {{"a", {}}});
    for (const double t : {0.1, 0.2, 0.3, 0.4}) history.add(t, std::vector<ProbeReading>{{t, 0, {}, true}});
    history.add(0.25, std::vector<ProbeReading>{{9, 0, {}, false}});
    const ProbeCurves& c = history.curves()[0];
    EXPECT_EQ(c.time_s, (std::vector<double>{0.1, 0.2, 0.25}));
    EXPECT_TRUE(std::isnan(c.speed_ms.back()));  // outside the domain
}

TEST(ProbeHistory, NeverHoldsMoreThanItsMostAndStillSpansTheRun) {
    ProbeHistory history;
    history.follow(1, {{"a", {}}});
    const int count = 5 * static_cast<int>(ProbeHistory::most);
    for (int i = 0; i < count; ++i) history.add(i, std::vector<ProbeReading>{{1, 0, {}, true}});
    const auto& times = history.curves()[0].time_s;
    EXPECT_LE(times.size(), ProbeHistory::most);
    EXPECT_EQ(times.front(), 0);
    EXPECT_GT(times.back(), count - 20);
}

TEST(ProbesCsv, HasARowATimeAndEmptyFieldsWhereAProbeWasNotThere) {
    ProbeHistory history;
    std::vector<Probe> probes{{"a, b", {}}};
    history.follow(1, probes);
    history.add(0.5, std::vector<ProbeReading>{{2, 3, {2, 0, 0}, true}});
    probes.push_back({"late", {1, 1, 1}});
    history.follow(1, probes);
    history.add(1, std::vector<ProbeReading>{{4, 5, {4, 0, 0}, true}, {6, 7, {0, 6, 0}, true}});
    const std::string text = probes_csv(probes, history.curves());
    EXPECT_EQ(text.substr(0, text.find('\n')),
              "time_s,a  b speed_ms,a  b pressure_pa,a  b u_x_ms,a  b u_y_ms,a  b u_z_ms,"
              "late speed_ms,late pressure_pa,late u_x_ms,late u_y_ms,late u_z_ms");
    EXPECT_NE(text.find("\n0.5,2,3,2,0,0,,,,,\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n1,4,5,4,0,0,6,7,0,6,0\n"), std::string::npos) << text;
}

TEST(Quantities, AFlowAtRestHasALegendThatSaysSomething) {
    const double scale = 30;  // m/s a lattice unit
    EXPECT_TRUE(is_still({0, 1e-30f}, ShownQuantity::speed, scale));
    EXPECT_TRUE(is_still({0, 2e-6f}, ShownQuantity::speed, scale));  // rounding errors
    EXPECT_FALSE(is_still({0, 0.01f}, ShownQuantity::speed, scale));
    EXPECT_EQ(still_range(ShownQuantity::speed, 3), (Range{0, 3}));
    EXPECT_EQ(still_range(ShownQuantity::vorticity_z, 3), (Range{-1, 1}));
}

TEST(StreamSeeds, LieInsideTheBoxAndAreAboutAsManyAsAskedFor) {
    const Int3 nodes{64, 32, 16};
    const std::array<bool, 6> inflow{true, false, false, false, false, false};
    const SeedBall ball{{30, 15, 8}, 4};
    for (const auto& seeds : {face_seeds(nodes, inflow, 100), plane_seeds(nodes, {31, 15, 7}, {1, 1, 0}, 100),
                              ball_seeds(nodes, std::span(&ball, 1), {-1, 0, 0}, 100), face_seeds(nodes, {}, 100)}) {
        EXPECT_GE(seeds.size(), 70u);
        EXPECT_LE(seeds.size(), 140u);
        for (const Float3& p : seeds)
            for (int d = 0; d < 3; ++d) EXPECT_TRUE(p[d] >= 0 && p[d] <= static_cast<float>(nodes[d] - 1));
    }
    for (const Float3& p : face_seeds(nodes, inflow, 100)) EXPECT_EQ(p.x, 1);
}

TEST(StreamSeeds, ALargeFlowIsThinnedAndStaysTheSameFlow) {
    const Int3 nodes{20, 10, 6};
    std::vector<float> u(3 * 20 * 10 * 6);
    for (std::size_t z = 0, k = 0; z < 6; ++z)
        for (std::size_t y = 0; y < 10; ++y)
            for (std::size_t x = 0; x < 20; ++x, ++k) u[k] = static_cast<float>(x + 100 * y + 10000 * z);
    const OwnFlow own = copied(u, nodes, 300);
    ASSERT_EQ(own.stride, 2);
    ASSERT_EQ(own.nodes, (Int3{10, 5, 3}));
    EXPECT_EQ(own.flow().at({3, 2, 1}).x, 6 + 400 + 20000);
}

}  // namespace
}  // namespace fum
