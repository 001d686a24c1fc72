// The camera's ways.
#include "render/orbit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "render/camera.h"

namespace fum {
namespace {

const Camera oblique{{3, 2, 4}, {0.5f, -0.25f, 0.125f}, {0, 1, 0}, 35};

float distance(const Camera& c) { return length(c.eye - c.target); }

TEST(Orbit, KeepsDistanceAndTargetAndComesBack) {
    Camera c = oblique;
    for (int i = 0; i < 36; ++i) c = orbited(c, 10, 0);
    EXPECT_NEAR(length(c.eye - oblique.eye), 0, 1e-4);
    c = orbited(orbited(oblique, 25, 13), -25, -13);
    EXPECT_NEAR(length(c.eye - oblique.eye), 0, 1e-4);
    EXPECT_NEAR(distance(orbited(oblique, 77, -31)), distance(oblique), 1e-5);
    EXPECT_EQ(orbited(oblique, 77, -31).target, oblique.target);
}

TEST(Orbit, RightTurnsTheEyeCounterClockwiseSeenFromAbove) {
    const Camera c = orbited({{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 35}, 90, 0);
    EXPECT_NEAR(c.eye.x, 5, 1e-5);
    EXPECT_NEAR(c.eye.z, 0, 1e-5);
}

TEST(Orbit, StopsBeforeThePoles) {
    Camera c = oblique;
    for (int i = 0; i < 50; ++i) c = orbited(c, 0, 20);
    const Float3 from = normalized(c.eye - c.target);
    EXPECT_NEAR(std::asin(from.y) * 180 / std::numbers::pi, 89, 0.1);
    EXPECT_LT(orbited(c, 0, -30).eye.y, c.eye.y);
}

TEST(Orbit, PanMovesThePictureByAsMuchAsTheMouse) {
    const int width = 640, height = 360;
    const Float3 before = pixel_of(oblique, oblique.target, width, height);
    const Float3 after = pixel_of(panned(oblique, 0.1f, 0.2f), oblique.target, width, height);
    EXPECT_NEAR(after.x - before.x, -36, 1e-2);
    EXPECT_NEAR(after.y - before.y, 72, 1e-2);
}

TEST(Orbit, ZoomChangesTheDistanceOnly) {
    const Camera c = zoomed(oblique, 0.5f);
    EXPECT_NEAR(distance(c), 0.5f * distance(oblique), 1e-5);
    EXPECT_NEAR(dot(normalized(c.eye - c.target), normalized(oblique.eye - oblique.target)), 1, 1e-6);
}

TEST(Orbit, FramedBallTouchesThePicturesEdge) {
    for (const float aspect : {0.5f, 1.0f, 16.0f / 9}) {
        const Float3 center{1, 2, 3};
        const float radius = 0.7f;
        const Camera c = framed(oblique, center, radius, aspect, 1);
        // The rays that touch the ball make a cone; its edge in the picture's plane must be half the smaller side away.
        const float angle = std::asin(radius / distance(c)), half = c.fov_deg * std::numbers::pi_v<float> / 360;
        EXPECT_NEAR(std::tan(angle), std::tan(half) * std::min(1.0f, aspect), 1e-5);
        EXPECT_EQ(c.target, center);
    }
}

TEST(Orbit, FramedBoxFillsThePicture) {
    for (const float aspect : {0.5f, 1.0f, 2.0f}) {
        const int height = 400, width = static_cast<int>(aspect * 400);
        const Float3 low{-1, 0, 2}, high{3, 1, 3};
        const Camera c = framed_box(oblique, low, high, aspect, 0.9f);
        float widest = 0;
        for (int corner = 0; corner < 8; ++corner) {
            const Float3 p{corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z};
            const Float3 at = pixel_of(c, p, width, height);
            const float x = std::abs(2 * at.x / static_cast<float>(width) - 1);
            widest = std::max({widest, x, std::abs(2 * at.y / static_cast<float>(height) - 1)});
        }
        EXPECT_NEAR(widest, 0.9f, 1e-3f);
    }
}

TEST(Orbit, PixelsAreThoseOfTheLens) {
    const int width = 640, height = 360;
    const Bounds bounds{.center = {}, .radius = 3};
    const Lens lens = lens_of(oblique, {}, 640.0f / 360, bounds);
    for (const Float3 p : {Float3{0, 0, 0}, Float3{0.5f, 1, -1}, Float3{-1, -0.7f, 0.3f}}) {
        const glm::vec4 clip = lens.clip_from_world * glm::vec4(p.x, p.y, p.z, 1);
        const Float3 pixel = pixel_of(oblique, p, width, height);
        EXPECT_NEAR(pixel.x, (clip.x / clip.w * 0.5f + 0.5f) * width, 2e-2);
        EXPECT_NEAR(pixel.y, (0.5f - clip.y / clip.w * 0.5f) * height, 2e-2);
        const Float3 ray = ray_of(oblique, pixel.x, pixel.y, width, height);
        EXPECT_NEAR(dot(ray, normalized(p - oblique.eye)), 1, 1e-5);
    }
    EXPECT_LE(pixel_of(oblique, oblique.eye * 2.0f - oblique.target, width, height).z, 0);
}

TEST(Orbit, AxisViewsAreUpright) {
    const Camera front = seen_along(oblique, {0, 0, -1}), top = seen_along(oblique, {0, -1, 0});
    EXPECT_NEAR(front.eye.z - front.target.z, distance(oblique), 1e-5);
    EXPECT_EQ(front.up, (Float3{0, 1, 0}));
    const Float3 right = normalized(cross(top.target - top.eye, top.up));
    EXPECT_NEAR(std::abs(right.x), 1, 1e-5);
}

}  // namespace
}  // namespace fum
