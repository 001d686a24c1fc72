// The search for a plan beside a flow that goes on.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/live_tune.h"
#include "app/sim_thread.h"
#include "tests/app/live_parameters.h"

namespace fum::test {
namespace {

TEST(LiveTune, FlowGoesOnWhileItIsMeasuredAndTheBoardFills) {
    Scene scene = tunnel();
    scene.solver.threads = 1;
    scene.advanced.alpha = 4;  // is what is searched: counts for nothing
    SimLimits limits;
    limits.measure_bandwidth = false;
    SimThread sim(limits);
    sim.load(scene);
    sim.step(1);
    ASSERT_TRUE(sim.wait_until_idle(60));
    sim.play();
    TuneBoard board;
    LiveTuneOptions options;
    options.budget_s = 2;
    const std::int64_t before = sim.status().step;
    const TuneReport report = tune_live(prepare(scene), sim.turns(), board, options);
    EXPECT_GT(sim.status().step, before + 3);
    EXPECT_EQ(sim.status().mode, SimMode::playing);
    const TuneState state = board.state();
    ASSERT_FALSE(state.cells.empty());
    EXPECT_EQ(state.cells.size(), report.result.cells.size());
    EXPECT_EQ(state.cells.front().plan, report.start().plan);
    EXPECT_EQ(state.start.alpha, 0);
    EXPECT_TRUE(state.axes.blocks.empty()) << "there is no solid";
    for (std::size_t i = 0; i < state.cells.size(); ++i) {
        EXPECT_EQ(state.cells[i].part, report.result.cells[i].part) << i;
        EXPECT_EQ(state.cells[i].state, report.result.cells[i].state) << i;
    }
}

TEST(LiveTune, StopKeepsWhatWasFound) {
    Scene scene = tunnel();
    scene.solver.threads = 1;
    Turns turns;
    TuneBoard board;
    LiveTuneOptions options;
    options.stop = [&] { return board.state().cells.size() >= 2; };
    const TuneReport report = tune_live(prepare(scene), turns, board, options);
    EXPECT_TRUE(report.result.stopped);
    EXPECT_EQ(report.result.cells.size(), 2u);
}

TEST(LiveTune, BoardTellsGridFromOtherKnobsAndKeepsTheLeast) {
    TuneBoard board;
    Plan plan;
    board.note(plan, 3, 10);
    board.note(plan, 2, 10);
    board.note(plan, 4, 10);
    plan.schedule = Plan::Schedule::staged;
    board.note(plan, 30, 10);
    const auto cells = board.state().cells;
    ASSERT_EQ(cells.size(), 2u);
    EXPECT_EQ(cells[0].ms, 2);
    EXPECT_EQ(cells[0].part, TuneCell::Part::grid);
    EXPECT_EQ(cells[1].state, TuneCell::State::aborted);
    EXPECT_EQ(cells[1].part, TuneCell::Part::other);
}

}  // namespace
}  // namespace fum::test
