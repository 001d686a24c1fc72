// The largest scene that fits.
#include <gtest/gtest.h>

#include <cmath>

#include "app/fit.h"
#include "sim/io/scene_toml.h"
#include "tests/app/live_parameters.h"

namespace fum::test {
namespace {

fum::Setup tunnel_with_smoke(int resolution = 32, std::int64_t tracers = 1000) {
    Scene scene = tunnel();
    scene.domain.resolution = resolution;
    scene.solids.resize(1);
    scene.solids[0].name = "ball";
    scene.solids[0].shape = "ball";
    scene.solids[0].size_m = 0.375;
    scene.emitters.resize(1);
    scene.emitters[0].centre_m = {-0.5, 0, 0};
    scene.smoke.max_tracers = tracers;
    scene.vdb.on = true;
    fum::Setup setup = prepare(scene);
    EXPECT_TRUE(usable(setup.issues)) << listed(setup.issues);
    return setup;
}

Room room(std::int64_t memory, double mlups = 100, std::int64_t disk = std::int64_t{1} << 50) {
    Room r;
    r.device.id = "cpu";
    r.memory_bytes = memory;
    r.disk_bytes = disk;
    r.mlups = mlups;
    return r;
}

TEST(Fit, SearchFindsTheEdgeFromAnyGuessAndTriesNothingFarAbove) {
    for (const int edge : {15, 16, 17, 99, 1000, 4095, 4096})
        for (const int guess : {1, 16, 100, 1000, 5000}) {
            int highest = 0;
            const int found = largest_that(16, 4096, guess, [&](int n) {
                highest = std::max(highest, n);
                return n <= edge;
            });
            EXPECT_EQ(found, edge) << "guess " << guess;
            EXPECT_LE(guess <= edge ? highest : 0, std::max(3 * edge, 32));
        }
}

TEST(Fit, ProposalForADeviceIsTheLargestThatFits) {
    const fum::Setup setup = tunnel_with_smoke();
    const Room r = room(400'000'000);
    const auto proposal = propose(FitTo::device, setup, r);
    ASSERT_TRUE(proposal && proposal->refusal.empty());
    EXPECT_GT(proposal->then.resolution, 32);
    EXPECT_TRUE(fits_memory(proposal->then, r));
    EXPECT_FALSE(fits_memory(Sizes(setup, r).at(proposal->then.resolution + 1), r));
}

TEST(Fit, ProposalForANightTakesOne) {
    const fum::Setup setup = tunnel_with_smoke();
    const auto proposal = propose(FitTo::night, setup, room(std::int64_t{1} << 40, 2));
    ASSERT_TRUE(proposal && proposal->refusal.empty());
    EXPECT_LE(proposal->then.seconds, night_s);
    EXPECT_GT(proposal->then.seconds, 0.8 * night_s);  // whole nodes and whole steps a frame leave gaps
    EXPECT_NEAR(proposal->now.seconds, 32.0 * 16 * 16 * static_cast<double>(setup.numbers.total_steps) / 2e6, 1e-9);
}

TEST(Fit, WithoutASpeedThereIsNoNight) {
    const auto proposal = propose(FitTo::night, tunnel_with_smoke(), room(1 << 30, 0));
    ASSERT_TRUE(proposal);
    EXPECT_NE(proposal->refusal.find("speed"), std::string::npos);
}

TEST(Fit, FullDiskOffersFewerFramesBesideASmallerGrid) {
    const fum::Setup setup = tunnel_with_smoke(96, 2'000'000);
    const double all = needs_of(setup, room(1 << 30)).disk_bytes;
    ASSERT_GT(all, 0);
    const Room r = room(1 << 30, 100, static_cast<std::int64_t>(all / 2));
    const auto proposal = propose(FitTo::disk, setup, r);
    ASSERT_TRUE(proposal && proposal->refusal.empty());
    EXPECT_LT(proposal->then.resolution, 96);
    EXPECT_TRUE(fits_disk(proposal->then, r));
    ASSERT_TRUE(proposal->fewer_frames);
    EXPECT_LT(proposal->fewer_frames->frames, setup.scene.time.frames);
    EXPECT_EQ(proposal->fewer_frames->resolution, 96);
    EXPECT_TRUE(fits_disk(*proposal->fewer_frames, r));
}

TEST(Fit, OtherGridsNeedWhatPreparingThemNeeds) {
    const fum::Setup setup = tunnel_with_smoke();
    Scene larger = setup.scene;
    larger.domain.resolution = 80;
    const Needs anew = needs_of(prepare(larger), room(1 << 30)), sized = Sizes(setup, room(1 << 30)).at(80);
    EXPECT_EQ(sized.nodes, anew.nodes);
    EXPECT_EQ(sized.steps, anew.steps);
    EXPECT_NEAR(static_cast<double>(sized.memory_bytes) / static_cast<double>(anew.memory_bytes), 1, 0.02);
}

TEST(Fit, AnUnwantedSearchEnds) {
    int asked = 0;
    EXPECT_FALSE(propose(FitTo::device, tunnel_with_smoke(), room(1 << 30), [&] { return ++asked < 2; }));
    EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace fum::test
