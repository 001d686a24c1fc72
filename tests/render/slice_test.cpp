// Slices show the value that is there, in its colour.
#include "render/layers/slice.h"

#include <cmath>
#include <limits>

#include "render/layers/vectors.h"
#include "tests/support/flows_shown.h"
#include "tests/support/viewing.h"

namespace fum {
namespace {

using test::apart, test::place_of, test::Shot;
constexpr int width = 200, height = 160;

/// A viewport with one slice across z through the middle of a field of 32 x 24 x 20 nodes, seen along -z.
class Slice : public test::Viewing {
protected:
    FieldTexture texture{false};
    GpuField field{0, {32, 24, 20}, 0.1f, {0.5f, -2, 1}};
    FieldTools tools;
    Viewport viewport;
    SliceLayer& slice = viewport.add<SliceLayer>();

    void fill(const std::function<float(const Float3&)>& f) {
        texture.upload(test::scalar_field(field.nodes, f), field.nodes);
        field.texture = texture.id();
        show(ShownQuantity::value);
    }
    void fill_flow(const std::function<Float3(const Float3&)>& f) {
        texture.upload_flow(test::vector_field(field.nodes, f), {}, field.nodes);
        field.texture = texture.id();
        show(ShownQuantity::speed);
    }
    void show(ShownQuantity quantity) {
        slice.field = field;
        slice.quantity = quantity;
        slice.plane = axis_plane(field, 2, 0.5f);
        test::look(viewport, field, {0, 0, -1}, 1.0f * width / height);
    }
    /// The largest difference, at places on the plane well inside, from the colours that `value` should have.
    int worst(const std::function<float(const Float3&)>& value, float z = 9.5f) {
        const Shot shot(viewport, width, height);
        int most = 0;
        for (const float x : {3.2f, 9.0f, 16.4f, 27.8f})
            for (const float y : {3.1f, 12.0f, 19.7f}) {
                const Rgb8 want = color_of(slice.coloring.map, slice.coloring.range, value({x, y, z}));
                most = std::max(most, apart(shot.at(viewport.camera, place_of(field, {x, y, z})), want));
            }
        return most;
    }
};

TEST_F(Slice, LinearFieldHasItsColors) {
    const auto f = [](const Float3& p) { return 2 * p.x - p.y + 0.5f * p.z; };
    fill(f);
    for (const Colormap map : {Colormap::viridis, Colormap::cividis, Colormap::coolwarm, Colormap::magma}) {
        slice.coloring = {map, {-20, 70}};
        EXPECT_LE(worst(f), 5) << static_cast<int>(map);  // a pixel covers 0.3 nodes, one colour's 1.7 steps
    }
}

TEST_F(Slice, FreePlanesCutWhereTheyStand) {
    const auto f = [](const Float3& p) { return p.x + p.y + p.z; };
    fill(f);
    slice.coloring.range = {0, 70};
    slice.plane = {to_glm(place_of(field, {15.5f, 11.5f, 9.5f})), {0.2f, 0.1f, 1}};
    const auto on_plane = [&](const Float3& p) { return 9.5f - 0.2f * (p.x - 15.5f) - 0.1f * (p.y - 11.5f); };
    const Shot shot(viewport, width, height);
    for (const float x : {4.0f, 15.0f, 28.0f}) {
        const Float3 node{x, 8, on_plane({x, 8, 0})};
        const Rgb8 want = color_of(Colormap::viridis, slice.coloring.range, f(node));
        EXPECT_LE(apart(shot.at(viewport.camera, place_of(field, node)), want), 4) << x;
    }
}

TEST_F(Slice, PlanesCutPolygonsOfThreeToSixCorners) {
    fill([](const Float3&) { return 0.0f; });
    const glm::vec3 middle = to_glm(place_of(field, {15.5f, 11.5f, 9.5f}));
    EXPECT_EQ(cut(field, axis_plane(field, 0, 0)).size(), 4u);
    EXPECT_EQ(cut(field, axis_plane(field, 1, 1)).size(), 4u);
    EXPECT_EQ(cut(field, {middle, {1, 1, 1}}).size(), 6u);
    EXPECT_EQ(cut(field, {to_glm(place_of(field, {1, 1, 1})), {1, 1, 1}}).size(), 3u);
    EXPECT_EQ(cut(field, {middle + glm::vec3(0, 0, 50), {0, 0, 1}}).size(), 0u);
}

TEST_F(Slice, DivergingMapIsCentredOnZero) {
    fill([](const Float3& p) { return p.x < 15.5f ? 0.0f : 1.0f; });
    slice.coloring = {Colormap::coolwarm, centred(tools.range(field, ShownQuantity::value, 1, 0, 100))};
    const Shot shot(viewport, width, height);
    EXPECT_LE(apart(shot.at(viewport.camera, place_of(field, {6, 12, 9.5f})), {221, 221, 221}), 3);
    EXPECT_LE(apart(shot.at(viewport.camera, place_of(field, {26, 12, 9.5f})), {180, 4, 38}), 3);
}

TEST_F(Slice, NanIsMagentaAndOutsideIsMarked) {
    fill([](const Float3& p) { return p.x < 8 ? std::numeric_limits<float>::quiet_NaN() : p.x < 16 ? -5.0f : 5.0f; });
    const auto at = [&](const Shot& shot, float x) { return shot.at(viewport.camera, place_of(field, {x, 12, 9.5f})); };
    const Shot clamped(viewport, width, height);
    EXPECT_EQ(at(clamped, 4), nan_color);
    EXPECT_LE(apart(at(clamped, 12), color_table(Colormap::viridis)[0]), 1);
    EXPECT_LE(apart(at(clamped, 25), color_table(Colormap::viridis)[255]), 1);
    slice.coloring.mark_outside = true;
    const Shot marked(viewport, width, height);
    EXPECT_EQ(at(marked, 12), (Rgb8{0, 0, 0}));
    EXPECT_EQ(at(marked, 25), (Rgb8{255, 255, 255}));
}

TEST_F(Slice, NearestShowsEachNodesOwnValue) {
    fill([](const Float3& p) { return p.x; });
    slice.coloring.range = {0, 31};
    slice.smooth = false;
    EXPECT_LE(worst([](const Float3& p) { return std::round(p.x); }, 9.5f), 3);
}

TEST_F(Slice, OpacityMixesWithWhatLiesBehind) {
    fill([](const Float3&) { return 1.0f; });
    slice.shown = false;
    const Rgb8 behind = Shot(viewport, width, height).at(width / 2, height / 2);
    slice.shown = true;
    slice.opacity = 0.25f;
    const Rgb8 mixed = Shot(viewport, width, height).at(width / 2, height / 2),
               top = color_table(Colormap::viridis)[255];
    EXPECT_NEAR(mixed.r, 0.25 * top.r + 0.75 * behind.r, 2);
    EXPECT_NEAR(mixed.g, 0.25 * top.g + 0.75 * behind.g, 2);
}

TEST_F(Slice, SolidRotationHasEvenVorticityAndQ) {
    constexpr float omega = 0.01f;
    fill_flow([](const Float3& p) { return Float3{-omega * (p.y - 11.5f), omega * (p.x - 15.5f), 0}; });
    slice.coloring.range = {0, 0.2f};
    EXPECT_LE(worst([](const Float3& p) { return omega * std::hypot(p.x - 15.5f, p.y - 11.5f); }), 4);
    const struct {
        ShownQuantity quantity;
        float value;
    } known[] = {{ShownQuantity::vorticity, 2 * omega},
                 {ShownQuantity::vorticity_z, 2 * omega},
                 {ShownQuantity::vorticity_x, 0},
                 {ShownQuantity::q, omega * omega},
                 {ShownQuantity::rho, 1},
                 {ShownQuantity::pressure, 0}};
    for (const auto& k : known) {
        show(k.quantity);
        slice.scale = 3;
        slice.coloring.range = {3 * k.value - 1, 3 * k.value + 1};
        EXPECT_LE(worst([&](const Float3&) { return 3 * k.value; }), 2) << static_cast<int>(k.quantity);
        const Range range = tools.range(field, k.quantity, 3);
        EXPECT_NEAR(0.5f * (range.low + range.high), 3 * k.value, 1e-5) << static_cast<int>(k.quantity);
    }
}

TEST_F(Slice, RangeOfAFieldIsItsPercentiles) {
    fill([](const Float3& p) { return p.x == 3 && p.y == 3 ? 1e6f : p.x; });
    const Range range = tools.range(field, ShownQuantity::value, 2);
    EXPECT_NEAR(range.low, 0, 2);
    EXPECT_NEAR(range.high, 62, 2);
}

TEST_F(Slice, ArrowsPointAlongTheFlow) {
    fill_flow([](const Float3&) { return Float3{0.1f, 0, 0}; });
    slice.shown = false;
    VectorsLayer& vectors = viewport.add<VectorsLayer>();
    vectors.field = field;
    vectors.plane = slice.plane;
    vectors.across = 1;
    vectors.tint = {1, 1, 1, 1};
    const Shot shot(viewport, width, height);
    // The head's end is 0.58 of the way and wider than the shaft: white pixels in columns there and before.
    const auto whites = [&](int x) {
        int count = 0;
        for (int y = 0; y < height; ++y) count += shot.light(x, y) > 300;
        return count;
    };
    int first = width, last = 0, widest = 0;
    for (int x = 0; x < width; ++x) {
        if (whites(x) == 0) continue;
        first = std::min(first, x);
        last = x;
        if (whites(x) > whites(widest)) widest = x;
    }
    ASSERT_GT(last, first);
    EXPECT_NEAR(static_cast<float>(widest - first) / static_cast<float>(last - first), 0.58f, 0.05f);
}

}  // namespace
}  // namespace fum
