// Views that are kept, and the path through them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "app/window/bookmark.h"

namespace fum::test {
namespace {

using testing::SizeIs;

Camera looking(const Float3& eye, const Float3& target = {}, float fov = 40) { return {eye, target, {0, 1, 0}, fov}; }
float distance(const Float3& a, const Float3& b) { return length(a - b); }

TEST(CameraPath, GoesThroughEveryViewAndRestsAtItsEnds) {
    const std::vector<CameraKey> keys{
        {0, looking({0, 0, 4})}, {24, looking({3, 1, 3}, {1, 0, 0}, 30)}, {60, looking({5, 2, 0}, {1, 1, 0}, 50)}};
    for (const CameraKey& key : keys) {
        const Camera at = camera_at(keys, key.time);
        EXPECT_LT(distance(at.eye, key.camera.eye), 1e-5);
        EXPECT_LT(distance(at.target, key.camera.target), 1e-5);
        EXPECT_NEAR(at.fov_deg, key.camera.fov_deg, 1e-4);
    }
    EXPECT_EQ(camera_at(keys, -10), keys.front().camera);
    EXPECT_EQ(camera_at(keys, 100), keys.back().camera);
    const float at_start = distance(camera_at(keys, 0).eye, camera_at(keys, 0.1).eye),
                in_the_middle = distance(camera_at(keys, 24).eye, camera_at(keys, 24.1).eye);
    EXPECT_LT(at_start, 0.05f * in_the_middle) << "it begins from rest, and passes the view between without a stop";
}

TEST(CameraPath, HasNoKinkAtAViewWhateverTheTimes) {
    const std::vector<CameraKey> keys{{0, looking({0, 0, 4})}, {10, looking({2, 1, 3})}, {60, looking({5, 2, 0})}};
    const auto velocity = [&](double t) {
        return (camera_at(keys, t + 0.01).eye - camera_at(keys, t - 0.01).eye) * 50.0f;
    };
    EXPECT_LT(distance(velocity(10 - 0.02), velocity(10 + 0.02)), 0.1f * length(velocity(10)));
}

TEST(CameraPath, KeepsItsDistanceOnTheWayRound) {
    const std::vector<CameraKey> keys{{0, looking({0, 0, 4})}, {24, looking({0, 0, -4})}};
    for (double t = 0; t <= 24; t += 1) EXPECT_NEAR(length(camera_at(keys, t).eye), 4, 1e-4);
    EXPECT_NEAR(camera_at(keys, 12).eye.z, 0, 1e-4) << "half-way round at half time";
}

TEST(CameraPath, TurnsTheShorterWay) {
    const auto at = [](double degrees) {
        const double a = degrees * std::numbers::pi / 180;
        return looking({static_cast<float>(std::cos(a)), 0, static_cast<float>(-std::sin(a))});
    };
    const std::vector<CameraKey> keys{{0, at(170)}, {10, at(190)}};
    EXPECT_LT(camera_at(keys, 5).eye.x, -0.99f);
}

TEST(Bookmarks, ReadBackEqualAndLeaveOutWhatIsNone) {
    const std::vector<Bookmark> list{{"from above, left", looking({0.1f, 2, 3}, {1e-7f, 0, 0}), 12},
                                     {"", looking({1, 2, 3}), 0}};
    EXPECT_EQ(bookmarks_of(bookmarks_text(list)), list);
    EXPECT_THAT(bookmarks_of("camera 1 2 3\nrubbish\n" + bookmarks_text(list)), SizeIs(2));
    const std::vector<CameraKey> path = path_of(list);
    ASSERT_THAT(path, SizeIs(2));
    EXPECT_EQ(path[0].time, 0);
    EXPECT_EQ(path[1].time, 12);
}

}  // namespace
}  // namespace fum::test
