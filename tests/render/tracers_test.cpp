// Tracers and samples land on their pixels.
#include "render/layers/tracers.h"

#include "render/layers/samples.h"
#include "render/layers/shown_solids.h"
#include "tests/support/flows_shown.h"
#include "tests/support/test_smoke.h"
#include "tests/support/viewing.h"

namespace fum {
namespace {

using test::apart, test::place_of, test::Shot;
constexpr int width = 200, height = 160;

/// The parameter: by a compute shader.
class Tracers : public test::Viewing, public testing::WithParamInterface<bool> {
protected:
    GpuField field{0, {40, 30, 20}, 0.02f, {-1, 2, 0.5f}};
    FieldTexture texture{false};
    Viewport viewport;
    ShownSolidsLayer& solids = viewport.add<ShownSolidsLayer>();
    TracersLayer& tracers = viewport.add<TracersLayer>();

    Tracers() {
        tracers.field = field;
        tracers.tint = {1, 1, 1, 1};
        tracers.splats = GetParam();
        test::look(viewport, field, {-0.4f, -0.3f, -1}, 1.0f * width / height);
    }
    /// Where the light is, in pixels, and how much there is above the backdrop.
    Float3 centroid() {
        tracers.shown = false;
        const Shot dark(viewport, width, height);
        tracers.shown = true;
        const Shot shot(viewport, width, height);
        Float3 sum{};
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const int d = shot.light(x, y) - dark.light(x, y);
                if (std::abs(d) < 6) continue;
                const float w = static_cast<float>(d);
                sum += Float3{w * (static_cast<float>(x) + 0.5f), w * (static_cast<float>(y) + 0.5f), w};
            }
        return sum.z != 0 ? Float3{sum.x / sum.z, sum.y / sum.z, sum.z} : Float3{};
    }
};

TEST_P(Tracers, OneLandsOnItsPixel) {
    for (const Float3 node : {Float3{3, 4, 5}, Float3{33.3f, 24.1f, 2}, Float3{20, 15, 18.7f}}) {
        tracers.upload(std::vector<float>{node.x, node.y, node.z, 7});
        const Float3 want = pixel_of(viewport.camera, place_of(field, node), width, height), at = centroid();
        ASSERT_GT(at.z, 100);
        EXPECT_NEAR(at.x, want.x, 0.6);
        EXPECT_NEAR(at.y, want.y, 0.6);
    }
}

TEST_P(Tracers, DeadOnesAreNotDrawn) {
    tracers.upload(std::vector<float>{20, 15, 10, -1});
    EXPECT_EQ(centroid().z, 0);
    tracers.upload({});
    EXPECT_EQ(centroid().z, 0);
}

TEST_P(Tracers, AgeAndSpeedGiveTheirColors) {
    texture.upload_flow(test::vector_field(field.nodes,
                                           [](const Float3& p) {
                                               return Float3{0, p.x * 0.001f, 0};
                                           }),
                        {}, field.nodes);
    tracers.field.texture = texture.id();
    tracers.size_px = 12;
    const Float3 node{20, 15, 10};
    tracers.upload(std::vector<float>{node.x, node.y, node.z, 30});
    const auto middle = [&] { return Shot(viewport, width, height).at(viewport.camera, place_of(field, node)); };
    tracers.color_by = TracersLayer::ColorBy::age;
    tracers.coloring = {Colormap::magma, {0, 40}};
    EXPECT_LE(apart(middle(), color_of(Colormap::magma, {0, 40}, 30)),
              14);  // the hill falls off by 5 % in half a pixel
    tracers.color_by = TracersLayer::ColorBy::speed;
    tracers.coloring = {Colormap::viridis, {0, 0.03f}};
    EXPECT_LE(apart(middle(), color_of(Colormap::viridis, {0, 0.03f}, 0.02f)), 14);
}

TEST_P(Tracers, SizesInMetresShrinkWithDistance) {
    tracers.size_m = 0.15f;
    tracers.upload(std::vector<float>{20, 15, 10, 1});
    const float near = centroid().z;
    viewport.camera = zoomed(viewport.camera, 2);
    EXPECT_NEAR(near / centroid().z, 4, 0.5);
}

TEST_P(Tracers, EveryFourthIsDrawnFourTimesAsDense) {
    std::vector<float> many;
    for (int i = 0; i < 4000; ++i) {
        const auto at = [&](int prime, int n) {
            return static_cast<float>(i * prime % 4001) / 4001 * static_cast<float>(n - 1);
        };
        many.insert(many.end(), {at(387, 40), at(611, 30), at(73, 20), 1.0f});
    }
    tracers.upload(many);
    tracers.tint.a = 0.06f;
    const float all = centroid().z;
    viewport.quality.tracer_stride = 4;
    EXPECT_NEAR(centroid().z / all, 1, 0.15);
    const Shot by_stride(viewport, width, height);
    viewport.quality.tracer_stride = 1;
    viewport.quality.most_tracers = 1000;
    EXPECT_EQ(Shot(viewport, width, height).rgba, by_stride.rgba);
}

TEST_P(Tracers, SharedBuffersAreDrawnLikeUploadedOnes) {
    const std::vector<float> one{11, 12, 13, 5};
    tracers.upload(one);
    const Shot own(viewport, width, height);
    const gl::Buffer shared = gl::make_buffer(16, one.data());
    tracers.use(shared.id(), 1);
    EXPECT_EQ(Shot(viewport, width, height).rgba, own.rgba);
    tracers.use(0, 0);
}

TEST_P(Tracers, SpritesAddUpWhenAdditive) {
    tracers.size_px = 14;
    tracers.tint = {0.5f, 0.5f, 0.5f, 0.3f};
    const auto middle = [&](int count) {
        std::vector<float> stack;
        for (int i = 0; i < count; ++i) stack.insert(stack.end(), {20, 15, 10, 1});
        tracers.upload(stack);
        return Shot(viewport, width, height).at(viewport.camera, place_of(field, {20, 15, 10})).r;
    };
    tracers.additive = true;
    EXPECT_EQ(middle(12), 255);
    tracers.additive = false;
    EXPECT_LE(middle(30), 129);  // over: never brighter than the sprite's own colour
}

TEST_P(Tracers, BehindSolidsAreHidden) {
    const test::Mesh ball = test::ball_mesh(0.05f, 24);
    PreviewSolid solid{.vertices = ball.vertices, .triangles = ball.triangles};
    solid.id = 1;
    tracers.upload(std::vector<float>{20, 15, 10, 1});
    for (const int side : {1, 2}) {
        viewport.quality.samples_a_side = side;
        solids.solids.clear();
        const float open = centroid().z;
        const auto seen = [&](const Float3& node) {
            solid.position = cast<double>(place_of(field, node));
            solids.solids = {solid};
            return centroid().z / open;
        };
        EXPECT_EQ(seen({22, 16.5f, 15}), 0) << side;    // between the eye and the tracer
        EXPECT_GT(seen({18, 13.5f, 5}), 0.2f) << side;  // behind it, white on white
    }
}

INSTANTIATE_TEST_SUITE_P(By, Tracers, testing::Bool(),
                         [](const auto& info) { return info.param ? "Splats" : "Sprites"; });

class Splats : public test::Viewing {};

TEST_F(Splats, DoNotDependOnTheOrder) {
    Viewport viewport;
    TracersLayer& tracers = viewport.add<TracersLayer>();
    tracers.field = {0, {40, 30, 20}, 0.02f, {}};
    tracers.splats = true;
    tracers.color_by = TracersLayer::ColorBy::age;
    tracers.coloring = {Colormap::turbo, {0, 100}};
    test::look(viewport, tracers.field, {0, 0, -1}, 1.25f);
    std::vector<float> ahead, back;
    for (int i = 0; i < 100; ++i) {
        const std::vector<float> one{20 + 0.01f * static_cast<float>(i), 15, 10, static_cast<float>(i)};
        ahead.insert(ahead.end(), one.begin(), one.end());
        back.insert(back.begin(), one.begin(), one.end());
    }
    tracers.upload(ahead);
    const Shot a(viewport, width, height);
    tracers.upload(back);
    const Shot b(viewport, width, height);
    int farthest = 0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) farthest = std::max(farthest, std::abs(a.rgba[i] - b.rgba[i]));
    EXPECT_LE(farthest, 2);  // of dither
    tracers.splats = false;
    const Shot sprites(viewport, width, height);
    EXPECT_GT(apart(sprites.at(viewport.camera, place_of(tracers.field, {20, 15, 10})),
                    a.at(viewport.camera, place_of(tracers.field, {20, 15, 10}))),
              20);  // where the last one laid down wins
}

class Samples : public test::Viewing {};

TEST_F(Samples, AreCountedByTheCellOfTheirNode) {
    const std::vector<Float3> places{{1, 1, 1}, {1.2f, 0.8f, 1.4f}, {1.6f, 1, 1}, {-0.4f, 0, 0}, {0.4f, 0, 0}};
    const std::vector<float> counted = counted_samples(places);
    const float want[] = {2, 2, 1, 2, 2};
    for (int i = 0; i < 5; ++i) EXPECT_EQ(counted[4 * i + 3], want[i]) << i;
    EXPECT_EQ(counted[4], 1.2f);
}

TEST_F(Samples, ColorsTellTheBand) {
    Viewport viewport;
    SamplesLayer& samples = viewport.add<SamplesLayer>();
    samples.field = {0, {10, 10, 10}, 1, {}};
    samples.size_px = 12;
    test::look(viewport, samples.field, {0, 0, -1}, 1.25f);
    samples.upload(std::vector<float>{2, 5, 5, 3, 5, 5, 5, 40, 8, 5, 5, 400});
    const Shot shot(viewport, width, height);
    const Rgb8 few = shot.at(viewport.camera, {2, 5, 5}), well = shot.at(viewport.camera, {5, 5, 5}),
               many = shot.at(viewport.camera, {8, 5, 5});
    EXPECT_GT(few.b, few.r + 40);
    EXPECT_GT(well.g, well.b + 40);
    EXPECT_GT(many.r, many.g + 40);
}

}  // namespace
}  // namespace fum
