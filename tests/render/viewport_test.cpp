// The viewport as a whole: its list, its sizes, the box and its handles.
#include "render/viewport.h"

#include <gmock/gmock.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "render/layers/box.h"
#include "sim/core/error.h"
#include "tests/support/viewing.h"

namespace fum {
namespace {

using test::apart, test::Shot;
constexpr int width = 240, height = 180;

class Views : public test::Viewing {
protected:
    Viewport viewport;

    ShownBox unit_domain() {
        ShownBox d;
        d.low = {0, 0, 0};
        d.high = {2, 1, 1};
        d.faces = {FaceLook::inflow, FaceLook::outflow,  FaceLook::slip,
                   FaceLook::wall,   FaceLook::periodic, FaceLook::periodic};
        d.inflow[0].velocity = {1, 0, 0};
        return d;
    }
    void look_at_box(const Float3& direction) {
        viewport.bounds = {.center = {1, 0.5f, 0.5f}, .radius = 1.25f};
        viewport.camera = seen_along(viewport.camera, direction);
        viewport.camera = framed(viewport.camera, {1, 0.5f, 0.5f}, 1.25f, 1.0f * width / height, 0.9f);
    }
};

TEST_F(Views, LayersAreDrawnInTheOrderOfTheirListAndCanBeHidden) {
    BoxLayer& box = viewport.add<BoxLayer>();
    viewport.add<AxesLayer>();
    EXPECT_THAT(viewport.layers(), testing::SizeIs(2));
    EXPECT_EQ(viewport.layers()[0], &box);
    look_at_box({-0.3f, -0.4f, -1});
    const Shot both(viewport, width, height);
    EXPECT_EQ(viewport.times().size(), 2u);
    EXPECT_EQ(viewport.times()[0].name, "box");
    box.shown = false;
    const Shot axes(viewport, width, height);
    EXPECT_EQ(viewport.times().size(), 1u);
    EXPECT_NE(both.rgba, axes.rgba);
}

TEST_F(Views, ComplaintsOfTheDriverAreHeard) {
    glEnable(GL_TEXTURE_2D + 1);  // no such thing
    EXPECT_THAT(test::complaints(), testing::SizeIs(1));
    EXPECT_NE(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    test::complaints().clear();
}

TEST_F(Views, AnySizeAnyTimeAndTwiceTheSamples) {
    viewport.add<BoxLayer>().domain = unit_domain();
    look_at_box({-0.3f, -0.4f, -1});
    const Shot plain(viewport, width, height);
    viewport.quality.samples_a_side = 2;
    const Shot fine(viewport, width, height);
    ASSERT_EQ(fine.rgba.size(), plain.rgba.size());
    double sum = 0;
    for (std::size_t i = 0; i < plain.rgba.size(); ++i) sum += std::abs(plain.rgba[i] - fine.rgba[i]);
    EXPECT_LT(sum / static_cast<double>(plain.rgba.size()), 1);
    viewport.quality.samples_a_side = 1;
    EXPECT_EQ(Shot(viewport, 31, 57).rgba.size(), 31u * 57 * 4);
    EXPECT_EQ(Shot(viewport, width, height).rgba, plain.rgba);
    EXPECT_THROW(viewport.draw(0, 10), Error);
    EXPECT_THROW(viewport.draw(1 << 20, 10), Error);
}

TEST_F(Views, IsCopiedToAnotherFramebuffer) {
    viewport.add<BoxLayer>();
    look_at_box({0, 0, -1});
    const Shot shot(viewport, width, height);
    const gl::Texture color = gl::make_texture_2d(GL_RGBA8, width + 20, height + 10, GL_NEAREST);
    const gl::Framebuffer window = gl::make_framebuffer();
    glNamedFramebufferTexture(window.id(), GL_COLOR_ATTACHMENT0, color.id(), 0);
    viewport.show(window.id(), 20, 10);
    std::vector<std::uint8_t> all((width + 20) * (height + 10) * 4);
    glGetTextureImage(color.id(), 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(all.size()), all.data());
    const auto at = [&](int x, int y) { return all[((height + 9 - y) * (width + 20) + x + 20) * 4]; };  // row 0 on top
    for (int i = 0; i < height; i += 7) EXPECT_EQ(at(i, i), shot.at(i, i).r);
}

TEST_F(Views, BoxEdgesLieOnTheBox) {
    BoxLayer& box = viewport.add<BoxLayer>();
    box.domain = unit_domain();
    box.floor = box.tints = false;
    box.domain.inflow = {};
    look_at_box({-0.4f, -0.3f, -1});
    box.shown = false;
    const Shot empty(viewport, width, height);
    box.shown = true;
    const Shot shot(viewport, width, height);
    for (const Float3 on : {Float3{0.7f, 0, 1}, Float3{2, 0.3f, 0}, Float3{0, 1, 0.4f}, Float3{0, 0.5f, 0}}) {
        const Float3 p = pixel_of(viewport.camera, on, width, height);
        EXPECT_GT(shot.light(static_cast<int>(p.x), static_cast<int>(p.y)),
                  empty.light(static_cast<int>(p.x), static_cast<int>(p.y)) + 60);
    }
    const Float3 off = pixel_of(viewport.camera, {1, 0.8f, 1}, width, height);
    EXPECT_LE(apart(shot.at(static_cast<int>(off.x), static_cast<int>(off.y)),
                    empty.at(static_cast<int>(off.x), static_cast<int>(off.y))),
              1);
}

TEST_F(Views, FrontEdgesAreThoseBetweenFacesThatLookHere) {
    FrontEdgesLayer& edges = viewport.add<FrontEdgesLayer>();
    edges.domain = unit_domain();
    look_at_box({-0.4f, -0.3f, -1});  // the eye is beyond x+, y+ and z+
    edges.shown = false;
    const Shot empty(viewport, width, height);
    edges.shown = true;
    const Shot shot(viewport, width, height);
    const auto lighter = [&](const Float3& place) {
        const Float3 p = pixel_of(viewport.camera, place, width, height);
        const int x = static_cast<int>(p.x), y = static_cast<int>(p.y);
        return shot.light(x, y) > empty.light(x, y) + 30;
    };
    EXPECT_TRUE(lighter({0.7f, 1, 1}));
    EXPECT_TRUE(lighter({2, 0.3f, 1}));
    EXPECT_FALSE(lighter({0, 0.5f, 1}));
    EXPECT_FALSE(lighter({1, 0, 1}));
}

TEST_F(Views, LinesThatPassTheEyeAreCutOff) {
    BoxLayer& box = viewport.add<BoxLayer>();
    box.domain = unit_domain();
    look_at_box({0, 0, -1});
    viewport.camera.eye = {1, 0.5f, 0.5f};  // in the middle of it
    viewport.camera.target = {2, 0.5f, 0.5f};
    viewport.camera.fov_deg = 90;
    const Shot shot(viewport, width, height);
    const Float3 p = pixel_of(viewport.camera, {2, 0.9f, 1}, width, height);
    EXPECT_GT(shot.light(static_cast<int>(p.x), static_cast<int>(p.y)), 150);
}

/// The longest arrow that ends within `reach` of a place of the face x-, or 0.
float arrow_at(const std::vector<InflowArrow>& arrows, float y, float z, float reach) {
    float longest = 0;
    for (const auto& [from, to] : arrows)
        if (std::hypot(to.y - y, to.z - z) < reach) longest = std::max(longest, glm::length(to - from));
    return longest;
}

TEST_F(Views, ArrowsStandWhereAirEntersAndAreAsLongAsItIsFast) {
    ShownBox d = unit_domain();
    EXPECT_EQ(inflow_arrows(d, 0).size(), 9u);
    EXPECT_THAT(inflow_arrows(d, 1), testing::IsEmpty());
    d.inflow[0] = {.velocity = {1, 0, 0}, .centre = {9, 0.3f, 0.6f}, .radius = 0.1f, .edge = 0.02f};
    for (const auto& [from, to] : inflow_arrows(d, 0)) {
        EXPECT_LT(std::hypot(to.y - 0.3f, to.z - 0.6f), 0.1f);  // in the jet alone
        EXPECT_LE(to.x, 0);
    }
    const float whole = arrow_at(inflow_arrows(d, 0), 0.3f, 0.6f, 0.01f);
    EXPECT_GT(whole, 0.1f);
    d.inflow[0].coflow = 0.3f;
    EXPECT_NEAR(arrow_at(inflow_arrows(d, 0), 0.8f, 0.2f, 0.01f), 0.3f * whole, 1e-4f);
    EXPECT_NEAR(arrow_at(inflow_arrows(d, 0), 0.3f, 0.6f, 0.01f), whole, 1e-4f);
    d.faces[1] = FaceLook::inflow;
    d.inflow[1].velocity = {-2, 0, 0};
    EXPECT_NEAR(arrow_at(inflow_arrows(d, 0), 0.3f, 0.6f, 0.01f), 0.5f * whole, 1e-4f);
}

TEST_F(Views, TheRimOfAJetEndsAtItsFace) {
    ShownBox d = unit_domain();
    EXPECT_THAT(jet_outline(d, 0), testing::IsEmpty());
    d.inflow[0] = {.velocity = {1, 0, 0}, .centre = {9, 0.05f, 0.5f}, .radius = 0.2f};
    const auto rim = jet_outline(d, 0);
    EXPECT_GT(rim.size(), 30u);
    EXPECT_LT(rim.size(), 60u);
    for (const auto& [from, to] : rim) {
        EXPECT_EQ(from.x, 0);
        EXPECT_GE(from.y, 0);
        EXPECT_NEAR(std::hypot(from.y - 0.05f, from.z - 0.5f), 0.2f, 1e-5f);
    }
}

TEST_F(Views, FacesAreLabelledByKind) {
    const std::vector<Label> labels = face_labels(unit_domain());
    ASSERT_EQ(labels.size(), 6u);
    EXPECT_EQ(labels[0].text, "inflow x-");
    EXPECT_EQ(labels[3].text, "wall y+");
    EXPECT_EQ(labels[1].place, (Float3{2, 0.5f, 0.5f}));
}

TEST_F(Views, HandlesArePickedByThePixel) {
    look_at_box({-0.4f, -0.3f, -1});
    const Float3 at{0.5f, 0.5f, 0.5f};
    const auto pick = [&](const Float3& place) {
        const Float3 p = pixel_of(viewport.camera, place, width, height);
        return picked_handle(viewport.camera, at, 0.4f, p.x + 1, p.y - 1, width, height, 4);
    };
    EXPECT_EQ(pick(at), 0);
    EXPECT_EQ(pick(at + Float3{0.3f, 0, 0}), 1);
    EXPECT_EQ(pick(at + Float3{0, 0.3f, 0}), 2);
    EXPECT_EQ(pick(at + Float3{0, 0, 0.3f}), 3);
    EXPECT_EQ(pick(at + Float3{-0.3f, 0, 0}), -1);
}

}  // namespace
}  // namespace fum
