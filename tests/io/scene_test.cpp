// Scene files: what is read, what is refused and how, and that what is written reads back equal.
#include "sim/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "sim/core/files.h"
#include "sim/io/mesh_shapes.h"
#include "sim/io/scene_toml.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

SceneFile read(const std::string& text, const std::vector<std::string>& settings = {}) {
    return parse_scene("version = 1\n" + text, "scene.toml", "/scenes", settings);
}

/// Every issue as "where: sentence".
std::vector<std::string> lines(const Issues& issues) {
    std::vector<std::string> all;
    for (const Issue& issue : issues) all.push_back(issue.where + ": " + issue.sentence);
    return all;
}

class TemporaryFolder {
public:
    TemporaryFolder() { std::filesystem::create_directories(path); }
    ~TemporaryFolder() { std::filesystem::remove_all(path); }
    const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "größe scenes";
};

TEST(SceneFile, AnEmptyOneIsTheDefaultsAndValid) {
    const SceneFile file = read("");
    EXPECT_TRUE(file.issues.empty()) << listed(file.issues);
    EXPECT_EQ(scene_text(file.scene), scene_text(Scene{}));
}

TEST(SceneFile, FillsEverySectionItNames) {
    const SceneFile file = read(R"(
[domain]
size_m = [4, 2, 1]
dx_m = 0.05
[boundary.xmin]
kind = "inflow"
velocity_ms = [20, 0, 0]
[boundary.xmax]
kind = "outflow"
[[solid]]
name = "ball"
shape = "ball"
motion = "spin"
spin_rpm = 60
[[solid]]
name = "wing"
mesh = "meshes/wing.obj"
[[emitter]]
shape = "surface"
solid = "ball"
[output.vdb]
half = false
)");
    ASSERT_TRUE(usable(file.issues)) << listed(file.issues);
    EXPECT_EQ(file.scene.domain.size_m, (Double3{4, 2, 1}));
    EXPECT_EQ(file.scene.domain.dx_m, 0.05);
    EXPECT_EQ(file.scene.boundary[xmin].kind, FaceKind::inflow);
    EXPECT_EQ(file.scene.boundary[xmax].kind, FaceKind::outflow);
    ASSERT_EQ(file.scene.solids.size(), 2u);
    EXPECT_EQ(file.scene.solids[0].motion, Motion::spin);
    EXPECT_EQ(file.scene.resolved(file.scene.solids[1].mesh), "/scenes/meshes/wing.obj");
    ASSERT_EQ(file.scene.emitters.size(), 1u);
    EXPECT_EQ(file.scene.emitters[0].shape, EmitterShape::points);
    EXPECT_EQ(file.scene.vdb.half, false);
}

TEST(SceneFile, AnUnknownKeyNamesTheNearestAndItsLine) {
    EXPECT_THAT(lines(read("[domain]\nresolutoin = 64\n").issues),
                Contains(AllOf(HasSubstr("scene.toml line 3"), HasSubstr("did you mean \"resolution\"?"))));
    EXPECT_THAT(lines(read("[boundary.xmid]\n").issues), Contains(HasSubstr("did you mean \"xmin\"?")));
    EXPECT_THAT(lines(read("[fluids]\n").issues), Contains(HasSubstr("did you mean \"fluid\"?")));
    EXPECT_THAT(lines(read("[[solid]]\nshape = \"ball\"\nfps = 3\n").issues),
                Contains(HasSubstr("stands under [time]")));
    EXPECT_THAT(lines(read("[domain]\nqqqqq = 3\n").issues), Contains(HasSubstr("valid here: dx_m, ")));
}

TEST(SceneFile, AWrongTypeSaysWhatWasExpected) {
    EXPECT_THAT(lines(read("[time]\nfps = \"many\"\n").issues),
                Contains("scene.toml line 3, time.fps: expected a number, got the text \"many\""));
    EXPECT_THAT(lines(read("[domain]\nsize_m = [1, 2]\n").issues),
                Contains(HasSubstr("expected three numbers [x, y, z]")));
    EXPECT_THAT(lines(read("[output.vdb]\non = 1\n").issues), Contains(HasSubstr("expected true or false")));
    EXPECT_THAT(lines(read("[time]\nframes = 2.5\n").issues), Contains(HasSubstr("expected an integer")));
    EXPECT_THAT(lines(read("time = 3\n").issues), Contains(HasSubstr("is a section; write [time]")));
    EXPECT_THAT(lines(read("[solid]\nshape = \"ball\"\n").issues), Contains(HasSubstr("write [[solid]]")));
    EXPECT_THAT(lines(read("[time]\nfps = 1979-05-27\n").issues), Contains(HasSubstr("expected a number")));
}

TEST(SceneFile, AllMistakesAreListedAtOnceInTheOrderOfTheLines) {
    const Issues issues = read(R"([time]
fps = -1
[domain]
resolutoin = 3
[fluid]
re = "high"
[[emitter]]
shape = "surface"
)")
                              .issues;
    ASSERT_EQ(issues.size(), 4u) << listed(issues);
    EXPECT_THAT(issues[0].where, HasSubstr("line 3, time.fps"));
    EXPECT_THAT(issues[1].where, HasSubstr("line 5, domain.resolutoin"));
    EXPECT_THAT(issues[2].where, HasSubstr("line 7, fluid.re"));
    EXPECT_EQ(issues[3].where, "emitter[0].solid");
}

TEST(SceneFile, BrokenTomlNamesLineAndColumn) {
    const Issues issues = read("[domain\nx = 1").issues;
    ASSERT_EQ(issues.size(), 1u);
    EXPECT_THAT(issues[0].where, HasSubstr("scene.toml line 2, column"));
    EXPECT_FALSE(usable(issues));
}

TEST(SceneFile, AMissingVersionIsADoubtAnotherVersionAMistake) {
    const Issues none = parse_scene("", "scene.toml", "").issues;
    ASSERT_EQ(none.size(), 1u);
    EXPECT_TRUE(usable(none));
    EXPECT_FALSE(usable(parse_scene("version = 2", "scene.toml", "").issues));
}

TEST(SceneFile, AMissingFileIsAnInputError) {
    try {
        load_scene("/no/such/scene.toml");
        FAIL() << "was read";
    } catch (const Error& e) { EXPECT_EQ(e.code(), Exit::input); }
}

struct BadScene {
    const char* name;
    const char* text;
    const char* sentence;
};
class Validate : public testing::TestWithParam<BadScene> {};

TEST_P(Validate, Refuses) {
    const Issues issues = read(GetParam().text).issues;
    EXPECT_FALSE(usable(issues));
    EXPECT_THAT(lines(issues), Contains(HasSubstr(GetParam().sentence)));
}

INSTANTIATE_TEST_SUITE_P(
    , Validate,
    testing::Values(
        BadScene{"NuBesideRe", "[fluid]\nnu_m2s = 1e-5\nre = 100\n", "give one of the two"},
        BadScene{"HalfPeriodicAxis", "[boundary.ymin]\nkind = \"periodic\"\n", "both faces of an axis"},
        BadScene{"InflowOutwards", "[boundary.xmax]\nkind = \"inflow\"\nvelocity_ms = [1, 0, 0]\n", "point into"},
        BadScene{"NoWayOut", "[boundary.xmin]\nkind = \"inflow\"\nvelocity_ms = [1, 0, 0]\n", "no outflow"},
        BadScene{"WallThroughItself", "[boundary.ymin]\nkind = \"no_slip\"\nvelocity_ms = [0, 1, 0]\n",
                 "through itself"},
        BadScene{"JetWithoutInflow", "[boundary.xmin]\njet_radius_m = 0.1\n", "a jet needs kind"},
        BadScene{"SolidOfNothing", "[[solid]]\nname = \"x\"\n", "give mesh"},
        BadScene{"SolidOfTwo", "[[solid]]\nshape = \"ball\"\nmesh = \"a.obj\"\n", "stands beside shape"},
        BadScene{"UnknownShape", "[[solid]]\nshape = \"bal\"\n", "did you mean \"ball\"?"},
        BadScene{"SpinWithoutAxis", "[[solid]]\nshape = \"ball\"\nmotion = \"spin\"\nspin_rpm = 3\naxis = [0, 0, 0]\n",
                 "no direction"},
        BadScene{"UnevenKeyframes",
                 "[[solid]]\nshape = \"ball\"\nmotion = \"keyframes\"\ntimes_s = [0, 1]\npositions_m = [[0,0,0]]\n",
                 "has 1 entries, times_s has 2"},
        BadScene{
            "FallingTimes",
            "[[solid]]\nshape = \"ball\"\nmotion = \"keyframes\"\ntimes_s = [1, 0]\npositions_m = [[0,0,0],[1,0,0]]\n",
            "must rise"},
        BadScene{"TwoOfOneName", "[[solid]]\nname=\"a\"\nshape=\"ball\"\n[[solid]]\nname=\"a\"\nshape=\"box\"\n",
                 "second time"},
        BadScene{"EmitterOfNoSolid",
                 "[[solid]]\nname=\"ball\"\nshape=\"ball\"\n[[emitter]]\nshape=\"surface\"\nsolid=\"bal\"\n",
                 "did you mean \"ball\"?"},
        BadScene{"RateAndCount", "[[emitter]]\nrate = 1\ncount = 2\n", "stands beside rate"},
        BadScene{"EmitterEndsBeforeItStarts", "[[emitter]]\nstart_s = 2\nend_s = 1\n", "not after start_s"},
        BadScene{"TwoProbesOfOneName", "[[probe]]\nname=\"a\"\n[[probe]]\nname=\"a\"\nat_m=[0.1, 0, 0]\n",
                 "is \"a\" a second time"},
        BadScene{"ProbeWithoutName", "[[probe]]\nat_m = [0, 0, 0]\n", "tell probes apart"},
        BadScene{"ProbeWithAPlace", "[[probe]]\nname = \"a\"\nplace_m = [0, 0, 0]\n", "no parameter"},
        BadScene{"OddAlpha", "[advanced]\nalpha = 48\n", "no power of two"},
        BadScene{"HalvesOfAnotherModel", "[solver]\nstorage = \"fp16\"\nmodel = \"bgk\"\n", "acm_mrt only"},
        BadScene{"GatherWithoutStages", "[advanced]\nspread = \"gather\"\n", "belongs to advanced.schedule = staged"},
        BadScene{"StagesInPlace", "[solver]\nstreaming = \"in_place\"\n[advanced]\nschedule = \"staged\"\n",
                 "streaming = two_arrays"},
        BadScene{"UnknownDevice", "[solver]\ndevice = \"gpu\"\n", "expected auto, cpu or cuda:N"},
        BadScene{"FolderAsName", "[output]\nname = \"a/b\"\n", "plain file name"},
        BadScene{"NoiseOutOfRange", "[boundary.xmin]\nnoise = 0.5\n", "above its maximum 0.1"},
        BadScene{"NotFinite", "[fluid]\nre = nan\n", "no finite number"}),
    [](const auto& info) { return info.param.name; });

TEST(SceneFile, AProbeOutsideTheDomainIsADoubtAndOneOnItsFaceIsNone) {
    const auto probe = [](const char* at) {
        return read(std::string("[[probe]]\nname=\"a\"\nat_m=") + at + "\n").issues;
    };
    EXPECT_TRUE(probe("[1, 0.5, -0.5]").empty()) << "the box is 2 x 1 x 1 m about the origin";
    const Issues issues = probe("[0, 0.51, 0]");
    ASSERT_EQ(issues.size(), 1u);
    EXPECT_TRUE(usable(issues));
    EXPECT_THAT(issues[0].where, HasSubstr("probe[0].at_m"));
    EXPECT_THAT(issues[0].sentence, HasSubstr("its y must be from -0.5 to 0.5 m"));
    EXPECT_EQ(lines(read("[domain]\nsize_m = [0, 1, 1]\n[[probe]]\nname=\"a\"\n").issues).size(), 1u)
        << "a box that is none judges no probe";
}

TEST(Setting, WinsOverTheFileAndNeedsNoQuotes) {
    const SceneFile file =
        read("[fluid]\nre = 10\n[[solid]]\nname = \"wing\"\nshape = \"ball\"\n[[probe]]\nname=\"wake\"\n",
             {"fluid.re=2e4", "domain.size_m=[3, 1, 1]", "solver.model=bgk", "solid.wing.size_m=0.3",
              "solid[0].shape=box", "probe.wake.at_m=[0.5, 0, 0]", "output.dir=out put/ü", "light.floor = true"});
    ASSERT_TRUE(usable(file.issues)) << listed(file.issues);
    EXPECT_EQ(file.scene.fluid.re, 2e4);
    EXPECT_EQ(file.scene.domain.size_m, (Double3{3, 1, 1}));
    EXPECT_EQ(file.scene.solver.model, Model::bgk);
    EXPECT_EQ(file.scene.solids[0].size_m, 0.3);
    EXPECT_EQ(file.scene.solids[0].shape, "box");
    EXPECT_EQ(file.scene.probes.at(0), (Probe{"wake", {0.5, 0, 0}}));
    EXPECT_EQ(file.scene.output.dir, "out put/ü");
    EXPECT_TRUE(file.scene.light.floor);
}

TEST(Setting, AMistakeNamesTheNearestKeyOrTheTypeExpected) {
    Scene scene;
    EXPECT_THAT(lines(apply_setting(scene, "fluid.rre=1")), Contains(HasSubstr("did you mean \"fluid.re\"?")));
    EXPECT_THAT(lines(apply_setting(scene, "re=1")), Contains(HasSubstr("did you mean \"fluid.re\"?")));
    EXPECT_THAT(lines(apply_setting(scene, "fluid.re=high")), Contains(HasSubstr("expected number, got high")));
    EXPECT_THAT(lines(apply_setting(scene, "fluid.re")), Contains(HasSubstr("key=value")));
    EXPECT_THAT(lines(apply_setting(scene, "solid[0].size_m=1")), Contains(HasSubstr("no parameter")));
    EXPECT_EQ(scene_text(scene), scene_text(Scene{})) << "nothing was changed";
}

/// A scene in which no value is the default.
Scene unusual_scene() {
    Scene scene;
    scene.solids.resize(1);
    scene.emitters.resize(2);
    scene.probes.resize(2);
    for (ParamRef& ref : parameters(scene)) {
        const Value value = ref.read();
        if (ref.key == "version" || ref.type.starts_with("one of")) continue;
        if (std::holds_alternative<bool>(value.data)) ref.write({!std::get<bool>(value.data)});
        if (ref.type == "integer") ref.write({std::int64_t{32}});
        if (ref.type == "number") ref.write({1.0 / 3});
        if (ref.type == "text" || ref.type == "path") ref.write({std::string("a \"b\" \\ ü")});
        if (ref.type == "[x, y, z]") ref.write(to_value(Double3{0.1, 2.0 / 3, -1e-20}));
        if (ref.type == "list of numbers") ref.write(to_value(std::vector<double>{0.1, 0.2}));
        if (ref.type == "list of [x, y, z]") ref.write(to_value(std::vector<Double3>{{1, 2, 3}, {4, 5, 1e100}}));
    }
    scene.boundary[zmax].kind = FaceKind::no_slip;
    scene.solids[0].motion = Motion::keyframes;
    scene.emitters[1].shape = EmitterShape::disk;
    scene.solver.model = Model::raw_mrt;
    scene.domain.up = Axis::z;
    return scene;
}

TEST(SceneText, ReadsBackEqualWhateverTheValues) {
    Scene scene = unusual_scene();
    Scene again = parse_scene(scene_text(scene), "scene.toml", "").scene;
    const auto before = parameters(scene), after = parameters(again);
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_EQ(toml_text(before[i].read()), toml_text(after[i].read())) << before[i].key;
    EXPECT_EQ(after[0].key, "version");
}

TEST(SceneText, SavingKeepsOneBackupAndMovesRelativePaths) {
    const TemporaryFolder folder;
    Scene scene;
    scene.folder = folder.path;
    scene.solids.resize(1);
    scene.solids[0].mesh = "meshes/ball.obj";
    const auto file = folder.path / "deep" / "a.toml";
    std::filesystem::create_directories(file.parent_path());
    save_scene(scene, file);
    EXPECT_FALSE(std::filesystem::exists(file.string() + ".bak"));
    scene.time.frames = 7;
    save_scene(scene, file);
    EXPECT_TRUE(std::filesystem::exists(file.string() + ".bak"));
    const Scene again = load_scene(file).scene;
    EXPECT_EQ(again.time.frames, 7);
    EXPECT_EQ(again.solids[0].mesh, "../meshes/ball.obj");
    EXPECT_EQ(load_scene(file.string() + ".bak").scene.time.frames, Scene{}.time.frames);
}

TEST(SceneTables, KeysAreUniqueAndEveryParameterIsExplained) {
    std::set<std::string> keys;
    for (const ParamRef& p : parameter_docs()) {
        EXPECT_TRUE(keys.insert(p.key).second) << p.key;
        EXPECT_FALSE(p.help.empty()) << p.key;
        EXPECT_EQ(range_fault(p.read(), p.min, p.max), "") << p.key << ": its own default";
    }
    EXPECT_GT(keys.size(), 90u);
}

TEST(SceneTables, ShapesAreThoseThatCanBeMade) {
    const auto made = shape_names();
    EXPECT_THAT(made, testing::UnorderedElementsAreArray(solid_shapes));
}

TEST(ShippedScenes, AreAllUsable) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(FUM_SOURCE_DIR "/assets/scenes")) {
        const SceneFile file = load_scene(entry.path());
        EXPECT_TRUE(file.issues.empty()) << listed(file.issues);
        ++count;
    }
    EXPECT_GE(count, 4);
}

}  // namespace
}  // namespace fum
