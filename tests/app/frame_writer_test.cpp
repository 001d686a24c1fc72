// From finished frames to files: several writers, failures, frames that stay from an earlier run.
#include "app/frame_writer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <thread>

#include "app/earlier_run.h"
#include "app/manifest.h"
#include "app/output_estimate.h"
#include "sim/core/files.h"
#include "tests/support/ball_scene.h"
#include "tests/support/temporary_folder.h"

namespace fum {
namespace {

using testing::HasSubstr;

/// 32 x 16 x 16 cells; no pictures.
Scene quick_scene() {
    Scene scene = test::ball_scene(32);
    scene.png.on = false;
    return scene;
}

/// A folder of its own for every test.
class Writing : public testing::Test {
protected:
    const test::TemporaryFolder temporary;
    const std::filesystem::path path = temporary.path() / "out ü";
};

FrameData frame_of(const fum::Setup& setup, int number) {
    const Int3& n = setup.config.nodes;
    FrameData data;
    data.frame = number;
    data.poses.resize(setup.solids.size());
    data.step = setup.numbers.warm_up_steps + std::int64_t{number} * setup.numbers.steps_per_frame;
    data.fields[Field::smoke].assign(std::size_t(n.x) * std::size_t(n.y) * std::size_t(n.z), 0.5f);
    return data;
}

TEST_F(Writing, AFailingFrameSurfacesAndLosesNoEarlierOne) {
    const Scene scene = quick_scene();
    const fum::Setup setup = prepare(scene);
    OutputFolder folder(scene, path);
    folder.open(OutputFolder::Present::refuse);
    FrameWriter writer(setup, folder, "test");
    writer.push(frame_of(setup, 1));
    while (writer.written() < 1) std::this_thread::yield();
    std::filesystem::create_directories(path / "smoke_0002.vdb" / "in the way");  // a folder where the frame should be
    writer.push(frame_of(setup, 2));
    try {
        writer.finish("finished");
        FAIL() << "the failure was swallowed";
    } catch (const Error& e) { EXPECT_EQ(e.code(), Exit::output); }
    EXPECT_TRUE(std::filesystem::is_regular_file(path / "smoke_0001.vdb"));
    const std::string manifest = read_whole(path / "manifest.json");
    EXPECT_THAT(manifest, HasSubstr("\"state\": \"failed\""));
    EXPECT_THAT(manifest, HasSubstr("smoke_0001.vdb"));
    EXPECT_THAT(manifest, testing::Not(HasSubstr("\"file\": \"smoke_0002.vdb\"")));
}

TEST_F(Writing, SeveralWritersFinishInAnyOrderAndTheManifestKeepsThatOfTheFrames) {
    const Scene scene = quick_scene();
    const fum::Setup setup = prepare(scene);
    OutputFolder folder(scene, path);
    folder.open(OutputFolder::Present::refuse);
    FrameWriter writer(setup, folder, "test", {.writers = 4, .threads_each = 1, .alive = 6});
    for (int frame = 1; frame <= 40; ++frame) {
        FrameData data = frame_of(setup, frame);
        if (frame % 3 != 0) data.fields[Field::smoke].assign(data.fields[Field::smoke].size(), 0.0f);  // soon written
        data.loads = {Load{{0.1 * frame, 0, 0}, {}}};
        writer.push(std::move(data));
    }
    writer.finish("finished");
    EXPECT_EQ(writer.written(), 40);
    const ManifestText manifest = read_manifest(folder.manifest());
    ASSERT_EQ(manifest.frames.size(), 40u);
    for (int i = 0; i < 40; ++i) {
        EXPECT_EQ(manifest.frames[static_cast<std::size_t>(i)].frame, i + 1);
        verify_vdb(path / folder.frame_name(i + 1, ".vdb"), manifest.frames[static_cast<std::size_t>(i)].report);
    }
    const std::string forces = read_whole(folder.forces());
    EXPECT_EQ(std::count(forces.begin(), forces.end(), '\n'), 41);
    for (int frame = 1; frame < 40; ++frame)
        EXPECT_LT(forces.find(fmt::format("\n{},", frame)), forces.find(fmt::format("\n{},", frame + 1)));
}

TEST_F(Writing, AfterAFailureEarlierFramesAreEnteredAndLaterOnesAreNot) {
    const Scene scene = quick_scene();
    const fum::Setup setup = prepare(scene);
    OutputFolder folder(scene, path);
    folder.open(OutputFolder::Present::refuse);
    std::filesystem::create_directories(path / "smoke_0006.vdb" / "in the way");
    FrameWriter writer(setup, folder, "test", {.writers = 3, .threads_each = 1, .alive = 4});
    EXPECT_THROW(
        {
            for (int frame = 1; frame <= 40; ++frame) writer.push(frame_of(setup, frame));
            writer.finish("finished");
        },
        Error);
    EXPECT_THROW(writer.finish("failed"), Error);
    const ManifestText manifest = read_manifest(folder.manifest());
    EXPECT_EQ(manifest.state, "failed");
    ASSERT_EQ(manifest.frames.size(), 5u);
    for (const FinishedFrame& frame : manifest.frames) verify_vdb(path / frame.vdb, frame.report);
    for (const auto& entry : std::filesystem::directory_iterator(path)) EXPECT_NE(entry.path().extension(), ".tmp");
}

TEST_F(Writing, NotFiniteSmokeStopsTheExportBeforeAFileExists) {
    const Scene scene = quick_scene();
    const fum::Setup setup = prepare(scene);
    OutputFolder folder(scene, path);
    folder.open(OutputFolder::Present::refuse);
    FrameWriter writer(setup, folder, "test");
    FrameData data = frame_of(setup, 1);
    data.fields[Field::smoke][32 * 16 * 3 + 32 * 2 + 7] = std::numeric_limits<float>::quiet_NaN();
    writer.push(std::move(data));
    try {
        writer.finish("finished");
        FAIL() << "NaN was written";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), Exit::diverged);
        EXPECT_THAT(e.what(), HasSubstr("\"density\" holds nan at node (7, 2, 3)"));
    }
    for (const auto& entry : std::filesystem::directory_iterator(path)) EXPECT_NE(entry.path().extension(), ".vdb");
}

TEST_F(Writing, KeptFramesStayInTheManifestAndTablesAndAreNotWrittenAgain) {
    Scene scene = quick_scene();
    scene.probes = {{"a", {0.5, 0, 0}}, {"b", {0.6, 0, 0}}};
    const fum::Setup setup = prepare(scene);
    OutputFolder folder(scene, path);
    folder.open(OutputFolder::Present::refuse);
    const auto write = [&](int first, int last, const EarlierRun& earlier) {
        FrameWriter writer(setup, folder, "test", {}, earlier);
        for (int frame = first; frame <= last; ++frame) {
            FrameData data = frame_of(setup, frame);
            data.loads = {Load{{0.1 * frame, 0, 0}, {}}};
            data.probes = {{1.0 * frame, 0, {}, true}, {}};
            writer.push(std::move(data));
        }
        writer.finish("finished");
        return writer.written();
    };
    EXPECT_EQ(write(1, 2, {}), 2);
    EXPECT_EQ(write(4, 4, earlier_run(setup, folder, "test")), 1);  // frame 3 was not wanted then
    const std::string first_two = read_whole(folder.forces());
    EXPECT_EQ(write(1, 5, earlier_run(setup, folder, "test")), 2);
    const ManifestText manifest = read_manifest(folder.manifest());
    ASSERT_EQ(manifest.frames.size(), 5u);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(manifest.frames[static_cast<std::size_t>(i)].frame, i + 1);
    const std::string forces = read_whole(folder.forces());
    EXPECT_TRUE(forces.starts_with(first_two.substr(0, first_two.find("\n4,"))));
    EXPECT_LT(forces.find("\n3,"), forces.find("\n4,"));
    EXPECT_LT(forces.find("\n4,"), forces.find("\n5,"));
    const std::string probes = read_whole(folder.probes());
    EXPECT_EQ(std::count(probes.begin(), probes.end(), '\n'), 11) << "a heading and two lines a frame";
    EXPECT_LT(probes.find("\n3,"), probes.find("\n4,"));
    EXPECT_THROW(earlier_run(setup, folder, "another device"), Error);
}

TEST_F(Writing, IsLockedAgainstAnotherRun) {
    OutputFolder first(Scene{}, path), second(Scene{}, path);
    first.open(OutputFolder::Present::refuse);
    EXPECT_THROW(second.open(OutputFolder::Present::replace), Error);
    first = OutputFolder(Scene{}, path);
    second.open(OutputFolder::Present::replace);
}

TEST(OutputEstimate, GrowsWithTheSmokeAndEndsWithTheBox) {
    Scene scene = quick_scene();
    scene.emitters.resize(1);
    scene.emitters[0].centre_m = {-0.5, 0, 0};
    scene.emitters[0].radius_m = 0.1;
    const double once = estimate_output(prepare(scene)).bytes_per_frame;
    scene.vdb.velocity = false;
    EXPECT_LT(estimate_output(prepare(scene)).bytes_per_frame, once);
    scene.emitters[0].rate = 1e9;
    scene.smoke.max_tracers = 1'000'000'000;
    const double most = estimate_output(prepare(scene)).bytes_per_frame;
    EXPECT_LE(most, 4000 + 2.0 * 32 * 16 * 16);
    scene.vdb.on = false;
    EXPECT_EQ(estimate_output(prepare(scene)).bytes(), 0);
}

}  // namespace
}  // namespace fum
