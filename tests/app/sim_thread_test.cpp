// The solver behind the window: commands, states, snapshots, recovery.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "app/sim_thread.h"
#include "tests/app/live_parameters.h"
#include "tests/support/shown_values.h"

namespace fum::test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

SimLimits quick() {
    SimLimits limits;
    limits.measure_bandwidth = false;
    limits.keep_every_s = 0.05;
    return limits;
}

Scene with_ball_and_smoke() {
    Scene scene = tunnel();
    scene.solids.resize(1);
    scene.solids[0].name = "ball";
    scene.solids[0].shape = "ball";
    scene.solids[0].size_m = 0.375;
    scene.solids[0].reference_area_m2 = 0.11;
    scene.emitters.resize(1);
    scene.emitters[0].centre_m = {-0.5, 0, 0};
    scene.emitters[0].rate = 2000;
    scene.solver.threads = 1;
    return scene;
}

constexpr double long_enough = 60;  ///< seconds; nothing here takes more than one

/// Waits until a state is as wanted.
template <class Wanted>
SimStatus status_when(const SimThread& sim, Wanted wanted) {
    const auto begin = std::chrono::steady_clock::now();
    for (;;) {
        const SimStatus s = sim.status();
        if (wanted(s) || std::chrono::steady_clock::now() - begin > std::chrono::duration<double>(long_enough))
            return s;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

TEST(SimThread, LoadsStepsPausesAndStartsAgain) {
    SimThread sim(quick());
    EXPECT_EQ(sim.status().mode, SimMode::empty);
    sim.step(10);  // nothing to step
    sim.load(with_ball_and_smoke());
    sim.step(37);
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    SimStatus s = sim.status();
    EXPECT_EQ(s.mode, SimMode::paused);
    EXPECT_EQ(s.run, 1u);
    EXPECT_EQ(s.step, 37);
    EXPECT_NEAR(s.frame, 37.0 / 7, 1e-9) << "7 steps a frame";
    EXPECT_NEAR(s.time_s, 37 * s.dt_s, 1e-12);
    EXPECT_GT(s.mlups, 0);
    EXPECT_THAT(s.totals, SizeIs(5));
    EXPECT_FALSE(s.stability.empty());
    EXPECT_FALSE(s.failure.has_value());
    EXPECT_FALSE(sim.forces().of(0).empty());
    sim.play();
    status_when(sim, [](const SimStatus& now) { return now.step > 100; });
    EXPECT_EQ(sim.status().mode, SimMode::playing);
    sim.pause();
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    const std::int64_t held = sim.status().step;
    EXPECT_GT(held, 100);
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_EQ(sim.status().step, held);
    sim.reset();
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    s = sim.status();
    EXPECT_EQ(s.step, 0);
    EXPECT_EQ(s.run, 2u);
    EXPECT_TRUE(sim.forces().of(0).empty());
}

TEST(SimThread, PlaysNoFasterThanTheFilmAndStepsAtOnce) {
    SimThread sim(quick());
    sim.set_film_speed(0.5);
    sim.load(with_ball_and_smoke());
    sim.step(40);
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    EXPECT_EQ(sim.status().step, 40);
    const auto begin = std::chrono::steady_clock::now();
    sim.play();
    status_when(sim, [](const SimStatus& now) { return now.step > 60; });
    sim.pause();
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const double rate = 0.5 * 7 * 24;  // steps a second: 7 a frame, 24 frames a second of film
    EXPECT_LE(static_cast<double>(sim.status().step - 40), rate * (took + FilmClock::slack_s) + 2);
    sim.set_film_speed(0);
    sim.play();
    status_when(sim, [](const SimStatus& now) { return now.step > 300; });
}

TEST(SimThread, EditsArriveAndARefusedOneIsSaidAndChangesNothing) {
    SimThread sim(quick());
    Scene scene = with_ball_and_smoke();
    sim.load(scene);
    sim.step(20);
    for (int i = 1; i <= 50; ++i) {  // a slider
        scene.fluid.re = 400 - i;
        sim.apply(scene);
    }
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    EXPECT_THAT(sim.status().refusal, "");
    Scene finer = scene;
    finer.domain.resolution = 40;
    sim.apply(finer);
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    SimStatus s = sim.status();
    EXPECT_THAT(s.refusal, HasSubstr("domain.resolution cannot change while the flow runs"));
    EXPECT_EQ(s.step, 20);
    scene.boundary[xmin].velocity_ms = {1.2, 0, 0};
    sim.apply(scene);
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    EXPECT_THAT(sim.status().refusal, "");
    const auto speed = [](const SimStatus& now) { return now.stability.at(0).value; };
    EXPECT_NEAR(speed(sim.status()) / speed(s), 1.2, 1e-9);
    EXPECT_EQ(sim.status().dt_s, s.dt_s);
    sim.reset();  // with the edits: dt follows the faster wind
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    EXPECT_LT(sim.status().dt_s, s.dt_s);
}

TEST(SimThread, SnapshotsAreWholeAndComeNoFasterThanTheyAreTaken) {
    SimThread sim(quick());
    sim.load(with_ball_and_smoke());
    sim.want({{Field::speed, Field::smoke}, true, 1000});
    sim.set_budget_ms(1);
    sim.play();
    std::int64_t last = -1;
    int seen = 0;
    double longest_ms = 0;
    const auto begin = std::chrono::steady_clock::now();
    while (seen < 20 && std::chrono::steady_clock::now() - begin < std::chrono::duration<double>(long_enough)) {
        const auto before = std::chrono::steady_clock::now();
        const Shown& shot = sim.shown();
        longest_ms = std::max(
            longest_ms, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count());
        if (shot.run == 0 || shot.step == last) continue;
        EXPECT_GT(shot.step, last);
        last = shot.step;
        ++seen;
        EXPECT_THAT(shot.fields.at(Field::speed), SizeIs(32 * 16 * 16));
        EXPECT_THAT(shot.fields, SizeIs(2));
        EXPECT_THAT(shot.poses, SizeIs(1));
        EXPECT_EQ(shot.tracers.size() % 4, 0u);
        float fastest = 0;
        for (const float u : shot.fields.at(Field::speed)) fastest = std::max(fastest, u);
        EXPECT_GT(fastest, 0.05f);
        EXPECT_LT(fastest, 0.3f) << "a field half of one step and half of another, or none";
    }
    EXPECT_EQ(seen, 20);
    EXPECT_LT(longest_ms, 50) << "the view waits for an exchange of two numbers; 50 ms: a busy machine";
    sim.pause();
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    sim.want({{Field::rho}, false, 1000});
    status_when(sim, [&](const SimStatus&) { return sim.shown().fields.contains(Field::rho); });
    EXPECT_THAT(sim.shown().fields, SizeIs(1)) << "another wish is met while paused";
    EXPECT_TRUE(sim.shown().tracers.empty());
}

/// Waits until what is shown is as wanted.
const Shown& shown_when(SimThread& sim, const std::function<bool(const Shown&)>& wanted) {
    status_when(sim, [&](const SimStatus&) { return wanted(sim.shown()); });
    return sim.exchange().held();
}

TEST(SimThread, ASnapshotKnowsWhereItsOwnFlowStandsWhateverIsLoadedNext) {
    SimThread sim(quick());
    Scene scene = with_ball_and_smoke();
    SnapshotWish wish;
    wish.flow = true;
    sim.want(wish);
    for (const std::uint64_t run : {1u, 2u}) {
        sim.load(scene);
        const Shown& shown = shown_when(sim, [&](const Shown& s) { return s.run == run; });
        const CellBox grid = grid_of(scene.domain);
        EXPECT_EQ(shown.nodes, grid.nodes);
        EXPECT_DOUBLE_EQ(shown.units.dx_m, grid.dx_m);
        EXPECT_DOUBLE_EQ(shown.units.node0_m.x, grid.corner_m.x + 0.5 * grid.dx_m);
        EXPECT_DOUBLE_EQ(shown.units.dt_s, sim.status().dt_s);
        scene.domain.size_m = scene.domain.size_m * 1.5;
    }
}

TEST(SimThread, HalvesTracersAndProbesAreThoseOfTheSolverItself) {
    Scene scene = with_ball_and_smoke();
    SimThread sim(quick());
    SnapshotWish wish;
    wish.flow = wish.smoke = wish.tracers = true;
    wish.fields = {Field::velocity, Field::rho, Field::smoke};
    wish.probes = {{3, 4, 5}, {31, 15, 15}, {0, 0, 0}, {32, 0, 0}};
    wish.most_per_second = 1000;
    sim.load(scene);
    sim.step(30);
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    sim.want(wish);
    const Shown& shot = shown_when(sim, [](const Shown& s) { return s.step == 30 && s.has_flow && s.has_smoke; });
    ASSERT_EQ(shot.nodes, (Int3{32, 16, 16}));
    ASSERT_FALSE(shot.elsewhere);
    const auto &u = shot.fields.at(Field::velocity), &rho = shot.fields.at(Field::rho);
    for (int part = 0; part < 4; ++part) EXPECT_SHOWN(shot.flow, u, rho, part);
    EXPECT_SHOWN(shot.smoke, shot.fields.at(Field::smoke));
    EXPECT_EQ(shot.tracers.size(), 4 * static_cast<std::size_t>(shot.tracer_count));
    EXPECT_GT(shot.tracer_count, 100);
    ASSERT_THAT(shot.probes, SizeIs(4));
    const std::size_t k = 3 + 32 * (4 + 16 * 5);
    EXPECT_NEAR(shot.probes[0].u.x, u[k], 1e-7);
    EXPECT_NEAR(shot.probes[0].rho, rho[k], 1e-7);
    EXPECT_NEAR(shot.probes[1].rho, rho[32 * 16 * 16 - 1], 1e-7);
    EXPECT_TRUE(std::isnan(shot.probes[3].rho)) << "a node that the grid does not have";
}

TEST(SimThread, BeingWatchedChangesNothing) {
    const auto totals_after = [](bool watched) {
        SimThread sim(quick());
        Scene scene = with_ball_and_smoke();
        sim.load(scene);
        if (watched) {
            SnapshotWish all;
            all.flow = all.smoke = all.tracers = true;
            all.fields = {Field::q};
            all.probes = {{1, 2, 3}};
            all.most_per_second = 1000;
            sim.want(all);
        }
        sim.set_budget_ms(1);
        int seen = 0;
        std::uint64_t last = 0;
        for (int i = 0; i < 15; ++i) {
            sim.step(11);
            while (!sim.wait_until_idle(0.002))
                if (std::exchange(last, sim.shown().serial) != last) ++seen;
            for (int look = 0; watched && look < 100; ++look) {  // at rest the newest content comes, however slow it is
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
                if (std::exchange(last, sim.shown().serial) == last) continue;
                ++seen;
                break;
            }
        }
        if (watched) { EXPECT_GT(seen, 3); }
        EXPECT_TRUE(sim.wait_until_idle(long_enough));
        EXPECT_EQ(sim.status().step, 165);
        std::this_thread::sleep_for(std::chrono::milliseconds(600));  // totals are taken every half second
        sim.set_budget_ms(1);
        EXPECT_TRUE(sim.wait_until_idle(long_enough));
        return sim.status().totals;
    };
    EXPECT_EQ(totals_after(true), totals_after(false));
}

/// Memory that the view gives: it notes what it is asked for.
struct NotingMemory final : ShowMemory {
    std::atomic<int> calls = 0;
    std::vector<Half4> flow[3];

    Answer write(int place, Solver& solver, const SnapshotWish&, Shown& shown) override {
        if (++calls % 3 == 1) return Answer::later;
        flow[place].resize(32 * 16 * 16);
        ShowTargets to;
        to.flow = flow[place].data();
        solver.show(to);
        shown.has_flow = true;
        return Answer::written;
    }
};

TEST(SimThread, MemoryOfTheViewIsWrittenOnlyWhereTheViewIsNotAndNotAfterItIsTakenAway) {
    SimThread sim(quick());
    NotingMemory memory;
    sim.exchange().use(&memory);
    sim.load(with_ball_and_smoke());
    SnapshotWish wish;
    wish.flow = true;
    wish.most_per_second = 1000;
    sim.want(wish);
    sim.set_budget_ms(1);
    sim.play();
    std::int64_t last = -1;
    for (int seen = 0; seen < 20;) {
        if (!sim.exchange().fresh()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        const Shown& shot = sim.exchange().take();
        EXPECT_TRUE(shot.elsewhere);
        EXPECT_TRUE(shot.flow.empty());
        EXPECT_GT(shot.step, last);
        last = shot.step;
        const auto& mine = memory.flow[sim.exchange().place()];
        const auto before = mine;
        EXPECT_EQ(&sim.shown(), &shot) << "who just looks does not move on";
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        EXPECT_TRUE(std::ranges::equal(before, mine, [](Half4 a, Half4 b) { return a.x.bits == b.x.bits; }));
        ++seen;
    }
    sim.exchange().use(nullptr);
    const int calls = memory.calls;
    const std::int64_t then = sim.status().step;
    status_when(sim, [&](const SimStatus& now) { return now.step > then + 20; });
    EXPECT_EQ(memory.calls, calls);
    EXPECT_FALSE(shown_when(sim, [](const Shown& s) { return !s.elsewhere; }).flow.empty());
}

TEST(SimThread, FieldsForTheHostComeAsSeldomAsWished) {
    SimThread sim(quick());
    sim.load(with_ball_and_smoke());
    SnapshotWish wish;
    wish.flow = true;
    wish.fields = {Field::velocity};
    wish.fields_per_second = 4;
    wish.most_per_second = 1000;
    sim.want(wish);
    sim.set_budget_ms(1);
    sim.play();
    int pictures = 0, reads = 0;
    std::int64_t step = -1, read = -1;
    const auto begin = std::chrono::steady_clock::now();
    while (pictures < 30) {
        const Shown& shot = sim.shown();
        if (shot.run != 0 && std::exchange(step, shot.step) != step) {
            ++pictures;
            EXPECT_EQ(shot.fields.at(Field::velocity).size(), 3u * 32 * 16 * 16);
            if (std::exchange(read, shot.fields_step) != read) ++reads;
        }
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    EXPECT_LE(reads, 1 + static_cast<int>(std::ceil(4 * seconds)));
    sim.pause();
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    const std::int64_t at = sim.status().step;
    EXPECT_EQ(shown_when(sim, [&](const Shown& s) { return s.fields_step == at; }).step, at)
        << "a flow that stands gets its fields in the end";
}

TEST(SimThread, ADivergedFlowIsReportedWithItsNodeAndStandsAgainWhereItWasSound) {
    SimThread sim(quick());
    Scene scene = with_ball_and_smoke();
    scene.time.ramp_s = 0.1;
    sim.load(scene);
    sim.step(60);
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    std::this_thread::sleep_for(std::chrono::milliseconds(60));  // so that the next piece keeps what is there
    Scene gale = scene;
    gale.gravity.acceleration_ms2 = {2000, 0, 0};
    sim.apply(gale);
    sim.play();
    SimStatus s = status_when(sim, [](const SimStatus& now) { return now.failure.has_value(); });
    ASSERT_TRUE(s.failure.has_value());
    EXPECT_EQ(s.mode, SimMode::paused);
    ASSERT_TRUE(s.failure->node.has_value());
    EXPECT_GE(s.failure->node->x, 0);
    EXPECT_LT(s.failure->node->x, 32);
    EXPECT_THAT(s.failure->suggestions, SizeIs(3));
    EXPECT_THAT(s.failure->sentence, HasSubstr("left the physical range"));
    EXPECT_THAT(s.failure->went_back, HasSubstr("still sound"));
    EXPECT_GE(s.step, 60);
    EXPECT_LT(s.step, s.failure->step);
    EXPECT_TRUE(std::isfinite(s.totals.at(4)));
    sim.play();  // unchanged: it diverges again, and now begins anew
    s = status_when(sim, [](const SimStatus& now) { return now.step == 0; });
    EXPECT_THAT(s.failure->went_back, HasSubstr("beginning"));
    sim.apply(scene);
    sim.step(40);
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    EXPECT_FALSE(sim.status().failure.has_value());
    EXPECT_EQ(sim.status().step, 40);
}

TEST(SimThread, WithoutMemoryToKeepAMomentItReturnsToTheBeginning) {
    SimLimits limits = quick();
    limits.keep_bytes = 0;
    SimThread sim(limits);
    Scene scene = with_ball_and_smoke();
    sim.load(scene);
    sim.step(20);
    scene.gravity.acceleration_ms2 = {2000, 0, 0};
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    EXPECT_EQ(sim.status().kept_step, -1);
    sim.apply(scene);
    sim.play();
    const SimStatus s = status_when(sim, [](const SimStatus& now) { return now.failure.has_value(); });
    ASSERT_TRUE(s.failure.has_value());
    EXPECT_EQ(s.step, 0);
}

TEST(SimThread, RefusalsOfMemoryAndOfScenesAreSentencesAndTheNextSceneRuns) {
    SimThread sim(quick());
    Scene scene = with_ball_and_smoke();
    scene.solids.clear();
    scene.emitters.clear();
    scene.domain.resolution = 8000;
    sim.load(scene);
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    SimStatus s = sim.status();
    ASSERT_TRUE(s.failure.has_value());
    EXPECT_EQ(s.mode, SimMode::empty);
    EXPECT_THAT(s.failure->sentence, HasSubstr("The largest that fits"));
    scene = with_ball_and_smoke();
    scene.solids[0].shape = "bal";
    sim.load(scene);
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    EXPECT_THAT(sim.status().failure->sentence, HasSubstr("did you mean \"ball\""));
    sim.load(with_ball_and_smoke());
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    EXPECT_FALSE(sim.status().failure.has_value());
    EXPECT_EQ(sim.status().mode, SimMode::paused);
}

TEST(SimThread, StagesAreMeasuredOnRequest) {
    SimThread sim(quick());
    sim.load(with_ball_and_smoke());
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    EXPECT_TRUE(sim.status().stages.empty());
    sim.profile(8);
    ASSERT_TRUE(sim.wait_until_idle(long_enough));
    EXPECT_EQ(sim.status().step, 8);
    EXPECT_THAT(sim.status().stages, testing::Contains(testing::Field(&Stage::name, "pull + collide")));
}

TEST(SimThread, StopsWhateverItIsDoing) {
    for (int i = 0; i < 5; ++i) {
        SimThread sim(quick());
        Scene scene = with_ball_and_smoke();
        scene.solids[0].samples = i % 2 ? 300000 : 0;  // sampling takes a second
        sim.load(scene);
        sim.play();
        std::this_thread::sleep_for(std::chrono::milliseconds(7 * i));
        const auto begin = std::chrono::steady_clock::now();
        sim.stop();
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
        const std::int64_t step = sim.status().step;
        sim.play();
        EXPECT_EQ(sim.status().step, step) << "after stop() nothing happens";
    }
}

TEST(SimThread, ALoadEndsThePreparationThatIsUnderWay) {
    SimThread sim(quick());
    Scene slow = with_ball_and_smoke();
    slow.solids[0].samples = 3'000'000;
    sim.load(slow);
    status_when(sim, [](const SimStatus& now) { return now.doing.starts_with("sampling"); });
    Scene fast = with_ball_and_smoke();
    fast.title = "fast";
    sim.load(fast);
    const SimStatus s = status_when(sim, [](const SimStatus& now) { return now.mode == SimMode::paused; });
    EXPECT_EQ(s.title, "fast");
    EXPECT_EQ(s.run, 1u) << "the slow one never became a run";
}

TEST(Exchange, TheReaderKeepsWhatHeHoldsWhileTheWriterGoesOn) {
    Exchange<std::vector<int>> exchange;
    std::atomic<bool> done = false;
    std::thread writer([&] {
        for (int n = 1; n <= 20000; ++n) {
            exchange.back().assign(64, n);
            exchange.publish();
        }
        done = true;
    });
    int last = 0;
    for (bool again = true; again; again = !done || !exchange.taken()) {
        const std::vector<int>& now = exchange.front();
        if (now.empty()) continue;
        for (const int n : now) ASSERT_EQ(n, now.front());
        ASSERT_GE(now.front(), last);
        last = now.front();
    }
    writer.join();
    EXPECT_EQ(exchange.front().front(), 20000);
}

}  // namespace
}  // namespace fum::test
