// The clock that holds a flow back to the film's speed.
#include "app/film_clock.h"

#include <gtest/gtest.h>

namespace fum {
namespace {

/// Steps that a flow has made after `seconds`, if it is looked at every `gap_s` and a step takes `step_s`.
std::int64_t played(double rate, double seconds, double gap_s, double step_s = 0) {
    FilmClock clock;
    std::int64_t step = 50;
    for (double now = 7; now < 7 + seconds;) {
        const std::int64_t due = clock.due(now, step, rate);
        step += due;
        now += gap_s + step_s * static_cast<double>(due);
    }
    return step - 50;
}

TEST(FilmClock, HoldsItsRateWhateverItIs) {
    EXPECT_NEAR(static_cast<double>(played(2000, 3, 0.001)), 6000, 10);
    EXPECT_NEAR(static_cast<double>(played(30, 3, 0.001)), 90, 1);
    EXPECT_NEAR(static_cast<double>(played(0.7, 10, 0.05)), 7, 1);
}

TEST(FilmClock, DoesNotMakeUpForWhatWasLate) {
    FilmClock clock;
    EXPECT_EQ(clock.due(0, 0, 1000), 0);
    EXPECT_LE(clock.due(60, 0, 1000), 101) << "a minute's standstill";
    EXPECT_NEAR(static_cast<double>(played(1000, 5, 0.001, 0.002)), 2500, 130) << "a solver that makes 500 a second";
}

TEST(FilmClock, BeginsAnewAfterAPauseAnotherRateAndAFlowThatWentBack) {
    FilmClock clock;
    clock.due(0, 100, 1000);
    clock.restart();
    EXPECT_EQ(clock.due(0.05, 100, 1000), 0);
    EXPECT_EQ(clock.due(0.06, 100, 10), 0) << "another rate";
    EXPECT_EQ(clock.due(0.07, 20, 10), 0) << "gone back";
    EXPECT_EQ(clock.due(0.171, 20, 10), 1);
}

TEST(FilmClock, SaysHowLongToWait) {
    FilmClock clock;
    clock.due(0, 0, 10);
    EXPECT_NEAR(clock.wait_s(0.04, 0), 0.06, 1e-9);
    clock.due(0, 0, 10000);
    EXPECT_NEAR(clock.wait_s(0, 0), FilmClock::piece_s, 1e-9) << "not a step at a time";
}

}  // namespace
}  // namespace fum
