// A glowing volume: what stands on the screen is what emission and absorption in a known field say.
#include "render/layers/glow.h"

#include <cmath>

#include "render/layers/shown_solids.h"
#include "render/layers/slice.h"
#include "tests/support/flows_shown.h"
#include "tests/support/test_smoke.h"
#include "tests/support/viewing.h"

namespace fum {
namespace {

using test::apart, test::place_of, test::Shot;
constexpr int width = 240, height = 180;

class Glow : public test::Viewing {
protected:
    GpuField field{0, {48, 40, 33}, 0.02f, {1, -1, 2}};
    FieldTexture texture{true};
    Viewport viewport;
    ShownSolidsLayer& solids = viewport.add<ShownSolidsLayer>();
    SliceLayer& wall = viewport.add<SliceLayer>();
    GlowLayer& glow = viewport.add<GlowLayer>();

    Glow() { wall.shown = false; }
    void show(GLuint id) {
        field.texture = id;
        glow.field = field;
        glow.changed();
        test::look(viewport, field, {0, 0, -1}, 1.0f * width / height);
    }
    void fill(const std::function<float(const Float3&)>& f) {
        texture.upload(test::scalar_field(field.nodes, f), field.nodes);
        glow.quantity = ShownQuantity::value;
        show(texture.id());
    }
    void rotate(float spin) {  // a solid rotation about z: vorticity 2 spin everywhere
        texture.upload_flow(test::vector_field(field.nodes,
                                               [&](const Float3& p) {
                                                   return Float3{-(p.y - 20), p.x - 24, 0} * spin;
                                               }),
                            {}, field.nodes);
        glow.quantity = ShownQuantity::vorticity;
        show(texture.id());
    }
};

TEST_F(Glow, AnEvenVorticityHasItsLegendsColourAndTheDepthOfItsBox) {
    rotate(0.002f);  // vorticity 0.004 a step, 4 in shown units
    glow.scale = 1000;
    glow.level = 1;
    glow.coloring.range = {0, 4};
    FieldTexture flat{false};
    flat.upload(std::vector<float>(test::count_of(field.nodes), 0.5f), field.nodes);
    wall.shown = true;  // at the back: black or white as its range is
    wall.field = field;
    wall.field.texture = flat.id();
    wall.quantity = ShownQuantity::value;
    wall.plane = axis_plane(field, 2, 0);
    wall.coloring.mark_outside = true;
    const Rgb8 own = color_table(Colormap::viridis)[255];
    for (const float depth : {0.3f, 1.0f, 3.0f}) {
        glow.depth = depth;
        const auto middle = [&](const Range& range) {
            wall.coloring.range = range;
            return Shot(viewport, width, height).at(width / 2, height / 2);
        };
        const Rgb8 black = middle({1, 2}), white = middle({-1, 0});
        const double through = std::exp(-depth * 32 / 33);  // 33 nodes stand 32 distances apart
        EXPECT_NEAR((white.g - black.g) / 255.0, through, 0.02) << depth;
        EXPECT_NEAR(black.r, own.r * (1 - through), 4) << depth;
        EXPECT_NEAR(black.g, own.g * (1 - through), 4) << depth;
    }
    glow.level = 4.5f;  // more than there is
    const Shot none(viewport, width, height);
    glow.shown = false;
    EXPECT_EQ(none.rgba, Shot(viewport, width, height).rgba);
}

TEST_F(Glow, QOfARotationIsItsSpinSquared) {
    rotate(0.002f);  // Q = |Omega|^2 / 2 = 2 spin^2 / 2 = 4e-6
    glow.quantity = ShownQuantity::q;
    glow.scale = 1e6f;
    glow.coloring.range = {0, 8};
    glow.depth = 50;
    const Rgb8 half = color_table(Colormap::viridis)[127];
    glow.level = 3.9f;
    glow.coloring.range = {0, 8};
    EXPECT_LE(apart(Shot(viewport, width, height).at(width / 2, height / 2), half), 90) << "thin: it is near its level";
    glow.level = 0.5f;
    EXPECT_LE(apart(Shot(viewport, width, height).at(width / 2, height / 2), half), 6);
}

TEST_F(Glow, IsWhereTheFieldIsAboveItsLevelAndNowhereElse) {
    fill([](const Float3& p) { return 30 - length(p - Float3{24, 20, 16}); });
    glow.shown = false;
    const Shot empty(viewport, width, height);
    glow.shown = true;
    glow.coloring.range = {0, 30};
    glow.depth = 200;
    for (const float radius : {6.0f, 11.0f}) {
        glow.level = 30 - radius;
        const Shot shot(viewport, width, height);
        int covered = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) covered += apart(shot.at(x, y), empty.at(x, y)) > 6;
        const Float3 place = place_of(field, {24, 20, 16});
        const float distance = length(viewport.camera.eye - place), r = radius * field.dx;
        const float focal = 0.5f * height / std::tan(viewport.camera.fov_deg * 0.00872665f);
        const float want = focal * r / std::sqrt(distance * distance - r * r);
        EXPECT_NEAR(std::sqrt(static_cast<float>(covered) / 3.14159265f), want, 0.06f * want + 1) << radius;
    }
}

TEST_F(Glow, LowsAreShownWithANegativeScaleAndSolidsHideWhatIsBehind) {
    fill([](const Float3& p) { return length(p - Float3{24, 20, 6}) < 6 ? -1.0f : 0.0f; });
    glow.scale = -1;
    glow.level = 0.9f;
    glow.coloring.range = {-2, 0};
    glow.depth = 200;
    EXPECT_LE(apart(Shot(viewport, width, height).at(viewport.camera, place_of(field, {24, 20, 6})),
                    color_table(Colormap::viridis)[127]),
              10)
        << "-1 is the middle of the range";
    const Float3 middle = place_of(field, {24, 20, 6});
    const test::Mesh box = test::box_mesh({0.2f, 0.2f, 0.02f});
    PreviewSolid solid{.vertices = box.vertices, .triangles = box.triangles};
    solid.position = cast<double>(place_of(field, {24, 20, 26}));
    solid.id = 1;
    solids.solids = {solid};
    const Shot hidden(viewport, width, height);
    glow.shown = false;
    EXPECT_LE(apart(hidden.at(viewport.camera, middle), Shot(viewport, width, height).at(viewport.camera, middle)), 1);
}

TEST_F(Glow, ValuesThatAreNotFiniteAreNothing) {
    fill([](const Float3&) { return std::numeric_limits<float>::quiet_NaN(); });
    const Shot shot(viewport, width, height);
    glow.shown = false;
    EXPECT_EQ(shot.rgba, Shot(viewport, width, height).rgba);
}

}  // namespace
}  // namespace fum
