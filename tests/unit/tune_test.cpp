// The search for the cheapest plan, on made-up costs and a made-up clock.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <vector>

#include "sim/tune.h"

namespace fum {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// A cost whose measurements take a made-up second each, and what was asked of it.
struct Bench {
    std::function<double(const Plan&)> ms;
    double seconds_each = 1;
    double now = 0;
    std::vector<Plan> asked{};
    std::vector<double> limits{};

    TuneResult run(const TuneAxes& axes, double budget_s = 1e9, std::function<bool()> stop = {}) {
        TuneOptions options;
        options.budget_s = budget_s;
        options.clock = [this] { return now; };
        options.stop = std::move(stop);
        Plan start;
        start.alpha = 64;
        start.ib_block = axes.blocks.empty() ? 0 : 8;
        start.block_threads = 128;
        return tune(
            start, axes,
            [this](const Plan& plan, double abort_above) {
                now += seconds_each;
                asked.push_back(plan);
                limits.push_back(abort_above);
                return ms(plan);
            },
            options);
    }
};

TuneAxes gpu_axes() {
    return {{1, 2, 4, 8, 16, 32, 48}, {1, 2, 4, 8, 16, 32, 64, 128, 256}, {64, 128, 256}, {1, 2, 3}};
}

/// A surface like Fig. 10 (c): a valley along alpha, bumps along l, the least at (11, 128).
double bumpy(const Plan& plan) {
    const double a = std::log2(static_cast<double>(plan.alpha)) - 7, l = plan.ib_block;
    const double bumps = 0.4 * (1 - std::cos(2 * std::numbers::pi * (l - 11) / 4));
    return 10 + 0.8 * a * a + 0.02 * (l - 11) * (l - 11) + bumps;
}

TEST(Tune, FindsTheLeastOfABumpySurfaceWithoutMeasuringAllOfIt) {
    Bench bench{bumpy};
    const TuneResult result = bench.run(gpu_axes());
    const Plan& best = result.cells[result.best].plan;
    EXPECT_EQ(best.ib_block, 11);
    EXPECT_EQ(best.alpha, 128);
    EXPECT_EQ(result.skipped, 0u);
    EXPECT_LE(bench.asked.size(), tune_effort(gpu_axes(), {}));
    EXPECT_LT(bench.asked.size(), 48u * 9) << "the whole grid";
}

TEST(Tune, MeasuresEveryCoarseCellAndAllBlocksBetweenTheNeighboursOfTheBest) {
    Bench bench{bumpy};
    std::set<std::pair<int, std::int64_t>> grid;
    for (const TuneCell& cell : bench.run(gpu_axes()).cells)
        if (cell.part == TuneCell::Part::grid) {
            EXPECT_TRUE(grid.insert({cell.plan.ib_block, cell.plan.alpha}).second);
        }
    for (const int l : gpu_axes().blocks)
        for (const std::int64_t alpha : gpu_axes().alphas) EXPECT_TRUE(grid.count({l, alpha})) << l << ", " << alpha;
    for (int l = 4; l <= 16; ++l) EXPECT_TRUE(grid.count({l, 128})) << l;
}

TEST(Tune, NarrowsAWideGapByQuarters) {
    Bench bench{[](const Plan& p) { return 10 + 0.01 * std::abs(p.ib_block - 777); }};
    const TuneResult result = bench.run({{1, 8, 64, 512, 1000}, {64}, {}, {}});
    EXPECT_EQ(result.cells[result.best].plan.ib_block, 777);
    EXPECT_LT(bench.asked.size(), 60u);
}

TEST(Tune, KeepsTheDefaultUnlessSomethingBeatsItByMoreThanTheNoise) {
    for (const double gain : {0.010, 0.014, 0.020}) {
        Bench bench{[&](const Plan& p) { return p.ib_block == 4 ? 10 * (1 - gain) : 10.0; }};
        const TuneResult result = bench.run(gpu_axes());
        EXPECT_EQ(result.best != 0, gain > 0.015) << gain;
        EXPECT_EQ(result.noise, 0.015);
    }
}

TEST(Tune, MeasuredNoiseRaisesTheBar) {
    std::map<int, int> times;  // each measurement of a plan is 4 % slower than the one before
    Bench bench{[&](const Plan& p) { return (p.ib_block == 4 ? 9.7 : 10.0) * (1 + 0.04 * times[p.ib_block]++); }};
    const TuneResult result = bench.run({{4, 8}, {64}, {}, {}});
    EXPECT_NEAR(result.noise, 0.04 / 1.04, 1e-9);
    EXPECT_EQ(result.best, 0u) << "3 % is less than that";
}

TEST(Tune, TheLeastOfRepeatedMeasurementsCounts) {
    int times = 0;
    Bench bench{[&](const Plan& p) {
        if (p.ib_block == 4) return times++ == 0 ? 10.5 : 9.0;
        return p.ib_block == 8 ? 10.0 : 12.0;
    }};
    const TuneResult result = bench.run({{4, 8}, {64}, {}, {}});
    EXPECT_EQ(result.cells[result.best].plan.ib_block, 4) << "its first measurement was disturbed";
    EXPECT_EQ(result.cells[result.best].ms, 9.0);
}

TEST(Tune, OneLuckyMeasurementIsNotEnough) {
    int times = 0;
    Bench bench{[&](const Plan& p) { return p.ib_block == 4 && times++ == 0 ? 8.0 : p.ib_block <= 4 ? 9.9 : 10.0; }};
    const TuneResult result = bench.run({{2, 4, 8}, {64}, {}, {}});
    EXPECT_EQ(result.best, 0u) << "9.9 is within the noise of 10";
}

TEST(Tune, RefusedPlansAreShownAndNeverChosen) {
    Bench bench{[](const Plan& p) {
        return p.alpha != 64 || p.schedule == Plan::Schedule::staged ? infinite : p.block_threads == 256 ? 9.0 : 10.0;
    }};
    const TuneResult result = bench.run(gpu_axes());
    EXPECT_EQ(result.cells[result.best].plan.block_threads, 256);
    std::size_t refused = 0;
    for (const TuneCell& cell : result.cells) refused += cell.state == TuneCell::State::refused;
    EXPECT_EQ(refused, 8u * 7 + 3) << "alphas beside 64 at every l, and three staged plans";
}

TEST(Tune, ARefusedDefaultLeavesTheOthers) {
    Bench bench{[](const Plan& p) { return p.alpha == 64 ? infinite : 10.0 + static_cast<double>(p.alpha); }};
    const TuneResult result = bench.run({{}, {16, 32, 64}, {}, {}});
    EXPECT_EQ(result.cells[0].state, TuneCell::State::refused);
    EXPECT_EQ(result.cells[result.best].plan.alpha, 16);
}

TEST(Tune, MeasurementsAreToldWhenToAbort) {
    Bench bench{[](const Plan& p) { return p.alpha == 64 ? 10.0 : 16.0; }};
    const TuneResult result = bench.run({{}, {1, 64}, {}, {}});
    EXPECT_EQ(bench.limits[0], infinite) << "the default is always measured whole";
    EXPECT_EQ(bench.limits[1], 15.0) << "1.5 times the best so far";
    EXPECT_EQ(result.cells[1].state, TuneCell::State::aborted);
    for (const Plan& plan : std::vector<Plan>(bench.asked.begin() + 2, bench.asked.end()))
        EXPECT_EQ(plan.alpha, 64) << "what was aborted is no finalist";
}

TEST(Tune, RespectsTheBudgetAndSpendsItOnPromisingColumnsFirst) {
    for (const double budget : {1.0, 7.0, 30.0, 61.0}) {
        Bench bench{bumpy};
        const TuneResult result = bench.run(gpu_axes(), budget);
        EXPECT_LE(bench.now, budget);
        EXPECT_GT(result.skipped, 0u);
        EXPECT_EQ(result.cells[0].plan.alpha, 64) << "the default is measured in any case";
    }
    Bench bench{bumpy};
    bench.run(gpu_axes(), 30);
    for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(bench.asked[i].alpha, 64) << "the default's column";
    for (std::size_t i = 7; i < 15; ++i) EXPECT_EQ(bench.asked[i].ib_block, 8) << "the default's row";
    for (std::size_t i = 15; i < 18; ++i) EXPECT_EQ(bench.asked[i].alpha, 128) << "the best column";
}

TEST(Tune, OneMeasurementIsMadeHoweverSmallTheBudget) {
    Bench bench{bumpy, 500};
    const TuneResult result = bench.run(gpu_axes(), 10);
    EXPECT_EQ(result.cells.size(), 1u);
    EXPECT_EQ(result.best, 0u);
}

TEST(Tune, TimeIsKeptBackToConfirmAndWithoutItTheDefaultStays) {
    const auto ms = [](const Plan& p) { return p.ib_block == 4 ? 5.0 : 10.0; };
    Bench enough{ms};
    EXPECT_NE(enough.run({{1, 2, 4, 8, 16}, {64}, {}, {}}, 9).best, 0u);
    const std::vector<Plan> last(enough.asked.end() - 4, enough.asked.end());
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(last[i].ib_block, i % 2 == 0 ? 8 : 4) << "two turns";
    EXPECT_LE(enough.now, 9);
    int calls = 0;  // the first measurements are short, then one takes all that is left
    Bench scarce{ms};
    scarce.ms = [&](const Plan& p) { return scarce.now += ++calls == 4 ? 30 : 0, ms(p); };
    EXPECT_EQ(scarce.run({{1, 2, 4, 8, 16}, {64}, {}, {}}, 20).best, 0u);
}

TEST(Tune, ASignalEndsTheSearchAndKeepsWhatWasFound) {
    Bench bench{[](const Plan& p) { return p.alpha == 32 ? 5.0 : 10.0; }};
    const TuneResult result = bench.run({{}, {16, 32, 64, 128}, {}, {}}, 1e9, [&] { return bench.asked.size() >= 3; });
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(bench.asked.size(), 3u);
    EXPECT_EQ(result.cells[result.best].plan.alpha, 32);
    Bench broken{[](const Plan&) { return std::nan(""); }};
    EXPECT_TRUE(broken.run(gpu_axes()).cells.empty()) << "given up before the first was done";
}

TEST(Tune, WithoutSolidsOnlyAlphaAndTheRestAreSearched) {
    Bench bench{bumpy};
    for (const TuneCell& cell : bench.run({{}, {32, 64, 128}, {64, 128}, {1}}).cells) EXPECT_EQ(cell.plan.ib_block, 0);
}

TEST(Tune, ProgressCountsUpAndNeverPromisesMoreThanTheBudget) {
    Bench bench{bumpy};
    std::size_t last = 0;
    TuneOptions options;
    options.budget_s = 50;
    options.clock = [&] { return bench.now; };
    options.progress = [&](const TuneProgress& p) {
        EXPECT_EQ(p.done, ++last);
        EXPECT_LE(p.seconds + p.left_s, 50 + 1e-9);
    };
    Plan start;
    start.alpha = 64;
    start.ib_block = 8;
    tune(
        start, gpu_axes(), [&](const Plan& p, double) { return bench.now += 1, bumpy(p); }, options);
    EXPECT_GT(last, 10u);
}

}  // namespace
}  // namespace fum
