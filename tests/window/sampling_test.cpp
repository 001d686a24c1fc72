// What the sampling view shows.
#include "app/window/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/setup.h"
#include "sim/io/scene_toml.h"
#include "tests/app/live_parameters.h"
#include "tests/support/flows.h"

namespace fum::test {
namespace {

fum::Setup sampled_ball() {
    Scene scene = tunnel();
    scene.solids.resize(1);
    scene.solids[0].name = "ball";
    scene.solids[0].shape = "ball";
    scene.solids[0].size_m = 0.375;
    fum::Setup setup = prepare(scene);
    sample_solids(setup);
    return setup;
}

TEST(SampledScene, HoldsTheRunsOwnSamplesAndTheirStatistics) {
    const fum::Setup setup = sampled_ball();
    const SampledScene scene = sampled_scene(setup);
    ASSERT_EQ(scene.solids.size(), 1u);
    EXPECT_EQ(scene.count(), setup.solids[0].samples);
    EXPECT_EQ(scene.cells().max, setup.solids[0].cells.max);
    EXPECT_EQ(scene.block, 8);  // ib_block = 0 stands for it
    const std::vector<float> points = sample_points(scene, scene.poses);
    ASSERT_EQ(points.size(), 4 * setup.config.bodies[0].samples.size());
    const Pose& pose = setup.config.bodies[0].pose;
    float most = 0;
    for (std::size_t s = 0; s < points.size(); s += 4) {
        const Double3 from{points[s] - pose.centre.x, points[s + 1] - pose.centre.y, points[s + 2] - pose.centre.z};
        EXPECT_NEAR(length(from), 3, 0.02);  // a ball of 6 cells; its facets lie a little inside
        most = std::max(most, points[s + 3]);
    }
    EXPECT_NEAR(most, static_cast<float>(setup.solids[0].cells.max), 12);  // cells about nodes, not between them
}

TEST(SampledScene, BlocksHoldAllSamplesAndNoneIsEmpty) {
    SampledScene scene = sampled_scene(sampled_ball());
    scene.block = 2;
    const std::vector<Float3> corners = sample_blocks(scene, scene.poses);
    std::vector<int> held(corners.size(), 0);
    const std::vector<float> points = sample_points(scene, scene.poses);
    for (std::size_t s = 0; s < points.size(); s += 4) {
        int in = 0;
        for (std::size_t b = 0; b < corners.size(); ++b) {
            bool inside = true;
            for (int d = 0; d < 3; ++d) {
                const float at = points[s + static_cast<std::size_t>(d)] - corners[b][d];
                inside = inside && at >= 0 && at < 2;
            }
            if (inside) ++held[b], ++in;
        }
        EXPECT_EQ(in, 1);
    }
    EXPECT_GT(corners.size(), 8u);
    EXPECT_TRUE(std::ranges::all_of(held, [](int n) { return n > 0; }));
    scene.block = 0;  // stored as sampled
    EXPECT_TRUE(sample_blocks(scene, scene.poses).empty());
}

}  // namespace
}  // namespace fum::test
