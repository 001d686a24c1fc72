// Pictures: that light goes where it should. Small ones, as CI draws them on the CPU.
#include "render/preview.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <stdlib.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

#include <cmath>
#include <limits>
#include <numbers>
#include <thread>

#include "sim/core/error.h"
#include "tests/support/test_smoke.h"

namespace fum {
namespace {

constexpr int width = 160, height = 96;

/// One context for all tests of a program; a new one takes a tenth of a second.
Preview& preview() {
    static Preview one(width, height);
    return one;
}

/// A box of smoke on unequal sides, seen along -z from far away. Nothing in it yet.
struct Stage {
    Int3 n{24, 40, 56};
    std::vector<float> smoke = std::vector<float>(count(), 0.0f);
    test::Mesh mesh;
    PreviewScene scene;

    Stage() {
        scene.nodes = n;
        scene.dx = 0.02f;
        scene.origin = {5, -3, 1};
        scene.extinction = 10;
        scene.light = {0, 0, 1};
        scene.camera.target = node(11.5f, 19.5f, 27.5f);
        scene.camera.eye = scene.camera.target + Float3{0, 0, 8};
        scene.camera.fov_deg = 8;
        scene.smoke = smoke;
    }
    Stage(const Stage&) = delete;
    std::size_t count() const { return static_cast<std::size_t>(n.x) * n.y * n.z; }
    /// The scene's only solid; a new id for a new mesh.
    void put(const test::Mesh& shape, const Float3& position, std::uint64_t id) {
        mesh = shape;
        PreviewSolid s;
        s.vertices = mesh.vertices;
        s.triangles = mesh.triangles;
        s.position = cast<double>(position);
        s.id = id;
        scene.solids = {s};
    }
    Float3 node(float x, float y, float z) const { return scene.origin + Float3{x, y, z} * scene.dx; }
    void fill(Int3 from, Int3 to, float value) {
        for (int z = from.z; z < to.z; ++z)
            for (int y = from.y; y < to.y; ++y)
                for (int x = from.x; x < to.x; ++x)
                    smoke[x + static_cast<std::size_t>(n.x) * (y + static_cast<std::size_t>(n.y) * z)] = value;
    }
};

/// Mean over a square of 2 reach + 1 pixels a side.
template <class Values>
double mean_around(const Values& values, int x, int y, int channels = 1, int reach = 3) {
    double sum = 0;
    for (int b = -reach; b <= reach; ++b)
        for (int a = -reach; a <= reach; ++a)
            sum += values[static_cast<std::size_t>((y + b) * width + x + a) * channels];
    return sum / ((2 * reach + 1) * (2 * reach + 1));
}

/// Pixel coordinates (pixel centres at .5, row 0 on top) of p, by similar triangles; the camera must be upright.
std::pair<float, float> projected(const Camera& camera, const Float3& p) {
    const Float3 forward = normalized(camera.target - camera.eye), right = normalized(cross(forward, camera.up));
    const Float3 up = cross(right, forward), d = p - camera.eye;
    const float focal = 0.5f * height / std::tan(camera.fov_deg * std::numbers::pi_v<float> / 360);
    return {0.5f * width + focal * dot(d, right) / dot(d, forward),
            0.5f * height - focal * dot(d, up) / dot(d, forward)};
}

TEST(Preview, ContextComesUpWithoutDisplay) {
    unsetenv("DISPLAY");
    EXPECT_THAT(preview().renderer(), testing::HasSubstr("OpenGL 4."));
    fmt::print("drawn by {}\n", preview().renderer());
}

TEST(Preview, EvenSlabDimsByBeerAndLambert) {
    Stage s;
    s.fill({0, 0, 20}, {24, 40, 36}, 0.5f);
    for (const float extinction : {2.0f, 10.0f, 25.0f}) {
        s.scene.extinction = extinction;
        const double path = 16 * 0.02;  // the spline spreads the faces, but keeps what the slab holds
        const double left = mean_around(preview().transmittance(s.scene), width / 2, height / 2);
        EXPECT_NEAR(left / std::exp(-extinction * 0.5 * path), 1, 0.01) << extinction;  // noise of the jittered steps
    }
}

TEST(Preview, SmokeBehindASolidIsHiddenAndBeforeItIsSeen) {
    Stage s;
    s.fill({4, 8, 10}, {20, 32, 20}, 1);
    const test::Mesh wall = test::box_mesh({0.3f, 0.5f, 0.02f});
    const auto pixel = [&](const std::vector<std::uint8_t>& picture) {
        return mean_around(picture, width / 2, height / 2, 4);
    };
    s.put(wall, s.node(11.5f, 19.5f, 35), 1);  // nearer to the eye than the smoke
    EXPECT_NEAR(mean_around(preview().transmittance(s.scene), width / 2, height / 2), 1, 1e-6);
    const double hidden = pixel(preview().draw(s.scene));
    PreviewScene clear = s.scene;
    clear.smoke = {};
    EXPECT_NEAR(hidden, pixel(preview().draw(clear)), 1);

    s.put(wall, s.node(11.5f, 19.5f, 3), 1);
    EXPECT_LT(mean_around(preview().transmittance(s.scene), width / 2, height / 2), 0.2);
}

TEST(Preview, SolidInsideTheSmokeHidesWhatLiesBehindIt) {
    Stage s;
    s.fill({0, 0, 8}, {24, 40, 48}, 0.5f);
    s.scene.extinction = 5;
    s.put(test::box_mesh({0.3f, 0.5f, 0.005f}), s.node(11.5f, 19.5f, 27.75f), 2);  // face at node 28
    const double path = (47.5 - 28) * 0.02;
    const double left = mean_around(preview().transmittance(s.scene), width / 2, height / 2);
    EXPECT_NEAR(left / std::exp(-5 * 0.5 * path), 1, 0.01);
}

TEST(Preview, EmptyBoxIsItsBackground) {
    Stage s;
    PreviewScene nothing = s.scene;
    nothing.smoke = {};
    EXPECT_EQ(preview().draw(s.scene), preview().draw(nothing));
}

TEST(Preview, SmokeThatFillsTheBoxShowsNoEdges) {
    Stage s;
    s.fill({0, 0, 0}, s.n, 1);
    s.scene.extinction = 1.5f;
    const auto left = preview().transmittance(s.scene);
    float steepest = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 1; x < width; ++x)
            steepest = std::max(steepest, std::abs(left[y * width + x] - left[y * width + x - 1]));
    const float whole = 1 - *std::min_element(left.begin(), left.end());
    EXPECT_GT(whole, 0.5f);
    EXPECT_LT(steepest, 0.3f * whole);  // a node covers 1.7 pixels, the fade three nodes; an edge would be 1
}

TEST(Preview, BlobInACornerOfAnUnequalBoxLandsOnItsPixel) {
    for (const Float3 at : {Float3{19, 5, 50}, Float3{5, 34, 6}, Float3{18, 33, 49}}) {
        Stage s;
        const Int3 c = cast<int>(at);
        s.fill(c - Int3{1, 1, 1}, c + Int3{2, 2, 2}, 1);
        s.scene.camera.eye = s.scene.camera.target + Float3{2, 1.5f, 3};
        s.scene.camera.fov_deg = 22;
        const auto left = preview().transmittance(s.scene);
        double weight = 0, x = 0, y = 0;
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column) {
                const double dark = 1 - left[row * width + column];
                weight += dark;
                x += dark * (column + 0.5);
                y += dark * (row + 0.5);
            }
        const auto [want_x, want_y] = projected(s.scene.camera, s.node(at.x, at.y, at.z));
        ASSERT_GT(weight, 0);
        EXPECT_NEAR(x / weight, want_x, 0.3);  // pixels; a node covers 1.4
        EXPECT_NEAR(y / weight, want_y, 0.3);
    }
}

TEST(Preview, SidesBeyondTheTexturesAreAveragedInPlace) {
    PreviewScene scene;
    scene.nodes = {2500, 24, 24};
    std::vector<float> smoke(2500 * 576, 0.0f);
    for (int x = 1990; x < 2010; ++x)
        for (int k = 0; k < 576; ++k) smoke[x + static_cast<std::size_t>(2500) * k] = 1;
    scene.smoke = smoke;
    scene.dx = 0.001f;
    scene.extinction = 1000;
    scene.camera = {{1.25f, 0.0115f, 4}, {1.25f, 0.0115f, 0}, {0, 1, 0}, 25};
    const auto left = preview().transmittance(scene);
    const auto darkest = static_cast<int>(std::min_element(left.begin(), left.end()) - left.begin());
    EXPECT_NEAR(darkest % width + 0.5, projected(scene.camera, {2, 0.0115f, 0.0115f}).first, 1.5);
}

TEST(Preview, ValuesThatAreNotFiniteCountAsNoSmoke) {
    Stage s;
    s.fill({0, 0, 0}, s.n, std::numeric_limits<float>::quiet_NaN());
    s.fill({10, 10, 10}, {12, 12, 12}, std::numeric_limits<float>::infinity());
    for (const float left : preview().transmittance(s.scene)) ASSERT_EQ(left, 1);
}

TEST(Preview, SolidsCastShadowsIntoTheSmoke) {
    Stage s;
    s.fill({0, 4, 4}, {24, 14, 52}, 0.3f);
    s.scene.light = {0, 1, 0.02f};
    s.put(test::box_mesh({0.06f, 0.02f, 0.4f}), s.node(11.5f, 30, 27.5f), 3);  // over the middle
    const auto picture = preview().draw(s.scene);
    const auto [x, y] = projected(s.scene.camera, s.node(11.5f, 9, 51));
    const auto [x_side, y_side] = projected(s.scene.camera, s.node(18.5f, 9, 51));
    const auto red = [&](float px, float py) {
        return mean_around(picture, static_cast<int>(px), static_cast<int>(py), 4, 1);
    };
    EXPECT_LT(red(x, y), 0.8 * red(x_side, y_side));
}

TEST(Preview, HugeSolidsAndFarScenesAreDrawn) {
    Stage s;
    s.fill({8, 14, 22}, {16, 26, 34}, 1);
    s.put(test::box_mesh({5e4f, 1, 5e4f}), s.node(11, -60, 27), 4);
    s.scene.floor = true;
    EXPECT_EQ(preview().draw(s.scene).size(), static_cast<std::size_t>(width) * height * 4);
    EXPECT_LT(mean_around(preview().transmittance(s.scene), width / 2, height / 2), 0.5);
}

TEST(Preview, GeometryIsKeptByIdAndMovedByPlace) {
    Stage s;
    const test::Mesh ball = test::ball_mesh(0.1f, 16);
    const auto brightest_column = [&](float x) {
        s.put(ball, s.node(x, 19.5f, 27), 5);
        const auto picture = preview().draw(s.scene);
        int best = 0;
        for (int column = 0; column < width; ++column)
            if (picture[(height / 2 * width + column) * 4] > picture[(height / 2 * width + best) * 4]) best = column;
        return best;
    };
    EXPECT_LT(brightest_column(0), width / 2 - 5);
    EXPECT_GT(brightest_column(23), width / 2 + 5);
}

TEST(Preview, TwoPicturesOfDifferentSizeTakeTurns) {
    Stage s;
    s.fill({8, 14, 22}, {16, 26, 34}, 1);
    const auto before = preview().draw(s.scene);
    Preview other(64, 64), moved = std::move(other);
    EXPECT_EQ(moved.draw(s.scene).size(), 64u * 64 * 4);
    EXPECT_EQ(preview().draw(s.scene), before);
}

TEST(Preview, MayMoveToAnotherThread) {
    Stage s;
    s.fill({8, 14, 22}, {16, 26, 34}, 1);
    const auto here = preview().draw(s.scene);
    std::vector<std::uint8_t> there;
    std::thread([&] { there = preview().draw(s.scene); }).join();
    EXPECT_EQ(there, here);
    EXPECT_EQ(preview().draw(s.scene), here);
}

TEST(Preview, SolidsWithoutABoxOfSmokeAreDrawn) {
    Stage s;
    s.put(test::ball_mesh(0.2f, 16), s.node(11.5f, 19.5f, 27), 6);
    s.scene.nodes = {};
    s.scene.smoke = {};
    s.scene.floor = true;
    const auto picture = preview().draw(s.scene);
    EXPECT_GT(mean_around(picture, width / 2, height / 2, 4), 3 * mean_around(picture, 8, height / 2, 4));
}

TEST(Preview, PicturesOfImpossibleSizeAreRefused) {
    for (const auto& [w, h] : {std::pair{0, 100}, std::pair{1'000'000, 4}}) EXPECT_THROW(Preview(w, h), Error) << w;
}

TEST(Png, ReadsBackAsWritten) {
    std::vector<std::uint8_t> pixels(37 * 11 * 4);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * i / 7);
    const auto path = std::filesystem::temp_directory_path() / fmt::format("fum_png_{}.png", ::getpid());
    write_png(path, pixels, 37, 11);
    int w = 0, h = 0, channels = 0;
    stbi_uc* read = stbi_load(path.c_str(), &w, &h, &channels, 4);
    ASSERT_NE(read, nullptr);
    EXPECT_EQ(w, 37);
    EXPECT_EQ(h, 11);
    EXPECT_TRUE(std::equal(pixels.begin(), pixels.end(), read));
    stbi_image_free(read);
    std::filesystem::remove(path);
    EXPECT_THROW(write_png("/proc/self/no/such.png", pixels, 37, 11), Error);
}

}  // namespace
}  // namespace fum
