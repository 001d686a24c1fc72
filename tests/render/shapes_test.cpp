// Isosurfaces and streamlines of flows with known ones.
#include <cmath>

#include "render/layers/iso.h"
#include "render/layers/streamlines.h"
#include "render/layers/tracers.h"
#include "tests/support/flows_shown.h"
#include "tests/support/viewing.h"

namespace fum {
namespace {

using test::apart, test::place_of, test::Shot;
constexpr int width = 240, height = 180;

class Iso : public test::Viewing {
protected:
    GpuField field;
    FieldTexture texture{false};
    Viewport viewport;
    IsoLayer& iso = viewport.add<IsoLayer>();

    /// A value that falls with the distance from `middle`, where it is `most`.
    void fill(const GpuField& where, const Float3& middle, float most) {
        field = where;
        texture.upload(test::scalar_field(field.nodes, [&](const Float3& p) { return most - length(p - middle); }),
                       field.nodes);
        field.texture = texture.id();
        iso.field = field;
        iso.quantity = ShownQuantity::value;
    }
};

TEST_F(Iso, OfADistanceIsABallOfItsRadius) {
    const Float3 middle{24, 22, 20};
    fill({0, {48, 44, 40}, 0.05f, {2, 0, -1}}, middle, 30);
    iso.tint = {0.8f, 0.8f, 0.8f, 1};
    test::look(viewport, field, {0, 0, -1}, 1.0f * width / height);
    iso.shown = false;
    const Shot empty(viewport, width, height);
    iso.shown = true;
    for (const float radius : {6.0f, 11.0f, 15.0f}) {
        iso.level = 30 - radius;
        const Shot shot(viewport, width, height);
        int covered = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) covered += apart(shot.at(x, y), empty.at(x, y)) > 3;
        const Float3 place = place_of(field, middle);
        const float distance = length(viewport.camera.eye - place), r = radius * field.dx;
        const float focal = 0.5f * height / std::tan(viewport.camera.fov_deg * 0.00872665f);
        const float want = focal * r / std::sqrt(distance * distance - r * r);  // the cone that touches the ball
        EXPECT_NEAR(std::sqrt(static_cast<float>(covered) / 3.14159265f), want, 0.015f * want) << radius;
        const Float3 p = pixel_of(viewport.camera, place, width, height);
        EXPECT_GT(apart(shot.at(static_cast<int>(p.x), static_cast<int>(p.y)), empty.at(width / 2, height / 2)), 20);
    }
}

TEST_F(Iso, InAHurryItIsCoarserAndInTheSamePlace) {
    fill({0, {32, 32, 32}, 0.05f, {}}, {19, 16, 13}, 20);
    iso.level = 12;
    test::look(viewport, field, {0, 0, -1}, 1.0f * width / height);
    const Shot fine(viewport, width, height);
    viewport.quality.smoke_step = 1.2f;
    const Shot coarse(viewport, width, height);
    iso.shown = false;
    const Shot empty(viewport, width, height);
    int both = 0, one = 0, alike = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool a = apart(fine.at(x, y), empty.at(x, y)) > 3, b = apart(coarse.at(x, y), empty.at(x, y)) > 3;
            both += a && b;
            one += a != b;
            alike += a && b && apart(fine.at(x, y), coarse.at(x, y)) < 12;
        }
    EXPECT_GT(both, 1000);
    EXPECT_GT(one, 0);  // it is coarser
    EXPECT_LT(one, both / 20);
    EXPECT_GT(alike, both * 9 / 10);
}

TEST_F(Iso, HidesWhatLiesBehindIt) {
    fill({0, {32, 32, 32}, 0.05f, {}}, {16, 16, 16}, 20);
    iso.level = 12;
    TracersLayer& tracers = viewport.add<TracersLayer>();
    tracers.field = field;
    tracers.tint = {1, 0, 0, 1};
    tracers.size_px = 10;
    test::look(viewport, field, {0, 0, -1}, 1.0f * width / height);
    const auto middle = [&](float z) {
        tracers.upload(std::vector<float>{16, 16, z, 1});
        return Shot(viewport, width, height).at(viewport.camera, place_of(field, {16, 16, 16}));
    };
    const Rgb8 before = middle(28), behind = middle(3);
    EXPECT_LT(before.g, 60);
    EXPECT_GT(behind.g, 60);
}

class Streamlines : public test::Viewing {
protected:
    Int3 n{41, 37, 9};
    std::vector<float> rotation = test::vector_field(n, [](const Float3& p) {
        return Float3{-(p.y - 18), p.x - 20, 0} * 0.002f;
    });
    HostFlow flow{rotation, n};
};

TEST_F(Streamlines, OfSolidRotationClose) {
    for (const float radius : {3.0f, 9.5f, 17.0f}) {
        const auto line = streamline(flow, {20 + radius, 18, 4}, {});
        ASSERT_GT(line.size(), 10u);
        EXPECT_EQ(line.front().place, line.back().place);
        EXPECT_NEAR(static_cast<float>(line.size()) * 0.5f, 2 * 3.14159265f * radius, 1.5f);
        for (const StreamPoint& p : line) {
            EXPECT_NEAR(std::hypot(p.place.x - 20, p.place.y - 18), radius, 2e-3f * radius);
            EXPECT_NEAR(p.speed, 0.002f * radius, 1e-5f);
            EXPECT_FLOAT_EQ(p.place.z, 4);
        }
    }
}

TEST_F(Streamlines, EndAtFacesAndInStillFluid) {
    const auto along = test::vector_field(n, [](const Float3&) { return Float3{0.1f, 0, 0}; });
    const auto line = streamline({along, n}, {20.2f, 10, 4}, {});
    EXPECT_LT(line.front().place.x, 0.5f);
    EXPECT_GT(line.back().place.x, 39.5f);
    EXPECT_TRUE(streamline(flow, {50, 0, 0}, {}).empty());
    EXPECT_EQ(streamline(flow, {20, 18, 4}, {}).size(), 1u);  // the axis stands still
}

TEST_F(Streamlines, AreDrawnWhereTheyRun) {
    Viewport viewport;
    StreamlinesLayer& lines = viewport.add<StreamlinesLayer>();
    lines.field = {0, n, 0.1f, {1, 2, 3}};
    lines.coloring = {Colormap::viridis, {0, 0.04f}};
    const std::vector<Float3> seeds{{30, 18, 4}};
    lines.trace(flow, seeds);
    test::look(viewport, lines.field, {0, 0, -1}, 1.0f * width / height);
    lines.shown = false;
    const Shot empty(viewport, width, height);
    lines.shown = true;
    const Shot shot(viewport, width, height);
    for (int i = 0; i < 12; ++i) {
        const float a = 0.5f * static_cast<float>(i) + 0.1f;
        const Float3 on = pixel_of(
            viewport.camera, place_of(lines.field, {20 + 10 * std::cos(a), 18 + 10 * std::sin(a), 4}), width, height);
        const Float3 off = pixel_of(
            viewport.camera, place_of(lines.field, {20 + 7 * std::cos(a), 18 + 7 * std::sin(a), 4}), width, height);
        const auto changed = [&](const Float3& p) {
            return apart(shot.at(static_cast<int>(p.x), static_cast<int>(p.y)),
                         empty.at(static_cast<int>(p.x), static_cast<int>(p.y))) > 12;
        };
        EXPECT_TRUE(changed(on)) << i;
        EXPECT_FALSE(changed(off)) << i;
    }
}

}  // namespace
}  // namespace fum
