// Edits of a running scene: what is marked live is live, what is not is refused, and nothing else moves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/live_setup.h"
#include "app/scene_change.h"
#include "sim/io/scene_toml.h"
#include "sim/scene_tables.h"
#include "tests/app/live_parameters.h"
#include "tests/support/flows.h"

namespace fum::test {
namespace {

using testing::HasSubstr;

UnderWay begin(const Scene& scene, int steps = 48) {
    UnderWay run{prepare(scene), nullptr};
    EXPECT_TRUE(usable(run.setup.issues)) << listed(run.setup.issues);
    sample_solids(run.setup);
    leave_room_for_edits(run.setup);
    run.solver = make_solver(run.setup.config, run.setup.plan, "cpu", 2);
    run.solver->step(steps);
    return run;
}

Scene edited(Scene scene, const std::string& setting) {
    const Issues issues = apply_setting(scene, setting);
    EXPECT_TRUE(issues.empty()) << listed(issues);
    return scene;
}

void apply(UnderWay& run, const Scene& scene) {
    apply_edit(run.setup, scene, run.solver->time());
    run.solver->apply(run.setup.config);
}

double outcome(const LiveRow& row, const Scene& scene, bool with_edit) {
    UnderWay run = begin(scene);
    if (row.start) row.start(*run.solver);
    if (with_edit) apply(run, edited(scene, row.setting));
    if (!run.setup.config.bodies.empty()) run.solver->take_loads();
    run.solver->step(row.steps_after);
    return row.look(run);
}

class LiveParameter : public testing::TestWithParam<LiveRow> {};

TEST_P(LiveParameter, DoesWhatItShouldWhileTheFlowRuns) {
    const LiveRow& row = GetParam();
    Scene scene = tunnel();
    if (row.scene) row.scene(scene);
    const double without = outcome(row, scene, false), with = outcome(row, scene, true);
    EXPECT_TRUE(row.does(without, with)) << row.setting << ": " << without << " without the edit, " << with
                                         << " with it";
}

INSTANTIATE_TEST_SUITE_P(All, LiveParameter, testing::ValuesIn(live_rows()), [](const auto& info) {
    std::string name = std::to_string(info.index) + "_" + info.param.key;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
});

/// Live parameters that the solver never hears of, besides all of [output], of which some stand here.
const std::set<std::string> of_the_view{"domain.up",      "solid[].name",         "solid[].reference_area_m2",
                                        "emitter[].name", "probe[].name",         "probe[].at_m",
                                        "output.dir",     "output.name",          "output.first_frame",
                                        "output.vdb.on",  "output.vdb.tolerance", "output.vdb.velocity",
                                        "output.png.on",  "output.png.width",     "output.png.height",
                                        "output.csv.on",  "camera.eye_m",         "camera.target_m",
                                        "camera.fov_deg", "light.direction",      "light.extinction_per_m",
                                        "light.floor"};

TEST(LiveMarks, EveryLiveParameterIsEitherTriedHereOrTheViewsAlone) {
    std::set<std::string> tried;
    for (const LiveRow& row : live_rows()) tried.insert(row.key);
    for (const ParamRef& ref : parameter_docs()) {
        const bool known = tried.contains(ref.key) || of_the_view.contains(ref.key) ||
                           (ref.key.starts_with("output.") && ref.apply == Apply::live);
        EXPECT_EQ(ref.apply == Apply::live, known) << ref.key << ": add a row to live_rows(), or mark it otherwise";
    }
}

/// Another valid value of the same type.
std::string other_value(const ParamRef& ref) {
    const Value now = ref.read();
    if (ref.type == "true or false") return std::get<bool>(now.data) ? "false" : "true";
    if (ref.type == "[x, y, z]") return ref.key == "camera.eye_m" ? "[4, 5, 6]" : "[0.25, 0.5, 0.75]";
    if (ref.type.starts_with("one of")) return ref.key == "domain.up" ? "z" : "?";
    if (ref.type == "text" || ref.type == "path") return "another";
    const double low = std::max(ref.min, 0.0), value = std::isfinite(ref.max) ? std::min(low + 3, ref.max) : low + 3;
    return ref.type == "integer" ? std::to_string(static_cast<std::int64_t>(std::max(ref.min, 20.0)))
                                 : std::to_string(value);
}

TEST(LiveMarks, WhatIsTheViewsLeavesTheFlowEqualToTheBit) {
    Scene scene = tunnel();
    scene.solids.resize(1);
    scene.solids[0].name = "ball";
    scene.solids[0].shape = "ball";
    scene.solids[0].size_m = 0.375;
    scene.emitters.resize(1);
    scene.emitters[0].radius_m = 0.1;
    scene.probes = {{"probe", {0, 0, 0}}};
    scene.solver.deterministic = true;
    UnderWay plain = begin(scene), with_edits = begin(scene);
    Scene now = scene;
    int edits = 0;
    for (const ParamRef& ref : parameters(scene)) {
        std::string doc = ref.key;
        for (const char* list : {"solid[0]", "emitter[0]", "probe[0]"})
            if (doc.starts_with(list)) doc.replace(doc.find("[0]"), 3, "[]");
        if (!of_the_view.contains(doc)) continue;
        now = edited(now, ref.key + "=" + other_value(ref));
        apply(with_edits, now);
        ++edits;
    }
    EXPECT_EQ(edits, static_cast<int>(of_the_view.size()));
    EXPECT_EQ(change_of(scene, now).keys.size(), of_the_view.size()) << "an edit that changes nothing tests nothing";
    plain.solver->step(32), with_edits.solver->step(32);
    EXPECT_EQ(field(*plain.solver, Field::velocity), field(*with_edits.solver, Field::velocity));
    EXPECT_EQ(plain.solver->read_tracers(), with_edits.solver->read_tracers());
}

TEST(LiveEdit, WhatNeedsARestartIsRefusedByItsNameAndNothingMoves) {
    UnderWay run = begin(tunnel());
    for (const char* setting : {"domain.resolution=48", "time.ramp_s=1", "solver.model=bgk",
                                "boundary.ymin.kind=no_slip", "solver.seed=7", "smoke.max_tracers=10"}) {
        const std::string key = std::string(setting).substr(0, std::string(setting).find('='));
        try {
            apply(run, edited(edited(tunnel(), setting), "gravity.acceleration_ms2=[0, 1, 0]"));
            ADD_FAILURE() << setting << " was taken";
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), Exit::input);
            EXPECT_THAT(e.what(), HasSubstr(key));
            EXPECT_THAT(e.what(), testing::Not(HasSubstr("gravity")));
        }
    }
    EXPECT_TRUE(change_of(run.setup.scene, tunnel()).empty());
    EXPECT_EQ(run.setup.config.acceleration.y, 0);
}

TEST(LiveEdit, AWindTooFastForTheTimeStepIsRefusedWithTheReason) {
    UnderWay run = begin(tunnel());
    try {
        apply(run, edited(tunnel(), "boundary.xmin.velocity_ms=[6, 0, 0]"));
        FAIL() << "taken";
    } catch (const Error& e) { EXPECT_THAT(e.what(), HasSubstr("0.57 nodes a step")); }
    run.solver->step(8);
}

TEST(LiveEdit, KeepsTheTimeStepAndASpinGoesOnFromItsAngle) {
    Scene scene = tunnel();
    scene.time.ramp_s = 0.1;  // 17 steps
    scene.solids.resize(1);
    scene.solids[0].shape = "box";
    scene.solids[0].size_m = 0.375;
    scene.solids[0].motion = Motion::spin;
    scene.solids[0].spin_rpm = 20;
    scene.solids[0].axis = {0, 0, 2};
    UnderWay run = begin(scene);
    const double dt = run.setup.numbers.units.dt_s;
    const Pose before = run.solver->pose(0);
    Scene faster = scene;
    faster.solids[0].spin_rpm = 40;
    apply(run, faster);
    run.solver->step(1);
    const Pose after = run.solver->pose(0);
    EXPECT_NEAR(length(after.spin), length(before.spin), 1e-12) << "speeds change within the ramp, not at once";
    const double turned = 2 * std::acos(std::min(1.0, before.turn.w * after.turn.w + before.turn.z * after.turn.z));
    EXPECT_NEAR(turned, length(before.spin), 1e-7);
    run.solver->step(40);
    EXPECT_NEAR(length(run.solver->pose(0).spin), 40 * 2 * pi / 60 * dt, 1e-9);
    EXPECT_EQ(run.setup.numbers.units.dt_s, dt);
    Scene stopped = faster;
    stopped.solids[0].spin_rpm = 0;
    apply(run, stopped);
    run.solver->step(40);
    const Pose rest = run.solver->pose(0);
    run.solver->step(8);
    EXPECT_NEAR(run.solver->pose(0).turn.z, rest.turn.z, 1e-12);
}

TEST(LiveEdit, TheSolverNamesWhatOfAConfigIsNotLiveAndStaysAsItIs) {
    Config config;
    config.nodes = {16, 16, 16};
    config.bodies = {sphere({8, 8, 8}, 5, 300)};
    config.bodies[0].motion = [pose = config.bodies[0].pose](double) { return pose; };
    auto solver = make_solver(config, {}, "cpu", 1);
    solver->step(4);
    Config other = config;
    other.nu = 0.05;
    other.bodies[0].samples[3].x += 1;
    other.seed = 2;
    other.ramp = 5;
    try {
        solver->apply(other);
        FAIL() << "accepted";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), Exit::input);
        EXPECT_THAT(e.what(), HasSubstr("ramp, seed, bodies[0].samples"));
    }
    EXPECT_EQ(solver->config().nu, config.nu);
    other = config;
    other.bodies[0].motion = [pose = config.bodies[0].pose](double) {
        Pose away = pose;
        away.centre.x += 3;
        return away;
    };
    EXPECT_THROW(solver->apply(other), Error) << "a body may not jump";
    other = config;
    other.nu = 0;
    EXPECT_THROW(solver->apply(other), Error);
}

TEST(LiveEdit, SamplesAreTakenOverWhereNothingThatDecidesThemHasChanged) {
    Scene scene = tunnel();
    scene.solids.resize(2);
    for (Solid& solid : scene.solids) solid.shape = "ball", solid.size_m = 0.3;
    scene.solids[1].translate_m = {0.5, 0, 0};
    fum::Setup first = prepare(scene);
    sample_solids(first);
    const std::vector<Float3> samples = first.config.bodies[0].samples;
    scene.solids[0].translate_m = {-0.2, 0, 0};
    scene.solids[1].size_m = 0.35;
    fum::Setup second = prepare(scene);
    reuse_samples(second, first);
    EXPECT_GT(second.solids[0].min_distance_m, 0);
    EXPECT_EQ(second.solids[1].min_distance_m, 0) << "another size";
    EXPECT_EQ(second.config.bodies[0].samples, samples);
    sample_solids(second);
    EXPECT_GT(second.solids[1].min_distance_m, 0);
}

}  // namespace
}  // namespace fum::test
