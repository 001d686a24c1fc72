// Numbers of the run panels: speed, time left, curves of loads.
#include <gtest/gtest.h>

#include <cmath>

#include "app/force_curves.h"
#include "app/run_pace.h"

namespace fum::test {
namespace {

SimStatus at(std::int64_t step, SimMode mode = SimMode::playing) {
    SimStatus s;
    s.mode = mode;
    s.run = 1;
    s.step = step;
    s.total_steps = 1000;
    s.steps_per_frame = 10;
    s.mlups = 50;
    return s;
}

TEST(RunPace, CountsStepsOfTheLastSecondsOnly) {
    RunPace pace;
    for (int i = 0; i <= 100; ++i) pace.add(0.1 * i, at(i < 50 ? 0 : 4 * (i - 50)));  // 40 steps a second since 5 s
    EXPECT_NEAR(pace.steps_per_second(), 40, 1e-9);
    EXPECT_NEAR(pace.frames_per_minute(), 240, 1e-9);
    EXPECT_NEAR(pace.left_s(), 800 / 40.0, 1e-9);
    EXPECT_EQ(pace.seconds_until(100), 0);
}

TEST(RunPace, PauseAndReturnForgetTheSpeed) {
    RunPace pace;
    pace.add(0, at(0));
    pace.add(1, at(100));
    EXPECT_NEAR(pace.steps_per_second(), 100, 1e-9);
    pace.add(2, at(100, SimMode::paused));
    EXPECT_EQ(pace.steps_per_second(), 0);
    EXPECT_TRUE(std::isnan(pace.left_s()));
    pace.add(3, at(100));
    pace.add(4, at(50));  // the flow has gone back
    EXPECT_EQ(pace.steps_per_second(), 0);
}

TEST(RunPace, ComparesItselfWithTheFilmAndForgetsWhenAnotherSpeedIsChosen) {
    RunPace pace;
    Scene scene;
    scene.time.fps = 25;
    for (int i = 0; i <= 20; ++i) pace.add(0.1 * i, at(10 * i));  // 100 steps, 10 frames a second
    EXPECT_NEAR(film_speed_of(pace, scene), 0.4, 1e-9);
    EXPECT_NEAR(pace.known_s(), 2, 1e-9);
    pace.forget_speed();
    EXPECT_EQ(pace.known_s(), 0);
    EXPECT_EQ(film_speed_of(pace, scene), 0);
}

TEST(RunPace, HistoryKeepsTwoEntriesASecond) {
    RunPace pace;
    for (int i = 0; i < 1000; ++i) pace.add(0.01 * i, at(i));
    EXPECT_NEAR(static_cast<double>(pace.history().size()), 20, 1);
}

TEST(ForceCurves, RunningMeanForgetsTheStart) {
    std::vector<double> x, y;
    for (int i = 0; i < 400; ++i) x.push_back(i), y.push_back(i < 40 ? 1000 : 2);
    const std::vector<double> mean = running_mean(x, y);
    ASSERT_EQ(mean.size(), y.size());
    EXPECT_EQ(mean[10], 1000);
    EXPECT_GT(mean[50], 2);
    EXPECT_NEAR(mean[399], 2, 1e-9);
    EXPECT_TRUE(running_mean({}, {}).empty());
}

TEST(ForceCurves, RangeLeavesTheStartOut) {
    const ValueRange range = range_after_start({900, 1, 2, 3, 1, 2, 3, 1, 2, 3}, 0.1, {0, 0.5});
    EXPECT_EQ(range.low, 0);
    EXPECT_EQ(range.high, 3);
}

TEST(ForceCurves, CsvHasALineAnEntry) {
    const std::string csv = force_csv({{0.5, {1, 2, 3}, {4, 5, 6}}, {1, {7, 8, 9}, {0, 0, 0}}});
    EXPECT_EQ(csv, "time_s,drag_N,lift_N,side_N,roll_Nm,yaw_Nm,pitch_Nm\n0.5,1,2,3,4,5,6\n1,7,8,9,0,0,0\n");
}

}  // namespace
}  // namespace fum::test
