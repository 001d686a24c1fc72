// Smoke in the viewport: light goes where it should, and what it costs.
#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <limits>

#include "render/layers/live_smoke.h"
#include "render/layers/shown_solids.h"
#include "render/layers/slice.h"
#include "render/layers/tracers.h"
#include "tests/support/flows_shown.h"
#include "tests/support/test_smoke.h"
#include "tests/support/viewing.h"

namespace fum {
namespace {

using test::apart, test::place_of, test::Shot;
constexpr int width = 240, height = 180;

class Smoke : public test::Viewing {
protected:
    GpuField field{0, {48, 40, 32}, 0.02f, {1, -1, 2}};
    FieldTexture texture{true};
    Viewport viewport;
    ShownSolidsLayer& solids = viewport.add<ShownSolidsLayer>();
    LiveSmokeLayer& smoke = viewport.add<LiveSmokeLayer>();

    void fill(const std::function<float(const Float3&)>& f) {
        texture.upload(test::scalar_field(field.nodes, f), field.nodes);
        field.texture = texture.id();
        smoke.field = field;
        smoke.changed();
        test::look(viewport, field, {0, 0, -1}, 1.0f * width / height);
    }
};

TEST_F(Smoke, AloneInTheMiddleIsSeenThereAndNowhereElse) {
    fill([](const Float3&) { return 0.0f; });
    const Shot empty(viewport, width, height);
    fill([](const Float3& p) { return length(p - Float3{24, 20, 16}) < 7 ? 1.0f : 0.0f; });
    const Shot shot(viewport, width, height);
    EXPECT_GT(shot.light(width / 2, height / 2), empty.light(width / 2, height / 2) + 150);
    EXPECT_LE(apart(shot.at(5, 5), empty.at(5, 5)), 1);
}

/// How much of a white wall behind the smoke is left, 0..1: with the smoke's own light taken off by a second picture
/// of the same smoke before a black one. The walls are slices, whose colours are not tone mapped.
TEST_F(Smoke, AnEvenSlabLetsThroughWhatBeerAndLambertSay) {
    Viewport other;  // the slice must lie behind the smoke in the list
    SliceLayer& wall = other.add<SliceLayer>();
    LiveSmokeLayer& over = other.add<LiveSmokeLayer>();
    fill([](const Float3& p) { return p.z > 9.5f && p.z < 25.5f ? 0.5f : 0.0f; });
    FieldTexture flat{false};
    flat.upload(std::vector<float>(test::count_of(field.nodes), 0.5f), field.nodes);
    wall.field = field;
    wall.field.texture = flat.id();
    wall.quantity = ShownQuantity::value;
    wall.plane = axis_plane(field, 2, 0);
    wall.coloring.mark_outside = true;
    over.field = field;
    over.negligible = 0;
    test::look(other, field, {0, 0, -1}, 1.0f * width / height);
    for (const float extinction : {1.0f, 4.0f, 12.0f}) {
        over.extinction = extinction;
        const auto middle = [&](const Range& range) {
            wall.coloring.range = range;
            return Shot(other, width, height).at(width / 2, height / 2).g;
        };
        const int white = middle({-1, 0}), black = middle({1, 2});
        EXPECT_NEAR((white - black) / 255.0, std::exp(-extinction * 0.5 * 16 * 0.02), 0.02) << extinction;
    }
}

TEST_F(Smoke, BehindASolidIsHidden) {
    fill([](const Float3& p) { return p.z < 10 && length(p - Float3{24, 20, 5}) < 12 ? 1.0f : 0.0f; });
    const Shot open(viewport, width, height);
    const test::Mesh box = test::box_mesh({0.1f, 0.1f, 0.02f});
    PreviewSolid solid{.vertices = box.vertices, .triangles = box.triangles};
    const Float3 at = place_of(field, {24, 20, 20});
    solid.position = cast<double>(at);
    solid.id = 1;
    solids.solids = {solid};
    const Shot hidden(viewport, width, height);
    smoke.shown = false;
    const Shot alone(viewport, width, height);
    // The solid is darker for the smoke's shadow on it and no brighter for the smoke behind.
    EXPECT_LE(hidden.light(width / 2, height / 2), alone.light(width / 2, height / 2) + 3);
    EXPECT_NE(open.light(width / 2, height / 2), hidden.light(width / 2, height / 2));
}

TEST_F(Smoke, IsDarkerOnTheSideAwayFromTheLight) {
    fill([](const Float3& p) { return length(p - Float3{24, 20, 16}) < 12 ? 1.0f : 0.0f; });
    viewport.light = {0, 1, 0};
    smoke.extinction = 30;
    const Shot shot(viewport, width, height);
    const Float3 top = pixel_of(viewport.camera, place_of(field, {24, 28, 16}), width, height);
    const Float3 bottom = pixel_of(viewport.camera, place_of(field, {24, 12, 16}), width, height);
    const int x = static_cast<int>(top.x);
    EXPECT_GT(shot.light(x, static_cast<int>(top.y)), 1.5 * shot.light(x, static_cast<int>(bottom.y)));
}

TEST_F(Smoke, ShadowsFollowTheSolidsThatCastThem) {
    fill([](const Float3& p) { return p.y < 16 ? 0.4f : 0.0f; });
    viewport.light = {0, 1, 0.02f};
    viewport.camera = orbited(viewport.camera, 0, 25);
    const test::Mesh plate = test::box_mesh({0.1f, 0.01f, 0.1f});
    PreviewSolid solid{.vertices = plate.vertices, .triangles = plate.triangles};
    solid.id = 1;
    const auto shaded_at = [&](float x) {
        solid.position = cast<double>(place_of(field, {x, 34, 16}));
        solids.solids = {solid};
        const Shot shot(viewport, width, height);
        const auto lit = [&](float node) {
            const Rgb8 c = shot.at(viewport.camera, place_of(field, {node, 14, 26}));
            return c.r + c.g + c.b;
        };
        return lit(14) < lit(34);
    };
    EXPECT_TRUE(shaded_at(14));
    EXPECT_FALSE(shaded_at(34));
}

TEST_F(Smoke, HalfResolutionLooksLikeFull) {
    fill([](const Float3& p) { return std::exp(-0.02f * dot(p - Float3{24, 20, 16}, p - Float3{24, 20, 16})); });
    viewport.quality.smoke_part = 1;
    const Shot full(viewport, width, height);
    viewport.quality.smoke_part = 0.5f;
    const Shot half(viewport, width, height);
    double sum = 0;
    for (std::size_t i = 0; i < full.rgba.size(); ++i) sum += std::abs(full.rgba[i] - half.rgba[i]);
    EXPECT_LT(sum / static_cast<double>(full.rgba.size()), 1.5);
}

TEST_F(Smoke, ValuesThatAreNotFiniteCastNoShadow) {
    fill([](const Float3&) { return std::numeric_limits<float>::quiet_NaN(); });
    const Shot shot(viewport, width, height);
    smoke.shown = false;
    EXPECT_EQ(shot.rgba, Shot(viewport, width, height).rgba);
}

double milliseconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    glFinish();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Times for the log; nothing depends on them.
TEST_F(Smoke, TimesArePrinted) {
    Viewport large;
    TracersLayer& tracers = large.add<TracersLayer>();
    LiveSmokeLayer& cloud = large.add<LiveSmokeLayer>();
    field = {0, {128, 128, 128}, 0.01f, {}};
    fill([](const Float3& p) { return 0.5f + 0.5f * test::noise(p * 0.06f, 3); });
    cloud.field = tracers.field = field;
    test::look(large, field, {-0.5f, -0.3f, -1}, 1280.0f / 720);
    std::vector<float> many;
    for (int i = 0; i < 100000; ++i)
        for (const int prime : {38707, 61103, 73009})
            many.push_back(127 * static_cast<float>(static_cast<std::int64_t>(i) * prime % 100003) / 100003);
    std::vector<float> with_age;
    for (std::size_t i = 0; i < many.size(); i += 3)
        with_age.insert(with_age.end(), {many[i], many[i + 1], many[i + 2], 1});
    tracers.upload(with_age);
    tracers.size_px = 6;
    const auto frame = [&] { large.draw(1280, 720); };
    tracers.shown = cloud.shown = false;
    frame();
    const double nothing = milliseconds(frame);
    tracers.shown = true;
    frame();
    fmt::print("1280 x 720: backdrop {:.0f} ms; 1e5 tracers of 6 px {:.0f} ms more\n", nothing,
               milliseconds(frame) - nothing);
    tracers.shown = false;
    cloud.shown = true;
    fmt::print("smoke of 128^3: light and bricks {:.0f} ms (with the first march)\n", milliseconds(frame) - nothing);
    for (const float part : {1.0f, 0.5f, 1 / 3.0f}) {
        large.quality.smoke_part = part;
        frame();
        fmt::print("smoke of 128^3 marched at {:.2f} of the width: {:.0f} ms\n", part, milliseconds(frame) - nothing);
    }
    for (const LayerTime& t : large.times()) fmt::print("{} on the GPU's clock: {:.2f} ms\n", t.name, t.gpu_ms);
}

}  // namespace
}  // namespace fum
