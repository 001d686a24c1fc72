// Sequences on the disk: what `verify` finds, and what `convert` keeps and changes.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/convert.h"
#include "app/manifest.h"
#include "app/vdb_frame.h"
#include "app/verify.h"
#include "sim/core/files.h"
#include "sim/io/exporters/vdb_check.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/vdb_sample.h"

namespace fum {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Int3 nodes{10, 14, 18};

Setup setup_of(VdbProfile profile) {
    Setup setup;
    setup.scene.vdb.profile = profile;
    setup.config.nodes = nodes;
    setup.numbers.units = {.dx_m = 0.1, .dt_s = 0.01, .density_kgm3 = 1.2, .node0_m = {-0.5, 0.3, 1}};
    return setup;
}

/// Smoke and velocity that differ from node to node and from frame to frame; none in frame 1.
FrameData frame_of(int frame) {
    FrameData data;
    data.frame = frame;
    const std::size_t count = static_cast<std::size_t>(nodes.x) * nodes.y * nodes.z;
    auto &smoke = data.fields[Field::smoke], &velocity = data.fields[Field::velocity];
    smoke.assign(count, 0);
    velocity.resize(3 * count);
    for (std::size_t k = 0; k < count; ++k) {
        if (frame > 1) smoke[k] = static_cast<float>((k * 7 + frame) % 64) / 64;  // exact in half
        for (std::size_t c = 0; c < 3; ++c)
            velocity[c * count + k] = 0.01f * (1 + static_cast<float>(c)) + 1e-4f * static_cast<float>(k % 11);
    }
    return data;
}

/// Three frames and their manifest, as a run leaves them.
class Sequence : public testing::Test {
protected:
    void SetUp() override {
        if (!test::has_openvdb()) GTEST_SKIP() << "this build lacks OpenVDB";
        write(folder(), VdbProfile::houdini);
    }

    void write(const fs::path& to, VdbProfile profile) {
        fs::create_directories(to);
        const auto setup = setup_of(profile);
        const OutputFolder output(setup.scene, to);
        Manifest manifest(setup, output, "none");
        for (const int frame : {1, 2, 3}) {
            FinishedFrame done{.frame = frame, .vdb = output.frame_name(frame, ".vdb"), .picture = {}};
            done.report = write_vdb(to / done.vdb, vdb_frame(setup, frame_of(frame)));
            manifest.add(done);
        }
        manifest.set_state("finished");
        manifest.write();
    }

    fs::path folder() const { return temporary_.path() / "run"; }
    fs::path file(int frame) const { return folder() / fmt::format("smoke_{:04}.vdb", frame); }
    fs::path other(const std::string& name) const { return temporary_.path() / name; }
    std::vector<std::string> problems() const { return verify_folder(folder()).problems; }

    template <class Change>
    void change_manifest(Change&& change) const {
        json manifest = json::parse(read_whole(folder() / "manifest.json"));
        change(manifest);
        write_whole(folder() / "manifest.json", manifest.dump());
    }

    test::TemporaryFolder temporary_;
};

TEST_F(Sequence, WholeOneHasNoProblem) {
    const Verification found = verify_folder(folder());
    EXPECT_THAT(found.problems, IsEmpty());
    EXPECT_EQ(found.frames, 3);
    EXPECT_EQ(found.state, "finished");
    EXPECT_EQ(found.grids, "density float half, vel vec3s");
    EXPECT_EQ(found.bytes,
              static_cast<std::int64_t>(fs::file_size(file(1)) + fs::file_size(file(2)) + fs::file_size(file(3))));
    for (const VdbProfile profile : {VdbProfile::blender, VdbProfile::unreal}) {
        write(folder(), profile);
        EXPECT_THAT(problems(), IsEmpty());
    }
}

TEST_F(Sequence, MissingFileAndMissingFrame) {
    fs::remove(file(2));
    EXPECT_THAT(problems(), ElementsAre(AllOf(HasSubstr("smoke_0002.vdb"), HasSubstr("not in the folder"))));
    change_manifest([](json& m) { m["frames"].erase(1); });
    EXPECT_THAT(problems(), ElementsAre("Frame 2 is missing."));
}

TEST_F(Sequence, MissingPicture) {
    change_manifest([](json& m) { m["frames"][0]["picture"] = "smoke_0001.png"; });
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("smoke_0001.png is in the manifest but not")));
}

TEST_F(Sequence, ForeignAndUnfinishedFiles) {
    fs::copy_file(file(3), file(4));
    fs::copy_file(file(3), fs::path(file(5)) += ".tmp");
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("smoke_0004.vdb is not in the manifest"),
                                        HasSubstr("smoke_0005.vdb.tmp is left from a write")));
}

TEST_F(Sequence, CutAndExchangedFiles) {
    fs::resize_file(file(2), fs::file_size(file(2)) / 2);
    EXPECT_THAT(problems(), ElementsAre(AllOf(HasSubstr("smoke_0002.vdb"), HasSubstr("ends too early"))));
    fs::remove(file(2));
    fs::copy_file(file(3), file(2));  // whole, but another frame's values
    ASSERT_FALSE(problems().empty());
    EXPECT_THAT(problems()[0], AllOf(HasSubstr("smoke_0002.vdb is not what was written")));
}

TEST_F(Sequence, EveryNumberOfTheManifestIsCompared) {
    const json whole = json::parse(read_whole(folder() / "manifest.json"));
    const auto expect_one = [&](const char* pointer, const json& value, const std::string& clause) {
        change_manifest([&](json& m) {
            m = whole;
            ASSERT_TRUE(m.contains(json::json_pointer(pointer))) << pointer;
            m[json::json_pointer(pointer)] = value;
        });
        EXPECT_THAT(problems(), testing::Contains(HasSubstr(clause))) << pointer;
    };
    expect_one("/frames/1/bytes", 17, "bytes, not 17");
    expect_one("/frames/1/grids/0/active", 17, "active voxels, not 17");
    expect_one("/frames/1/grids/0/min", -1, "not from -1");
    expect_one("/frames/1/grids/1/max", 99, "to 99");
    expect_one("/frames/1/grids/0/half", false, "stored as half");
    expect_one("/frames/1/grids/1/type", "float", "holds vec3s, not float");
    expect_one("/frames/1/grids/1/name", "v", "not \"v\"");
    expect_one("/frames/1/frame", 7, "is frame 7 in the manifest");
    expect_one("/vdb/dx", 0.2, "has voxels of 0.1");
    expect_one("/vdb/origin/1", 5, "is displaced");
    expect_one("/vdb/nodes/2", 99, "covers");
    change_manifest([&](json& m) { m = whole; });
    EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(Sequence, FramesOfDifferentShapesDoNotMakeOne) {
    const auto setup = setup_of(VdbProfile::houdini);
    const auto problems_with = [&](auto&& change) {
        const FrameData data = frame_of(2);
        VdbFrame frame = vdb_frame(setup, data);
        change(frame);
        write_vdb(other("smoke_0002.vdb"), frame);
        return verify_files({file(1), other("smoke_0002.vdb")}).problems;
    };
    EXPECT_THAT(problems_with([](VdbFrame&) {}), IsEmpty());
    EXPECT_THAT(problems_with([](VdbFrame& f) { f.dx_m *= 2; }), ElementsAre(HasSubstr("differs from smoke_0001")));
    EXPECT_THAT(problems_with([](VdbFrame& f) { f.origin_m.y += 1; }), ElementsAre(HasSubstr("displaced")));
    EXPECT_THAT(problems_with([](VdbFrame& f) { f.grids.pop_back(); }), ElementsAre(HasSubstr("1 grids, not 2")));
    EXPECT_THAT(problems_with([](VdbFrame& f) { f.grids[1].name = "v"; }), ElementsAre(HasSubstr("named \"v\"")));
    EXPECT_THAT(problems_with([](VdbFrame& f) { f.turn = turn_between(Axis::y, Axis::z); }),
                ElementsAre(HasSubstr("differs from smoke_0001")));
}

TEST_F(Sequence, FilesWithoutAManifestMustHaveNumbersWithoutGaps) {
    fs::remove(folder() / "manifest.json");
    EXPECT_THAT(problems(), IsEmpty());
    fs::rename(file(3), file(5));
    EXPECT_THAT(problems(), ElementsAre("Frames 3 to 4 are missing."));
    fs::rename(file(5), folder() / "smoke_3.vdb");
    EXPECT_THAT(problems(), ElementsAre(HasSubstr("1 to 4 digits")));
}

TEST_F(Sequence, FilesFromElsewhereAreJudgedAlone) {
    const auto problems_of = [](const char* name) {
        return verify_files({fs::path(FUM_SOURCE_DIR) / "tests/cases" / name}).problems;
    };
    EXPECT_THAT(problems_of("r_density.vdb"), IsEmpty());
    EXPECT_THAT(problems_of("r_slab.vdb"), IsEmpty());
    EXPECT_THAT(problems_of("r_nan.vdb"), ElementsAre(HasSubstr("NaN or infinity in \"density\"")));
    EXPECT_THAT(problems_of("empty.vdb"), ElementsAre(HasSubstr("no active voxel in \"density\"")));
    EXPECT_THAT(problems_of("dup.vdb"), testing::Contains(HasSubstr("two grids named \"density\"")));
    EXPECT_THAT(problems_of("half.vdb"), ElementsAre(HasSubstr("NaN or infinity in")));
    EXPECT_THAT(problems_of("ball.obj"), ElementsAre(HasSubstr("ball.obj")));
}

TEST_F(Sequence, TransformsThatReadersPlaceDifferentlyAreFound) {
    if (std::system("/usr/bin/python3 -c 'import pyopenvdb' 2>/dev/null") != 0)
        GTEST_SKIP() << "python3-openvdb is not installed";
    const auto problems_of = [&](const std::string& rows) {
        const std::string path = other("made.vdb").string();
        const std::string script = fmt::format(
            "import pyopenvdb as v; g = v.FloatGrid(); g.name = \"density\"; g.fill((0,0,0), (9,9,9), 1.0); "
            "g.transform = v.createLinearTransform([{},[1,2,3,1]]); v.write(\"{}\", grids=[g])",
            rows, path);
        EXPECT_EQ(std::system(fmt::format("/usr/bin/python3 -c '{}'", script).c_str()), 0);
        return verify_files({path}).problems;
    };
    EXPECT_THAT(problems_of("[2,0,0,0],[0,2,0,0],[0,0,2,0]"), IsEmpty());
    EXPECT_THAT(problems_of("[2,0,0,0],[0,2,0,0],[0,0,3,0]"), ElementsAre(HasSubstr("stretches")));
    EXPECT_THAT(problems_of("[2,0,0,0],[0,-2,0,0],[0,0,2,0]"), ElementsAre(HasSubstr("mirrors")));
    EXPECT_THAT(problems_of("[2,0,0,0],[0,0,2,0],[0,-2,0,0]"), ElementsAre(HasSubstr("turns")));
}

TEST_F(Sequence, FoldersThatHoldNoneAreAnInputError) {
    fs::create_directory(other("none"));
    EXPECT_THROW(verify_folder(other("none")), Error);
    EXPECT_THROW(verify_folder(other("nowhere")), Error);
    write_whole(folder() / "manifest.json", "{\"frames\": 3}");
    EXPECT_THROW(verify_folder(folder()), Error);
    write_whole(folder() / "manifest.json", "no JSON");
    EXPECT_THROW(verify_folder(folder()), Error);
}

ConvertOptions options(const fs::path& from, const std::string& to, const fs::path& output) {
    ConvertOptions o;
    o.inputs = {from};
    o.to = to;
    o.output = output;
    return o;
}

/// Largest difference between the values of two files, relative to the largest value.
double difference(const fs::path& a, const fs::path& b, const std::string& name, const std::string& name_b) {
    const Int3 n = inspect_vdb(a).grids.at(0).box_max + Int3{1, 1, 1};
    const std::vector<float> x = read_vdb_dense(a, name, n), y = read_vdb_dense(b, name_b, n);
    double worst = 0, peak = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        worst = std::max(worst, 1.0 * std::abs(x[i] - y[i]));
        peak = std::max(peak, 1.0 * std::abs(x[i]));
    }
    EXPECT_GT(peak, 0);
    return worst / peak;
}

TEST_F(Sequence, ConvertedOneIsWhatAnExportWouldHaveBeen) {
    for (const auto& [name, profile, vel] :
         {std::tuple("blender", VdbProfile::blender, "velocity"), std::tuple("arnold", VdbProfile::arnold, "vel"),
          std::tuple("unreal", VdbProfile::unreal, "vel"), std::tuple("renderman", VdbProfile::renderman, "vel")}) {
        SCOPED_TRACE(name);
        write(other("direct"), profile);
        ASSERT_EQ(convert(options(folder(), name, other(name))), 0);
        for (const int frame : {1, 2, 3}) {
            const fs::path made = other(name) / file(frame).filename(),
                           direct = other("direct") / file(frame).filename();
            EXPECT_EQ(shape_difference(inspect_vdb(direct), inspect_vdb(made)), "");
            for (const char* key :
                 {"profile", "up", "units_per_m", "velocity_unit", "velocity_fps", "dx", "fps", "frame"})
                EXPECT_EQ(inspect_vdb(made).metadata.at(key), inspect_vdb(direct).metadata.at(key)) << key;
            if (frame == 1) continue;  // empty
            EXPECT_EQ(difference(direct, made, "density", "density"), 0);
            EXPECT_LT(difference(direct, made, vel, vel), name == std::string("unreal") ? 1e-3 : 1e-6);
        }
        EXPECT_THAT(verify_folder(other(name)).problems, IsEmpty());
    }
}

TEST_F(Sequence, ConvertedThereAndBackIsTheSame) {
    for (const std::string there : {"blender", "arnold", "renderman", "mitsuba"}) {
        ASSERT_EQ(convert(options(folder(), there, other(there))), 0);
        ASSERT_EQ(convert(options(other(there), "houdini", other(there + "_back"))), 0);
        const fs::path back = other(there + "_back") / file(2).filename();
        EXPECT_EQ(difference(file(2), back, "density", "density"), 0);
        EXPECT_LT(difference(file(2), back, "vel", "vel"), 1e-6);
        EXPECT_EQ(shape_difference(inspect_vdb(file(2)), inspect_vdb(back)), "");
    }
}

TEST_F(Sequence, ConvertingFilesFromElsewhereNeedsAProfileAndKeepsTheirEdge) {
    const fs::path slab = fs::path(FUM_SOURCE_DIR) / "tests/cases/r_slab.vdb";  // 10^3 voxels lit, dx 0.1
    ConvertOptions o = options(slab, "houdini", other("slab"));
    try {
        convert(o);
        FAIL() << "nothing was thrown";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), Exit::usage);
        EXPECT_THAT(e.what(), HasSubstr("--from"));
    }
    o.from = "custom";
    ASSERT_EQ(convert(o), 0);
    const VdbGridReport made = inspect_vdb(other("slab") / "r_slab.vdb").grids.at(0),
                        was = inspect_vdb(slab).grids.at(0);
    EXPECT_EQ(made.active, was.active + 2);  // all of it and the two corner marks
    EXPECT_EQ(made.box_max, (Int3{11, 11, 11}));
    EXPECT_NEAR(made.origin.x + made.dx, was.origin.x, 1e-6);
    EXPECT_EQ(made.max, was.max);
}

TEST_F(Sequence, ConvertingReplacesNothingUnasked) {
    const auto code = [](const ConvertOptions& o) {
        try {
            return static_cast<Exit>(convert(o));
        } catch (const Error& e) { return e.code(); }
    };
    ConvertOptions o = options(folder(), "blender", folder());
    EXPECT_EQ(code(o), Exit::usage);  // onto itself
    o.output = other("blender");
    EXPECT_EQ(code(o), Exit::ok);
    EXPECT_EQ(code(o), Exit::output);
    o.overwrite = true;
    EXPECT_EQ(code(o), Exit::ok);
    o.inputs = {fs::path(FUM_SOURCE_DIR) / "tests/cases/dup.vdb"};
    EXPECT_EQ(code(o), Exit::input);
    o.inputs = {file(2), fs::path(FUM_SOURCE_DIR) / "tests/cases/r_density.vdb"};
    EXPECT_EQ(code(o), Exit::input);  // other voxels
}

}  // namespace
}  // namespace fum
