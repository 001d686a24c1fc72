// The open scene: edits and their undo, its file, what an edit costs; and what the program remembers between sessions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "app/document.h"
#include "app/motion.h"
#include "app/places.h"
#include "app/setup.h"
#include "app/tuned_plan.h"
#include "sim/core/files.h"
#include "sim/io/scene_toml.h"
#include "sim/scene_tables.h"
#include "tests/support/home.h"

namespace fum::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
namespace fs = std::filesystem;

const fs::path scenes = fs::path(FUM_SOURCE_DIR) / "assets/scenes";
const OpenOptions plainly{{}, "cpu", -1, {}, true};

Solid ball(const std::string& name = "ball") {
    Solid solid;
    solid.name = name;
    solid.shape = "ball";
    solid.size_m = 0.2;
    return solid;
}

TEST(Document, EveryParameterCanBeSetAndUndoneAndCostsWhatItsTableSays) {
    Document document;
    document.begin_from(load_scene(scenes / "jet_on_ball.toml").scene);
    const Scene before = document.scene();
    int tried = 0;
    Document original = document;
    for (const ParamRef& ref : original.parameters()) {
        Value value = ref.read();
        if (auto* b = std::get_if<bool>(&value.data))
            *b = !*b;
        else if (ref.type == "number")
            value = {17.25};
        else if (ref.type == "integer")
            value = {std::int64_t{77}};
        else if (ref.type == "[x, y, z]")
            value = to_value(Double3{7, 8, 9});
        else if (ref.type == "text" || ref.type == "path")
            value = {std::string("another")};
        else
            continue;  // names and lists
        ASSERT_EQ(document.set(ref.key, value), "") << ref.key;
        document.end_merge();
        const SceneChange change = document.change_since(before);
        EXPECT_EQ(change.cost, ref.apply) << ref.key;
        EXPECT_THAT(change.keys, ElementsAre(ref.key));
        EXPECT_TRUE(document.dirty());
        EXPECT_EQ(document.undo_name(), "Change " + ref.key);
        document.undo();
        EXPECT_TRUE(change_of(before, document.scene()).empty());
        EXPECT_FALSE(document.dirty());
        ++tried;
    }
    EXPECT_GT(tried, 100);
}

TEST(Document, TheDearestChangeDecidesAndComesFirst) {
    Document document;
    const Scene running = document.scene();
    document.set("fluid.density_kgm3", {1.0});
    document.set("solver.seed", {std::int64_t{5}});
    EXPECT_EQ(document.change_since(running).cost, Apply::restart);
    document.set("domain.resolution", {std::int64_t{64}});
    EXPECT_EQ(document.change_since(running).cost, Apply::reallocate);
    EXPECT_THAT(document.change_since(running).keys,
                ElementsAre("domain.resolution", "solver.seed", "fluid.density_kgm3"));
    document.add_solid(ball());
    EXPECT_THAT(document.change_since(running).keys, testing::Contains("solid"));
}

TEST(Document, ADraggedSliderIsOneUndoAndAnotherKeyOrDragBeginsANewOne) {
    Document document;
    for (int i = 1; i <= 30; ++i) document.set("fluid.density_kgm3", {1 + 0.01 * i});
    for (int i = 1; i <= 30; ++i) document.set("light.extinction_per_m", {1.0 * i});
    document.undo();
    EXPECT_FALSE(document.scene().light.extinction_per_m.has_value());
    EXPECT_EQ(document.scene().fluid.density_kgm3, 1.3);
    document.set("fluid.density_kgm3", {2.0});
    document.end_merge();
    document.set("fluid.density_kgm3", {3.0});
    document.undo();
    EXPECT_EQ(document.scene().fluid.density_kgm3, 2.0);
    document.undo(), document.undo();
    EXPECT_EQ(document.scene().fluid.density_kgm3, 1.2);
    EXPECT_EQ(document.undo_name(), "");
    document.redo();
    EXPECT_EQ(document.scene().fluid.density_kgm3, 1.3);
    document.set("fluid.density_kgm3", {1.3});
    EXPECT_EQ(document.redo_name(), "Change fluid.density_kgm3") << "an edit that changes nothing is none";
    document.set("time.frames", {std::int64_t{3}});
    EXPECT_EQ(document.redo_name(), "");
}

TEST(Document, UndosAreBounded) {
    Document document;
    for (int i = 0; i < static_cast<int>(Document::most_undos) + 50; ++i)
        document.edit("more", [](Scene& scene) { ++scene.time.frames; });
    int undone = 0;
    for (; !document.undo_name().empty(); ++undone) document.undo();
    EXPECT_EQ(undone, static_cast<int>(Document::most_undos));
    EXPECT_EQ(document.scene().time.frames, 96 + 50);
}

TEST(Document, AWrongValueIsRefusedAndMistakesAreFoundByTheirKey) {
    Document document;
    EXPECT_THAT(document.set("fluid.density_kgm3", {std::string("much")}), HasSubstr("expected a number"));
    EXPECT_THAT(document.set("fluid.thickness", {1.0}), HasSubstr("no parameter"));
    EXPECT_EQ(document.undo_name(), "");
    EXPECT_EQ(document.set("domain.resolution", {std::int64_t{2}}), "");
    EXPECT_THAT(document.issues_of("domain.resolution"), SizeIs(1));
    EXPECT_THAT(document.issues_of("domain"), SizeIs(1));
    EXPECT_THAT(document.issues_of("domain.res"), SizeIs(0));
    EXPECT_FALSE(usable(document.issues()));
    document.undo();
    EXPECT_TRUE(document.issues_of("domain").empty());
}

TEST(Document, SolidsAndEmittersGetNamesOfTheirOwnAndKeepTogether) {
    Document document;
    EXPECT_EQ(document.add_solid(ball()), 0u);
    document.add_solid(ball());
    EXPECT_EQ(document.scene().solids[1].name, "ball 2");
    document.duplicate_solid(1);
    EXPECT_EQ(document.scene().solids[2].name, "ball 3");
    SmokeSource skin, rider, free;
    skin.shape = EmitterShape::points;
    skin.solid = rider.solid = "ball";
    rider.centre_m = {0.1, 0, 0};
    document.add_emitter(skin), document.add_emitter(rider), document.add_emitter(free);
    EXPECT_EQ(document.duplicate_emitter(2), 3u);
    document.set("solid[0].name", {std::string("sphere")});
    EXPECT_EQ(document.scene().emitters[0].solid, "sphere");
    EXPECT_EQ(document.scene().emitters[1].solid, "sphere");
    document.set("solid[0].translate_m", to_value(Double3{0.5, 0, 0}));
    document.set("solid[0].rotate_deg", to_value(Double3{0, 0, 90}));
    document.delete_solid(0);
    ASSERT_THAT(document.scene().emitters, SizeIs(3)) << "smoke from its surface goes with it";
    EXPECT_EQ(document.scene().emitters[0].solid, "");
    EXPECT_NEAR(length(document.scene().emitters[0].centre_m - Double3{0.5, 0.1, 0}), 0, 1e-12);
    EXPECT_TRUE(usable(document.issues())) << listed(document.issues());
    document.undo();
    EXPECT_THAT(document.scene().emitters, SizeIs(4));
    EXPECT_THAT(document.scene().solids, SizeIs(3));
    document.delete_emitter(3);
    EXPECT_EQ(document.undo_name(), "Delete smoke 4");
}

TEST(Document, ProbesAreEditsThatCostARunNothingAndCanBeUndone) {
    Document document;
    const Scene running = document.scene();
    EXPECT_EQ(document.add_probe({"probe 1", {0.5, 0, 0}}), 0u);
    EXPECT_EQ(document.add_probe({"probe 1", {0.6, 0, 0}}), 1u);
    EXPECT_EQ(document.scene().probes[1].name, "probe 2");
    const SceneChange change = document.change_since(running);
    EXPECT_EQ(change.cost, Apply::live);
    EXPECT_THAT(change.keys, ElementsAre("probe"));
    document.set("probe[0].at_m", to_value(Double3{0.1, 0.2, 0.3}));
    EXPECT_EQ(document.undo_name(), "Change probe[0].at_m");
    document.delete_probe(0);
    EXPECT_EQ(document.undo_name(), "Delete probe 1");
    EXPECT_THAT(document.scene().probes, ElementsAre(Probe{"probe 2", {0.6, 0, 0}}));
    document.undo();
    EXPECT_EQ(document.scene().probes[0], (Probe{"probe 1", {0.1, 0.2, 0.3}}));
    document.undo(), document.undo(), document.undo();
    EXPECT_TRUE(document.scene().probes.empty());
    EXPECT_FALSE(document.dirty());
}

TEST(Document, ASolidSnapsWithItsLowestPointToTheFloor) {
    Document document;
    document.edit("", [](Scene& scene) { scene.domain.up = Axis::z; });
    Solid box = ball("box");
    box.shape = "box";
    box.rotate_deg = {30, 20, 10};
    document.add_solid(box);
    document.snap_to_floor(0);
    const PlacedSolid placed = place_solid(document.scene(), 0);
    const Pose pose = pose_at(document.scene().solids[0], 0, 0);
    double lowest = 1e9;
    for (const Float3& v : placed.mesh.vertices)
        lowest = std::min(lowest, (pose.centre + pose.turn * cast<double>(v)).z);
    EXPECT_NEAR(lowest, -0.5, 1e-6) << "the box of 2 x 1 x 1 m begins at z = -0.5 m";
    EXPECT_EQ(document.scene().solids[0].translate_m.x, 0);
}

TEST(Document, IsSavedWholeWithOneBackupAndReadsBackEqual) {
    const TemporaryFolder folder;
    Document document;
    document.begin_from(scenes / "jet_on_ball.toml", plainly);
    EXPECT_TRUE(document.path().empty());
    try {
        document.save();
        FAIL() << "there is no path";
    } catch (const Error& e) { EXPECT_EQ(e.code(), Exit::usage); }
    const fs::path file = folder.path() / "sub folder" / "scene.toml";
    fs::create_directories(file.parent_path());
    document.set("fluid.re", {5000.0});
    document.save_as(file);
    EXPECT_FALSE(document.dirty());
    document.set("fluid.re", {6000.0});
    EXPECT_TRUE(document.dirty());
    document.save();
    EXPECT_EQ(load_scene(file).scene.fluid.re, 6000);
    EXPECT_EQ(load_scene(file.string() + ".bak").scene.fluid.re, 5000);
    document.undo();
    EXPECT_TRUE(document.dirty()) << "the file has 6000";
    document.redo();
    EXPECT_FALSE(document.dirty());
    Document again;
    again.open(file, plainly);
    EXPECT_TRUE(change_of(again.scene(), document.scene()).empty());
    EXPECT_THROW(again.open(folder.path() / "missing.toml", plainly), Error);
    EXPECT_EQ(again.path(), file);
}

TEST(Document, ADroppedMeshBecomesAWindTunnelThatIsSavedWithItsPath) {
    const TemporaryFolder folder;
    Document document;
    document.begin_from(fs::path(FUM_SOURCE_DIR) / "assets/meshes/torus.obj", plainly);
    EXPECT_THAT(document.scene().solids, SizeIs(1));
    EXPECT_TRUE(usable(document.issues()));
    document.save_as(folder.path() / "torus.toml");
    EXPECT_TRUE(fs::equivalent(document.scene().resolved(document.scene().solids[0].mesh),
                               fs::path(FUM_SOURCE_DIR) / "assets/meshes/torus.obj"));
    EXPECT_GT(place_solid(document.scene(), 0).area_m2, 0);
}

TEST(Document, TheCommandLineSetsWhatIsNotSavedThroughAnyShell) {
    const TemporaryFolder folder;
    Document document;
    document.begin_from(scenes / "jet_on_ball.toml", plainly);
    document.save_as(folder.path() / "it's a scene.toml");
    EXPECT_THAT(document.as_command_line().text, HasSubstr("'\\''"));
    document.set("fluid.re", {12345.5});
    document.set("domain.up", {std::string("z")});
    document.set("solid[0].name", {std::string("$HOME 'of' \"it\"; * ")});
    document.set("solid[0].translate_m", to_value(Double3{-0.25, 0, 1e-3}));
    document.set("output.png.on", {false});
    const CommandLine line = document.as_command_line();
    EXPECT_TRUE(line.beyond.empty());
    // what a shell makes of it, word by word
    std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(("printf '%s\\n' " + line.text).c_str(), "r"), ::pclose);
    std::string words;
    for (std::array<char, 256> part{}; std::fgets(part.data(), part.size(), pipe.get());) words += part.data();
    std::vector<std::string> settings;
    std::string path;
    std::size_t at = 0, number = 0;
    for (std::size_t end; (end = words.find('\n', at)) != std::string::npos; at = end + 1, ++number) {
        const std::string word = words.substr(at, end - at);
        if (number == 2) path = word;
        if (number > 3 && number % 2 == 0) settings.push_back(word);
    }
    EXPECT_EQ(path, document.path().string());
    const SceneFile file = load_scene(path, settings);
    EXPECT_TRUE(change_of(document.scene(), file.scene).empty()) << line.text;
    document.edit("", [](Scene& scene) { scene.fluid.re.reset(); });
    document.add_solid(ball());
    EXPECT_THAT(document.as_command_line().beyond, SizeIs(2));
}

TEST_F(Home, PlacesFollowTheXdgVariablesAndFallBackToHome) {
    EXPECT_EQ(places().config, folder.path() / ".config/fumarole");
    EXPECT_EQ(places().state, folder.path() / ".local/state/fumarole");
    ::setenv("XDG_STATE_HOME", "/elsewhere", 1);
    ::setenv("XDG_CACHE_HOME", "relative", 1);
    EXPECT_EQ(places().state, "/elsewhere/fumarole");
    EXPECT_EQ(places().cache, folder.path() / ".cache/fumarole") << "a relative one is to be ignored";
    ::unsetenv("HOME");
    EXPECT_EQ(places().config, "");
}

TEST_F(Home, DefaultsAndPlansLieInThePlacesAndIgnoreRelativeVariables) {
    EXPECT_EQ(user_defaults(), folder.path() / ".config/fumarole/config.toml");
    EXPECT_EQ(PlanCache::usual_folder(), folder.path() / ".cache/fumarole/plans");
    ::setenv("XDG_CONFIG_HOME", "relative", 1);
    ::setenv("XDG_CACHE_HOME", "./relative", 1);
    EXPECT_EQ(user_defaults(), folder.path() / ".config/fumarole/config.toml");
    EXPECT_EQ(PlanCache::usual_folder(), folder.path() / ".cache/fumarole/plans");
    ::setenv("XDG_CONFIG_HOME", "/elsewhere", 1);
    ::setenv("XDG_CACHE_HOME", "/elsewhere", 1);
    EXPECT_EQ(user_defaults(), "/elsewhere/fumarole/config.toml");
    EXPECT_EQ(PlanCache::usual_folder(), "/elsewhere/fumarole/plans");
    ::unsetenv("HOME");
    ::unsetenv("XDG_CONFIG_HOME");
    ::unsetenv("XDG_CACHE_HOME");
    EXPECT_EQ(user_defaults(), "");
    EXPECT_EQ(PlanCache::usual_folder(), "");
}

TEST_F(Home, RecentFilesAndTheWindowAreRemembered) {
    {
        RecentFiles recent(places());
        for (int i = 0; i < 20; ++i) recent.add("/scenes/" + std::to_string(i) + ".toml");
        recent.add("/scenes/a/../15.toml");
        WindowState window(places());
        EXPECT_EQ(window.number("left", 320), 320);
        window.set("left", 300);
        window.set("view", std::string("front"));
        window.write();
    }
    const RecentFiles recent(places());
    EXPECT_THAT(recent.list(), SizeIs(RecentFiles::most));
    EXPECT_EQ(recent.list()[0], "/scenes/15.toml");
    EXPECT_EQ(recent.list()[1], "/scenes/19.toml");
    EXPECT_EQ(std::count(recent.list().begin(), recent.list().end(), "/scenes/15.toml"), 1);
    const WindowState window(places());
    EXPECT_EQ(window.number("left", 320), 300);
    EXPECT_EQ(window.text("view", ""), "front");
}

TEST_F(Home, BrokenFilesAndAHomeThatCannotBeWrittenAreNoFailure) {
    fs::create_directories(places().state);
    fs::create_directories(places().config);
    write_whole(places().state / "recent.json", "{\"files\": [1, \"/a.toml\"");
    write_whole(places().config / "window.json", "[3]");
    EXPECT_TRUE(RecentFiles(places()).list().empty());
    EXPECT_EQ(WindowState(places()).number("left", 7), 7);
    ::setenv("HOME", "/proc", 1);  // no folder can be made there, whoever asks
    testing::internal::CaptureStderr();
    RecentFiles recent(places());
    recent.add("/a.toml");
    Autosave autosave(places());
    autosave.tick(Scene{}, "", true);
    EXPECT_TRUE(autosave.rescued().empty());
    EXPECT_THAT(recent.list(), SizeIs(1));
    EXPECT_FALSE(write_or_go_on(places().state / "x", "y"));
    testing::internal::GetCapturedStderr();
}

TEST_F(Home, ACopyOfACrashedSessionIsOfferedAndThoseOfLivingOnesAreNot) {
    const TemporaryFolder work;
    Document document;
    document.begin_from(fs::path(FUM_SOURCE_DIR) / "assets/meshes/torus.obj", plainly);
    document.save_as(work.path() / "torus.toml");
    document.set("fluid.re", {777.0});
    const pid_t child = ::fork();
    if (child == 0) {
        Autosave autosave(places());
        autosave.tick(document.scene(), document.path(), document.dirty());
        ::_exit(0);  // no destructor: as a crash
    }
    int state = 0;
    ::waitpid(child, &state, 0);
    Autosave autosave(places(), std::chrono::seconds(3600));
    autosave.tick(document.scene(), "", true);
    const std::vector<Rescued> found = autosave.rescued();
    ASSERT_THAT(found, SizeIs(1)) << "not that of this process";
    EXPECT_EQ(found[0].scene.fluid.re, 777);
    EXPECT_EQ(found[0].of, document.path());
    EXPECT_FALSE(found[0].time.empty());
    EXPECT_GT(place_solid(found[0].scene, 0).area_m2, 0) << "its mesh is found from anywhere";
    autosave.discard(found[0]);
    EXPECT_TRUE(autosave.rescued().empty());
}

TEST_F(Home, ACopyIsWrittenNowAndThenAndGoesWhenTheSceneIsSavedOrTheSessionEnds) {
    const fs::path mine = places().state / "autosave" / (std::to_string(::getpid()) + ".toml");
    {
        Autosave autosave(places(), std::chrono::seconds(3600));
        Scene scene;
        autosave.tick(scene, "", false);
        EXPECT_FALSE(fs::exists(mine));
        autosave.tick(scene, "", true);
        EXPECT_TRUE(fs::exists(mine));
        scene.time.frames = 5;
        autosave.tick(scene, "", true);
        EXPECT_EQ(load_scene(mine).scene.time.frames, 96) << "an hour has not passed";
        autosave.tick(scene, "", false);
        EXPECT_FALSE(fs::exists(mine));
        autosave.tick(scene, "", true);
        EXPECT_EQ(load_scene(mine).scene.time.frames, 5);
    }
    EXPECT_FALSE(fs::exists(mine));
}

}  // namespace
}  // namespace fum::test
