// The panel's numbers before a run, and loads over its time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "app/force_history.h"
#include "app/stability.h"
#include "sim/core/random.h"
#include "sim/io/scene_toml.h"
#include "tests/app/live_parameters.h"
#include "tests/support/flows.h"

namespace fum::test {
namespace {

using testing::HasSubstr;

/// A ball of 0.375 m = 6 cells in the tunnel of 32 x 16 x 16 cells of 1/16 m, changed by settings.
fum::Setup setup_of(const std::vector<std::string>& settings, bool sampled = false) {
    Scene scene = tunnel();
    scene.solids.resize(1);
    scene.solids[0].name = "ball";
    scene.solids[0].shape = "ball";
    scene.solids[0].size_m = 0.375;
    for (const std::string& setting : settings) {
        const Issues issues = apply_setting(scene, setting);
        EXPECT_TRUE(issues.empty()) << listed(issues);
    }
    fum::Setup setup = prepare(scene);
    EXPECT_TRUE(usable(setup.issues)) << listed(setup.issues);
    if (sampled) sample_solids(setup);
    return setup;
}

StabilityRow row_of(const fum::Setup& setup, const std::string& name) {
    for (StabilityRow& row : stability_of(setup))
        if (row.name == name) return row;
    ADD_FAILURE() << "no row " << name;
    return {};
}

struct Case {
    std::string row;
    std::vector<std::string> settings;
    Verdict verdict;
};

TEST(Stability, NumbersTurnAmberAndRedAtTheirThresholds) {
    const std::vector<Case> cases{
        {"lattice speed", {}, Verdict::good},
        {"lattice speed", {"advanced.lattice_speed=0.22"}, Verdict::doubtful},
        {"lattice speed", {"advanced.lattice_speed=0.45", "time.fps=36"}, Verdict::bad},
        {"Mach", {"advanced.lattice_speed=0.22"}, Verdict::doubtful},
        {"tau", {"fluid.re=1e7"}, Verdict::good},
        {"tau", {"fluid.re=1e7", "solver.model=bgk"}, Verdict::bad},
        {"tau", {"fluid.re=1e7", "solver.model=raw_mrt"}, Verdict::doubtful},
        {"tau", {"fluid.re=1e7", "solver.model=central_mrt"}, Verdict::doubtful},
        {"tau", {"fluid.re=0.5"}, Verdict::doubtful},
        {"Re", {"fluid.re=50"}, Verdict::good},
        {"Re", {"fluid.re=1e6"}, Verdict::doubtful},
        {"ball length", {}, Verdict::bad},
        {"ball length", {"domain.resolution=64"}, Verdict::doubtful},
        {"ball length", {"domain.resolution=128"}, Verdict::good},
        {"ball samples", {}, Verdict::good},
        {"ball samples", {"solver.samples_per_area=1.5"}, Verdict::doubtful},
        {"ball samples", {"solver.samples_per_area=0.5"}, Verdict::bad},
        {"ball tip speed", {"solid[0].motion=spin", "solid[0].spin_rpm=50"}, Verdict::good},
    };
    for (const Case& c : cases) {
        const StabilityRow row = row_of(setup_of(c.settings), c.row);
        EXPECT_EQ(row.verdict, c.verdict) << c.row << " " << row.text << testing::PrintToString(c.settings);
        EXPECT_EQ(row.advice.empty(), c.verdict == Verdict::good) << row.advice;
    }
}

TEST(Stability, TipSpeedIsThatOfTheFarthestPointInCellsAStep) {
    const fum::Setup setup = setup_of({"solid[0].motion=spin", "solid[0].spin_deg_s=180", "solid[0].spin_rpm=0"});
    const double expected = pi * 0.1875 * setup.numbers.units.dt_s * 16;  // omega r dt / dx
    EXPECT_NEAR(row_of(setup, "ball tip speed").value / expected, 1, 1e-5);
}

TEST(Stability, GapsAreMeasuredBetweenSurfacesAndToFacesOverTheRun) {
    // the ball's lowest point is 0.5 - 0.3 - 0.1875 = 0.0125 m = 0.2 cells above the face ymin
    fum::Setup setup = setup_of({"solid[0].translate_m=[0, -0.3, 0]"}, true);
    EXPECT_NEAR(row_of(setup, "ball to faces").value, 0.2, 0.05)
        << "samples lie a little inside of a polyhedron's ball";
    EXPECT_EQ(row_of(setup, "ball to faces").verdict, Verdict::doubtful);
    setup = setup_of({"solid[0].translate_m=[0, -0.4, 0]"}, true);
    EXPECT_EQ(row_of(setup, "ball to faces").verdict, Verdict::bad);

    Scene scene = setup.scene;
    scene.solids[0].translate_m = {-0.3, 0, 0};
    scene.solids.push_back(scene.solids[0]);
    scene.solids[1].name = "other";
    scene.solids[1].translate_m = {0.25, 0, 0};  // 0.55 m between the middles, 0.175 m = 2.8 cells between the balls
    setup = prepare(scene);
    sample_solids(setup);
    EXPECT_NEAR(gap_between(setup, 0, 1, 4), 2.8, 0.15) << "samples are 0.2 cells apart";
    EXPECT_EQ(row_of(setup, "ball to other").verdict, Verdict::doubtful);
    scene.solids[1].motion = Motion::straight;
    scene.solids[1].velocity_ms = {-0.04, 0, 0};  // 0.16 m nearer after the 4 s of the run
    setup = prepare(scene);
    sample_solids(setup);
    EXPECT_NEAR(gap_between(setup, 0, 1, 4), 0.24, 0.15);
    EXPECT_EQ(row_of(setup, "ball to other").verdict, Verdict::bad);
    scene.solids[1].motion = Motion::fixed;
    scene.solids[1].velocity_ms = {};
    scene.solids[1].translate_m = {0.6, 0, 0};
    setup = prepare(scene);
    sample_solids(setup);
    EXPECT_EQ(gap_between(setup, 0, 1, 4), 4);
}

TEST(Stability, ThreeThingsToTryFitTheScene) {
    const auto advice = [](const std::vector<std::string>& settings, Int3 node) {
        const fum::Setup setup = setup_of(settings);
        const std::vector<Remedy> all = divergence_advice(setup, node);
        EXPECT_EQ(all.size(), 3u);
        std::string text;
        for (const Remedy& remedy : all) {
            text += remedy.sentence + "\n";
            Scene cured = setup.scene;
            for (const std::string& setting : remedy.settings)
                EXPECT_TRUE(apply_setting(cured, setting).empty()) << setting;
            EXPECT_TRUE(usable(validate(cured))) << remedy.sentence;
        }
        return text;
    };
    EXPECT_THAT(advice({"solver.model=bgk"}, {16, 8, 8}),
                HasSubstr("Choose solver.model = acm_mrt; bgk is less stable"));
    EXPECT_THAT(advice({}, {16, 8, 8}), HasSubstr("Raise advanced.acm_alpha from 3 to 6"));
    EXPECT_THAT(advice({}, {30, 8, 8}), HasSubstr("1 cell from a face"));
    EXPECT_THAT(advice({"advanced.lattice_speed=0.05"}, {16, 8, 8}),
                testing::Not(HasSubstr("Lower advanced.lattice_speed")));
}

TEST(Forces, AxesFollowTheWindAndTheUpAxis) {
    Scene scene = tunnel();
    ForceAxes axes = force_axes(scene);
    EXPECT_EQ(axes.drag, (Double3{1, 0, 0}));
    EXPECT_EQ(axes.lift, (Double3{0, 1, 0}));
    EXPECT_EQ(axes.side, (Double3{0, 0, 1}));
    scene.boundary[xmin].velocity_ms = {1, 1, 0};
    axes = force_axes(scene);
    EXPECT_NEAR(dot(axes.drag, axes.lift), 0, 1e-15);
    EXPECT_NEAR(axes.lift.y, std::sqrt(0.5), 1e-15);
    Scene tow;
    tow.solids.resize(1);
    tow.solids[0].motion = Motion::straight;
    tow.solids[0].velocity_ms = {0, 0, 3};
    EXPECT_EQ(force_axes(tow).drag, (Double3{0, 0, -1})) << "the wind that it feels";
    Scene rising;
    rising.fluid.start_velocity_ms = {0, 2, 0};
    EXPECT_NEAR(dot(force_axes(rising).lift, {0, 1, 0}), 0, 1e-15) << "up lies along the wind: another axis";
}

/// Loads of `n` moments: a mean, a trend over all of it, and noise that is equal for `length` moments in a row.
ForceHistory history_of(const fum::Setup& setup, int n, double mean, double trend, double noise, int length) {
    ForceHistory history(setup);
    const double lattice = 1 / setup.numbers.units.force_to_newton();
    for (int i = 0; i < n; ++i) {
        const double random = hash_noise(static_cast<std::uint32_t>(i / length), 1, 2, 3);  // -1..1
        history.add(0.01 * i, {Load{{(mean + trend * i / n + noise * random) * lattice, 0, 0}, {0, 0, 2 * lattice}}});
    }
    return history;
}

TEST(Forces, AMeanComesWithAnErrorThatHoldsForNoiseWithAMemory) {
    const fum::Setup setup = setup_of({"solid[0].reference_area_m2=0.5"});
    const ForceMean mean = history_of(setup, 2000, 3, 0, 1, 10).mean(0);
    // 100 independent values of a uniform distribution, deviation 1 / sqrt(3): 0.058 for the second half
    EXPECT_NEAR(mean.error_N.x, 0.058, 0.03);
    EXPECT_NEAR(mean.force_N.x, 3, 4 * 0.058);
    EXPECT_GE(mean.blocks, 8);
    EXPECT_TRUE(mean.settled);
    ASSERT_TRUE(mean.has_coefficients);
    EXPECT_NEAR(mean.force_coefficient.x, mean.force_N.x / (0.5 * 1.2 * 0.5), 1e-9) << "1 m/s, 1.2 kg/m^3, 0.5 m^2";
    EXPECT_NEAR(mean.moment_Nm.z, 2 * setup.numbers.units.dx_m, 1e-9);
    EXPECT_NEAR(mean.moment_coefficient.z, mean.moment_Nm.z / (0.3 * 0.4), 1e-9) << "length 0.4 m";
    EXPECT_FALSE(history_of(setup_of({}), 100, 1, 0, 0, 1).mean(0).has_coefficients);
}

TEST(Forces, ATrendOrTooFewMomentsAreNotSettled) {
    const fum::Setup setup = setup_of({});
    EXPECT_FALSE(history_of(setup, 400, 3, 2, 0.01, 1).mean(0).settled);
    EXPECT_FALSE(history_of(setup, 20, 3, 0, 0.01, 1).mean(0).settled);
    EXPECT_EQ(history_of(setup, 20, 3, 0, 0.01, 1).mean(0).blocks, 0);
    EXPECT_FALSE(history_of(setup, 400, 0.1, 0, 5, 20).mean(0).settled) << "noise fifty times the mean";
    EXPECT_TRUE(history_of(setup, 400, 3, 0, 0.01, 1).mean(0).settled);
}

TEST(Forces, AHistoryKeepsItsMeanWhenItIsThinnedAndForgetsWhatARunTookBack) {
    const fum::Setup setup = setup_of({});
    const int n = static_cast<int>(3 * ForceHistory::room);
    ForceHistory history = history_of(setup, n, 3, 0, 0, 1);
    EXPECT_LE(history.of(0).size(), ForceHistory::room);
    EXPECT_GE(history.of(0).size(), ForceHistory::room / 4);
    EXPECT_NEAR(history.mean(0).force_N.x, 3, 1e-12);
    EXPECT_NEAR(history.of(0).back().time_s, 0.01 * n, 0.1);
    for (std::size_t i = 1; i < history.of(0).size(); ++i)
        ASSERT_GT(history.of(0)[i].time_s, history.of(0)[i - 1].time_s);
    history.cut(20);
    EXPECT_LE(history.of(0).back().time_s, 20);
    EXPECT_GT(history.of(0).back().time_s, 19.9);
}

}  // namespace
}  // namespace fum::test
