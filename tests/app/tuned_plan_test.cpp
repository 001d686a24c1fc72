// What a search found, kept on the disk: found again, stale with the reason, damaged, nowhere to keep it; and how it is
// reported.
#include "app/tuned_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/tune_report.h"
#include "sim/core/error.h"
#include "tests/support/ball_scene.h"
#include "tests/support/temporary_folder.h"

namespace fum {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Scene ball_scene() {
    Scene scene = test::ball_scene();
    scene.solids[0].name.clear();
    scene.solids[0].samples = 1000;
    return scene;
}

PlanKey key_of(const Scene& scene, const std::string& device = "Made-up Processor") {
    return plan_key(prepare(scene), {"cpu", device, 0, 0, ""});
}

TunedPlan found_plan() {
    TunedPlan tuned;
    tuned.plan.alpha = 128;
    tuned.plan.ib_block = 5;
    tuned.plan.block_threads = 256;
    tuned.plan.schedule = Plan::Schedule::staged;
    tuned.plan.launches = 3;
    tuned.ms = 9;
    tuned.default_ms = 10;
    tuned.noise = 0.02;
    tuned.whole = false;
    return tuned;
}

class Kept : public testing::Test {
protected:
    test::TemporaryFolder folder;
    PlanCache cache{folder.path() / "below" / "plans"};
};

TEST_F(Kept, APlanIsFoundAgainUnderItsKey) {
    const PlanKey key = key_of(ball_scene());
    EXPECT_FALSE(cache.look_up(key).found);
    cache.store(key, found_plan());
    const PlanCache::Answer answer = cache.look_up(key);
    ASSERT_TRUE(answer.found);
    EXPECT_EQ(answer.found->plan, found_plan().plan);
    EXPECT_EQ(answer.found->ms, 9);
    EXPECT_EQ(answer.found->default_ms, 10);
    EXPECT_EQ(answer.found->noise, 0.02);
    EXPECT_FALSE(answer.found->whole);
    EXPECT_THAT(answer.changes, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(cache.file_of(key).string() + ".tmp"));
}

TEST_F(Kept, AChangedSceneMakesItStaleAndTheChangeIsNamed) {
    cache.store(key_of(ball_scene()), found_plan());
    const auto changes = [&](auto change) {
        Scene scene = ball_scene();
        change(scene);
        const PlanCache::Answer answer = cache.look_up(key_of(scene));
        EXPECT_FALSE(answer.found);
        return answer.changes;
    };
    EXPECT_THAT(changes([](Scene& s) { s.solids[0].samples = 2000; }), ElementsAre("samples was 1000, is 2000"));
    EXPECT_THAT(changes([](Scene& s) { s.solids[0].size_m = 0.3; }), ElementsAre("geometry changed"));
    EXPECT_THAT(changes([](Scene& s) { s.solids[0].translate_m = {0.1, 0, 0}; }), ElementsAre("geometry changed"));
    EXPECT_THAT(changes([](Scene& s) { s.boundary[ymin].kind = FaceKind::no_slip; }), ElementsAre("faces changed"));
    EXPECT_THAT(changes([](Scene& s) { s.domain.resolution = 80; }),
                ElementsAre("grid was 64 x 32 x 32, is 80 x 40 x 40", "cell was 0.03125 m, is 0.025 m"));
    EXPECT_THAT(changes([](Scene& s) { s.solver.model = Model::bgk; }),
                ElementsAre("collision model was acm_mrt, is bgk"));
    EXPECT_THAT(changes([](Scene& s) { s.solver.storage = Plan::Storage::fp16; }),
                ElementsAre("storage was fp32, is fp16"));
    EXPECT_THAT(changes([](Scene& s) {
                    s.solids[0].motion = Motion::straight, s.solids[0].velocity_ms = {0.01, 0, 0};
                }),
                ElementsAre("solids was at rest, is moving"));
}

TEST_F(Kept, WhatDoesNotMatterToTheSpeedChangesNothing) {
    cache.store(key_of(ball_scene()), found_plan());
    Scene scene = ball_scene();
    scene.time.frames = 7;
    scene.output.name = "other";
    scene.camera.fov_deg = 50;
    EXPECT_TRUE(cache.look_up(key_of(scene)).found);
}

TEST_F(Kept, AnotherDeviceOrSceneIsNotStaleButUnknown) {
    cache.store(key_of(ball_scene()), found_plan());
    EXPECT_THAT(cache.look_up(key_of(ball_scene(), "Another Processor")).changes, IsEmpty());
    Scene scene = ball_scene();
    scene.title = "ball two";
    EXPECT_THAT(cache.look_up(key_of(scene)).changes, IsEmpty());
}

TEST_F(Kept, TheNearestOfSeveralStalePlansIsCompared) {
    Scene scene = ball_scene();
    cache.store(key_of(scene), found_plan());
    scene.solids[0].samples = 1500;
    cache.store(key_of(scene), found_plan());
    scene.solids[0].samples = 1000;
    scene.solver.deterministic = true;
    EXPECT_THAT(cache.look_up(key_of(scene)).changes, ElementsAre("sums was fast, is deterministic"));
}

TEST_F(Kept, ADamagedFileIsNamedAndIgnored) {
    const PlanKey key = key_of(ball_scene());
    cache.store(key, found_plan());
    nlohmann::json sound;
    std::ifstream(cache.file_of(key)) >> sound;
    auto odd_alpha = sound, odd_name = sound, no_plan = sound, other_format = sound;
    odd_alpha["plan"]["alpha"] = 48;
    odd_name["plan"]["schedule"] = "fusd";
    no_plan.erase("plan");
    other_format["format"] = 99;
    for (const std::string& text : {std::string(), std::string("{\"format\": 1,"), std::string("[]"), odd_alpha.dump(),
                                    odd_name.dump(), no_plan.dump(), other_format.dump()}) {
        std::ofstream(cache.file_of(key)) << text;
        const PlanCache::Answer answer = cache.look_up(key);
        EXPECT_FALSE(answer.found) << text;
        ASSERT_THAT(answer.damaged, SizeIs(1)) << text;
        EXPECT_THAT(answer.damaged[0], HasSubstr(cache.file_of(key).string()));
    }
}

TEST_F(Kept, AFolderThatCannotBeMadeIsAnErrorForStoreAndNothingForLookUp) {
    std::ofstream(folder.path() / "file") << "x";
    for (const PlanCache& none : {PlanCache(folder.path() / "file" / "plans"), PlanCache(std::filesystem::path())}) {
        EXPECT_FALSE(none.look_up(key_of(ball_scene())).found);
        EXPECT_THROW(none.store(key_of(ball_scene()), found_plan()), Error);
        EXPECT_NO_THROW(keep_tuned_plan(key_of(ball_scene()), found_plan(), none)) << "a warning";
    }
}

TEST_F(Kept, ARunTakesItUnlessAKnobWasChosen) {
    const DeviceInfo device{"cpu", "Made-up Processor", 0, 0, ""};
    cache.store(key_of(ball_scene()), found_plan());
    const auto alpha_with = [&](std::int64_t own, const std::vector<std::string>& settings) {
        Scene scene = ball_scene();
        scene.advanced.alpha = own;
        fum::Setup setup = prepare(scene);
        use_tuned_plan(setup, device, settings, cache);
        return setup.plan.alpha;
    };
    EXPECT_EQ(alpha_with(0, {}), 128);
    EXPECT_EQ(alpha_with(0, {"fluid.re=1000"}), 128);
    EXPECT_EQ(alpha_with(32, {}), 32) << "the scene's own";
    EXPECT_EQ(alpha_with(0, {"advanced.alpha=0"}), 0) << "asked for on the command line";
    EXPECT_EQ(alpha_with(0, {"advanced.ib_block = 8"}), 0);
}

TuneReport small_report() {
    TuneReport report{"ball", "cpu (Made-up Processor)", {}, 1000, 12};
    const auto cell = [](int l, std::int64_t alpha, double ms, TuneCell::State state) {
        TuneCell c;
        c.plan.ib_block = l;
        c.plan.alpha = alpha;
        c.ms = ms;
        c.state = state;
        return c;
    };
    report.result.cells = {cell(8, 0, 12, TuneCell::State::measured), cell(4, 0, 10, TuneCell::State::measured),
                           cell(8, 32, 30, TuneCell::State::aborted), cell(4, 64, 0, TuneCell::State::refused)};
    report.result.best = 1;
    return report;
}

TEST(TuneReport, TheTableMarksTheBestTheDefaultAndWhatIsMissing) {
    const std::string text = tune_text(small_report());
    EXPECT_THAT(text, HasSubstr("      4 |     10*       .      n/a  \n"));
    EXPECT_THAT(text, HasSubstr("      8 |     12 =    >30        .  \n"));
    EXPECT_THAT(text, HasSubstr("saves 2.0 s over the whole shot of 1000 steps"));
}

TEST(TuneReport, CsvHasALineAPlan) {
    EXPECT_EQ(tune_csv(small_report()),
              "l,alpha,block_threads,schedule,launches,ms_a_step,state,mark\n8,0,0,fused,1,12,measured,default\n"
              "4,0,0,fused,1,10,measured,best\n8,32,0,fused,1,30,aborted,\n4,64,0,fused,1,,not available,\n");
}

TEST(TuneReport, ThePictureHasTheColoursOfTheCosts) {
    const Raster picture = tune_picture(small_report());
    const auto has = [&](Colour c) {
        for (std::size_t i = 0; i < picture.rgba().size(); i += 4)
            if (picture.rgba()[i] == c.r && picture.rgba()[i + 1] == c.g && picture.rgba()[i + 2] == c.b) return true;
        return false;
    };
    EXPECT_TRUE(has(viridis(0)));
    EXPECT_TRUE(has(viridis(1)));
    TuneReport lone = small_report();  // one cell, then one that could not run: no range of colours to speak of
    lone.result.cells.resize(1);
    lone.result.best = 0;
    EXPECT_GT(tune_picture(lone).width(), 0);
    lone.result.cells[0].state = TuneCell::State::refused;
    EXPECT_GT(tune_picture(lone).width(), 0);
}

}  // namespace
}  // namespace fum
