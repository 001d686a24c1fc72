// How a mouse moves things in space: lines, planes, angles, what a ray meets.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>

#include "app/motion.h"
#include "app/window/gizmo_math.h"
#include "app/window/handles.h"
#include "render/orbit.h"
#include "sim/io/mesh_shapes.h"

namespace fum::test {
namespace {

constexpr int width = 800, height = 600;

Camera camera() {
    Camera c;
    c.eye = {3, 2, 4};
    c.target = {0.2f, 0.1f, 0};
    return c;
}

/// The ray under the pixel of a place.
Ray ray_at(const Double3& place) {
    const Float3 p = pixel_of(camera(), cast<float>(place), width, height);
    return ray_through(camera(), p.x, p.y, width, height);
}

void expect_near(const Double3& a, const Double3& b, double tolerance) {
    for (int d = 0; d < 3; ++d) EXPECT_NEAR(a[d], b[d], tolerance) << "axis " << d;
}

TEST(Gizmo, AMouseOverAPlaceOfALineFindsThatPlace) {
    const Double3 at{0.3, -0.2, 0.1}, axis = normalized(Double3{1, 0.4, -0.3});
    for (const double t : {-0.7, 0.0, 0.9}) {
        const auto found = along_line(ray_at(at + axis * t), at, axis);
        ASSERT_TRUE(found);
        EXPECT_NEAR(*found, t, 2e-5);  // pixels are floats
    }
}

TEST(Gizmo, ALineTowardsTheEyeGivesNothing) {
    const Ray ray = ray_at({0, 0, 0});
    EXPECT_FALSE(along_line(ray, {0, 0, 0}, ray.direction));
}

TEST(Gizmo, AMouseOverAPlaceOfAPlaneFindsIt) {
    const Double3 at{0.1, 0.2, -0.3}, normal{0, 1, 0};
    const Double3 place = at + Double3{0.4, 0, -0.6};
    const auto found = on_plane(ray_at(place), at, normal);
    ASSERT_TRUE(found);
    expect_near(*found, place, 2e-5);
    EXPECT_FALSE(on_plane({{0, 0, 0}, {1, 0, 0}}, {0, 1, 0}, {0, 1, 0}));  // along it
    EXPECT_FALSE(on_plane({{0, 2, 0}, {0, 1, 0}}, {0, 1, 0}, {0, 1, 0}));  // behind the eye
}

TEST(Gizmo, AnglesAreRightHandedAndKnowWhichWay) {
    const Double3 z{0, 0, 1};
    EXPECT_NEAR(angle_between({1, 1, 0}, z, {2, 1, 5}, {1, 2, -3}), std::numbers::pi / 2, 1e-12);
    EXPECT_NEAR(angle_between({1, 1, 0}, z, {1, 2, 0}, {2, 1, 0}), -std::numbers::pi / 2, 1e-12);
}

TEST(Gizmo, EveryRotationComesBackFromItsAnglesNearTheOldOnes) {
    for (const Double3& deg :
         {Double3{0, 0, 0}, {10, 20, 30}, {-170, 85, 190}, {400, -60, 12}, {25, 90, 0}, {25, -90, 40}, {0, 180, 0}}) {
        const Double3 back = angles_of(turn_of(deg), deg);
        expect_near(back, deg, 1e-5);  // asin near 90 degrees loses half the digits
    }
    const Double3 far = angles_of(turn_of({30, 40, 50}), {360, 0, 0});
    expect_near(far, {390, 40, 50}, 1e-9);
}

TEST(Gizmo, SnapsToStepsThatPeopleCountIn) {
    EXPECT_DOUBLE_EQ(round_step(0.03), 0.05);
    EXPECT_DOUBLE_EQ(round_step(0.05), 0.05);
    EXPECT_DOUBLE_EQ(round_step(6), 10);
    EXPECT_EQ(round_step(0), 0);
    EXPECT_NEAR(snapped(0.234, 0.05), 0.25, 1e-12);
    EXPECT_EQ(snapped(0.234, 0), 0.234);
    EXPECT_EQ(snapped(0.3817, 0.0005), 0.3815);  // exactly: no 0.38150000000000006 in scene files
}

TEST(Gizmo, APixelSpansAsManyMetresAsTheCameraShows) {
    const Double3 at{0.2, 0.1, 0};  // the target: its neighbours lie in the plane of the picture
    const double metres = metres_per_pixel(camera(), at, height);
    const Double3 across =
        normalized(cross(normalized(cast<double>(camera().target - camera().eye)), Double3{0, 1, 0}));
    const Float3 a = pixel_of(camera(), cast<float>(at), width, height);
    const Float3 b = pixel_of(camera(), cast<float>(at + across * (50 * metres)), width, height);
    EXPECT_NEAR(b.x - a.x, 50, 0.01);
}

TEST(Gizmo, DraggedLengthsAreNumbersThatPeopleWouldWrite) {
    EXPECT_DOUBLE_EQ(rounded_length(0.2884718889867594, 0.2, false), 0.2885);
    EXPECT_DOUBLE_EQ(rounded_length(0.2884718889867594, 0.2, true), 0.29);
    EXPECT_DOUBLE_EQ(rounded_length(0.0001, 0.2, true), 0.01);  // never to nothing
}

/// Degrees about y that a drag by some pixels to the right gives the ring about y, seen from `elevation` degrees.
double turned_by(double elevation, float pixels) {
    const double e = elevation * std::numbers::pi / 180;
    Camera c;
    c.eye = cast<float>(Double3{0, 4 * std::sin(e), 4 * std::cos(e)});
    c.target = {0, 0, 0};
    const Sight sight{c, {0, 0, width, height, true}};
    Quaternion by{};
    Handles handles;
    add_turn_handles(handles, sight, {0, 0, 0}, [&](const Quaternion& q) { by = q; });
    const ImVec2 begin{0.5f * width, 0.5f * height + 20};
    for (const Handle& h : handles)
        if (h.name == "turn y") h.grab(sight.ray(begin))(sight.ray({begin.x + pixels, begin.y + 30}), false);
    return 2 * std::asin(by.y) * 180 / std::numbers::pi;
}

TEST(Gizmo, ARingSeenFromItsSideRollsUnderTheMouse) {
    for (const double elevation : {0.0, 5.0, 20.0}) {
        const double there = turned_by(elevation, 20), back = turned_by(elevation, -20);
        EXPECT_NEAR(there, -back, 0.5) << elevation;
        EXPECT_GT(there, 8) << elevation;  // 20 pixels of a ring of 84
        EXPECT_LT(there, 20) << elevation;
    }
}

TEST(Gizmo, ARayMeetsTheNearSideOfABall) {
    const Mesh mesh = ball();
    const auto t = meets_mesh({{0, 0, 3}, {0, 0, -1}}, mesh.vertices, mesh.triangles);
    ASSERT_TRUE(t);
    EXPECT_NEAR(*t, 2.5, 0.002);  // its facets lie inside the sphere
    EXPECT_FALSE(meets_mesh({{0.6, 0, 3}, {0, 0, -1}}, mesh.vertices, mesh.triangles));
    EXPECT_FALSE(meets_mesh({{0, 0, 3}, {0, 0, 1}}, mesh.vertices, mesh.triangles));
}

TEST(Gizmo, AThinnedOutMeshHasNoHoles) {
    const Mesh mesh = ball(5);  // 20480 triangles
    for (double x = -0.35; x < 0.4; x += 0.05) {
        const auto t = meets_mesh({{x, 0.01, 3}, {0, 0, -1}}, mesh.vertices, mesh.triangles, 4000);
        ASSERT_TRUE(t) << x;
        EXPECT_NEAR(*t, 3 - std::sqrt(0.25 - x * x), 0.05) << x;
    }
}

TEST(Gizmo, BoxesRoundTrianglesChangeNoAnswer) {
    const Mesh mesh = airplane();
    const MeshBoxes boxes = boxes_of(mesh.vertices, mesh.triangles);
    int met = 0;
    for (double x = -0.6; x < 0.6; x += 0.037)
        for (double y = -0.3; y < 0.3; y += 0.031) {
            const Ray ray{{x, y, 3}, normalized(Double3{0.02, -0.03, -1})};
            const auto all = meets_mesh(ray, mesh.vertices, mesh.triangles);
            EXPECT_EQ(meets_mesh(ray, mesh.vertices, mesh.triangles, boxes), all) << x << " " << y;
            met += all ? 1 : 0;
        }
    EXPECT_GT(met, 20);
}

TEST(Gizmo, AMillionTrianglesAreSearchedWithinAClick) {
    const Mesh mesh = ball(8);  // 1.3 million
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(meets_mesh({{0, 0, 3}, {0, 0, -1}}, mesh.vertices, mesh.triangles));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(taken.count(), 0.5);  // 0.02 s on a quiet machine
}

TEST(Gizmo, ARayEntersABoxOrLeavesIt) {
    EXPECT_DOUBLE_EQ(meets_box({{-2, 0, 0}, {1, 0, 0}}, {-1, -1, -1}, {1, 1, 1}).value(), 1);
    EXPECT_DOUBLE_EQ(meets_box({{0, 0, 0}, {1, 0, 0}}, {-1, -1, -1}, {1, 1, 1}).value(), 1);
    EXPECT_FALSE(meets_box({{2, 0, 0}, {1, 0, 0}}, {-1, -1, -1}, {1, 1, 1}));
    EXPECT_FALSE(meets_box({{-2, 3, 0}, {1, 0, 0}}, {-1, -1, -1}, {1, 1, 1}));
}

TEST(Gizmo, DistanceToAPieceOfALineEndsAtItsEnds) {
    EXPECT_FLOAT_EQ(distance_to_segment(5, 3, 0, 0, 10, 0), 3);
    EXPECT_FLOAT_EQ(distance_to_segment(13, 4, 0, 0, 10, 0), 5);
    EXPECT_FLOAT_EQ(distance_to_segment(3, 4, 0, 0, 0, 0), 5);
}

}  // namespace
}  // namespace fum::test
