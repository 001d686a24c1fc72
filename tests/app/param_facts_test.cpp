// What panels say beside a parameter's value, and edits that come in many steps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/document.h"
#include "app/motion.h"
#include "app/param_facts.h"
#include "sim/scene_tables.h"

namespace fum::test {
namespace {

using testing::HasSubstr;

Scene scene_with_parts() {
    Scene scene;
    scene.domain.size_m = {2, 1, 1};
    scene.domain.resolution = 64;
    Solid ball;
    ball.name = "ball";
    ball.shape = "ball";
    ball.size_m = 0.3;
    scene.solids.push_back(ball);
    SmokeSource smoke;
    smoke.centre_m = {-0.5, 0, 0};
    scene.emitters.push_back(smoke);
    scene.boundary[xmin].kind = FaceKind::inflow;
    scene.boundary[xmin].velocity_ms = {2, 0, 0};
    scene.boundary[xmax].kind = FaceKind::outflow;
    scene.fluid.re = 1000;
    return scene;
}

TEST(ParamFacts, EveryParameterCanBeResetToItsUsualValue) {
    Scene scene = scene_with_parts();
    for (const ParamRef& ref : parameters(scene)) {
        EXPECT_TRUE(reset_parameter(scene, ref.key)) << ref.key;
        EXPECT_EQ(toml_text(ref.read()), toml_text(usual_value(ref.key))) << ref.key;
    }
    EXPECT_FALSE(reset_parameter(scene, "fluid.none"));
    EXPECT_FALSE(reset_parameter(scene, "solid[7].scale"));
}

TEST(ParamFacts, WhatIsNotGivenIsShownAsItIsUsed) {
    const fum::Setup setup = prepare(scene_with_parts());
    ASSERT_TRUE(usable(setup.issues));
    const auto number = [&](const char* key) { return std::get<double>(used_value(setup, key).value().data); };
    EXPECT_DOUBLE_EQ(number("domain.dx_m"), 2.0 / 64);
    EXPECT_DOUBLE_EQ(number("fluid.nu_m2s"), 2 * 0.3 / 1000);  // speed length / Re
    EXPECT_DOUBLE_EQ(number("fluid.length_m"), 0.3);
    EXPECT_NEAR(number("solid[0].size_m"), 0.3, 1e-6);
    EXPECT_GT(number("emitter[0].rate"), 0);
    EXPECT_EQ(toml_text(used_value(setup, "boundary.xmin.jet_centre_m").value()),
              toml_text(to_value(Double3{-1, 0, 0})));
    EXPECT_EQ(std::get<std::string>(used_value(setup, "output.vdb.density_name").value().data), "density");
    EXPECT_FALSE(used_value(setup, "emitter[0].end_s"));
}

TEST(ParamFacts, SaysWhyAParameterDoesNothing) {
    Scene scene = scene_with_parts();
    EXPECT_EQ(idle_reason(scene, "boundary.xmin.velocity_ms"), "");
    EXPECT_THAT(idle_reason(scene, "boundary.ymin.velocity_ms"), HasSubstr("inflow"));
    EXPECT_THAT(idle_reason(scene, "boundary.xmin.jet_edge_m"), HasSubstr("jet_radius_m"));
    EXPECT_THAT(idle_reason(scene, "solid[0].scale"), HasSubstr("size_m"));
    EXPECT_THAT(idle_reason(scene, "solid[0].spin_rpm"), HasSubstr("spin"));
    scene.solids[0].motion = Motion::spin;
    EXPECT_EQ(idle_reason(scene, "solid[0].spin_rpm"), "");
    EXPECT_THAT(idle_reason(scene, "output.vti.velocity"), HasSubstr("off"));
    EXPECT_EQ(idle_reason(scene, "output.vti.on"), "");
}

TEST(ParamFacts, RivalsAreMutual) {
    EXPECT_EQ(rival_of("fluid.re"), "fluid.nu_m2s");
    EXPECT_EQ(rival_of("emitter[3].count"), "emitter[3].rate");
    EXPECT_EQ(rival_of("solid[0].mesh"), "solid[0].shape");
    EXPECT_EQ(rival_of("domain.dx_m"), "");
}

TEST(ParamFacts, AFaceOfAnotherKindIsStillUsable) {
    for (const FaceKind kind :
         {FaceKind::no_slip, FaceKind::free_slip, FaceKind::inflow, FaceKind::outflow, FaceKind::periodic})
        for (std::size_t f = 0; f < 6; ++f) {
            Scene scene = scene_with_parts();
            scene.boundary[xmin].jet_radius_m = 0.1;
            const std::string key = "boundary." + std::string(face_names[f]) + ".kind";
            scene.boundary[f].kind = kind;
            settle_choice(scene, key);
            Issues issues = validate(scene);
            std::erase_if(issues,
                          [](const Issue& i) { return i.where == "boundary"; });  // an inflow without an outflow
            EXPECT_TRUE(usable(issues)) << key << " " << name_of(kind) << ": " << listed(issues);
        }
}

TEST(ParamFacts, KeyframesBeginWithTwo) {
    Scene scene = scene_with_parts();
    scene.solids[0].motion = Motion::keyframes;
    settle_choice(scene, "solid[0].motion");
    EXPECT_TRUE(usable(validate(scene))) << listed(validate(scene));
    EXPECT_EQ(scene.solids[0].times_s.size(), 2u);
}

TEST(Document, ADragIsOneUndoAndCanBeGivenUp) {
    Document document;
    document.begin_from(scene_with_parts());
    const auto drag = [&](double x) {
        document.edit("Move ball", "gizmo", [x](Scene& s) { s.solids[0].translate_m.x = x; });
    };
    for (const double x : {0.1, 0.2, 0.3}) drag(x);
    document.end_merge();
    EXPECT_EQ(document.undo_name(), "Move ball");
    drag(0.4);
    document.abandon_merge();
    EXPECT_EQ(document.scene().solids[0].translate_m.x, 0.3);
    document.undo();
    EXPECT_EQ(document.scene().solids[0].translate_m.x, 0);
    EXPECT_EQ(document.undo_name(), "");
    document.abandon_merge();  // nothing is being dragged
    EXPECT_EQ(document.redo_name(), "Move ball");
}

TEST(Document, ADragThatComesBackStillEndsInOneUndo) {
    Document document;
    document.begin_from(scene_with_parts());
    for (const double x : {0.0, 0.2, 0.0, 0.3})
        document.edit("Move ball", "gizmo", [x](Scene& s) { s.solids[0].translate_m.x = x; });
    document.end_merge();
    document.undo();
    EXPECT_EQ(document.scene().solids[0].translate_m.x, 0);
    EXPECT_EQ(document.undo_name(), "");
}

TEST(Document, AResetParameterIsNotGivenAgainUntilUndone) {
    Document document;
    document.begin_from(scene_with_parts());
    document.reset("fluid.re");
    EXPECT_FALSE(document.scene().fluid.re);
    document.undo();
    EXPECT_EQ(document.scene().fluid.re, 1000);
}

TEST(Document, ARescuedSceneIsNotSaved) {
    Document document;
    document.rescue(scene_with_parts());
    EXPECT_TRUE(document.dirty());
    EXPECT_EQ(document.undo_name(), "");
}

TEST(Motion, KeyframesThatAreNotCompleteYetRest) {
    Solid solid;
    solid.motion = Motion::keyframes;
    solid.translate_m = {1, 2, 3};
    EXPECT_EQ(pose_at(solid, 0.5, 0).centre, (Double3{1, 2, 3}));
    solid.times_s = {0, 1};
    solid.positions_m = {{0, 0, 0}};
    EXPECT_EQ(pose_at(solid, 0.5, 0).centre, (Double3{1, 2, 3}));
}

}  // namespace
}  // namespace fum::test
