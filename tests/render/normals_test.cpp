// Normals that the picture shades with.
#include "render/layers/normals.h"

#include <gtest/gtest.h>

#include "tests/support/test_smoke.h"

namespace fum {
namespace {

TEST(Normals, OfABallPointAwayFromItsMiddle) {
    const test::Mesh ball = test::ball_mesh(2, 32);
    const auto corners = lit_corners(ball.vertices, ball.triangles, 40);
    EXPECT_EQ(corners.size(), 3u * 2 * (32 - 1) * 64);  // the poles' rows have one triangle a column
    for (const LitCorner& c : corners) ASSERT_GT(dot(c.normal, normalized(c.position)), 0.998f);  // the coarse poles
}

TEST(Normals, OfABoxStayFlatWhenCreasesAreSharp) {
    const test::Mesh box = test::box_mesh({1, 2, 3});
    for (const LitCorner& c : lit_corners(box.vertices, box.triangles, 40))
        ASSERT_NEAR(std::max({std::abs(c.normal.x), std::abs(c.normal.y), std::abs(c.normal.z)}), 1, 1e-6f);
    for (const LitCorner& c : lit_corners(box.vertices, box.triangles, 120))
        ASSERT_NEAR(std::abs(c.normal.x), 0.57735f, 1e-4f);  // angle weights make all three faces count alike
}

TEST(Normals, DoNotDependOnSharedOrSeparateVertices) {
    const test::Mesh ball = test::ball_mesh(1, 8);
    test::Mesh soup;
    for (const Int3& t : ball.triangles) {
        const int k = static_cast<int>(soup.vertices.size());
        for (int c = 0; c < 3; ++c) soup.vertices.push_back(ball.vertices[t[c]]);
        soup.triangles.push_back({k, k + 1, k + 2});
    }
    const auto a = lit_corners(ball.vertices, ball.triangles, 60), b = lit_corners(soup.vertices, soup.triangles, 60);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_LT(length(a[i].normal - b[i].normal), 1e-5f);
}

}  // namespace
}  // namespace fum
