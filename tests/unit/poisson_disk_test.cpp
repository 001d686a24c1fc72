#include "sim/immersed/poisson_disk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>

#include "sim/core/error.h"

namespace fum {
namespace {

/// The unit square at z = 0 as 2 n^2 triangles.
Mesh square(int n) {
    Mesh m;
    const auto x = [&](int i) { return static_cast<float>(i) / static_cast<float>(n); };
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) m.vertices.push_back({x(i), x(j), 0});
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const int a = j * (n + 1) + i;
            m.triangles.push_back({a, a + 1, a + n + 1});
            m.triangles.push_back({a + 1, a + n + 2, a + n + 1});
        }
    return m;
}

/// The same square, with a strip 1e-9 wide along its diagonal that holds no area worth a sample, a triangle that is
/// only a line, one whose corners are one point, and one that is there three times.
Mesh square_with_rubbish() {
    Mesh m = square(1);
    const auto v = static_cast<int>(m.vertices.size());
    m.vertices.insert(m.vertices.end(), {{1, 0, 1e-9f}, {0.5f, 0.5f, 0}});
    m.triangles.insert(m.triangles.end(), {{1, 2, v}, {1, v + 1, 2}, {0, 0, 0}, {1, 0, 2}, {2, 0, 1}});
    m.triangles.push_back({1, 1, 2});
    return m;
}

Mesh ball(int rows) {
    Mesh m;
    for (int j = 0; j <= rows; ++j)
        for (int i = 0; i < 2 * rows; ++i) {
            const double t = std::numbers::pi * j / rows, p = std::numbers::pi * i / rows;
            m.vertices.push_back(
                cast<float>(Double3{std::sin(t) * std::cos(p), std::sin(t) * std::sin(p), std::cos(t)}));
        }
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < 2 * rows; ++i) {
            const int a = j * 2 * rows + i, b = j * 2 * rows + (i + 1) % (2 * rows);
            m.triangles.push_back({a, a + 2 * rows, b});
            m.triangles.push_back({b, a + 2 * rows, b + 2 * rows});
        }
    return m;
}

double smallest_distance(const std::vector<Float3>& p) {
    double best = 1e30;
    for (std::size_t i = 0; i < p.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) best = std::min(best, length(cast<double>(p[i]) - cast<double>(p[j])));
    return best;
}

/// Of hexagonally packed discs: the largest distance n samples on the area can have.
double hexagon_distance(const SurfaceSamples& s) {
    return std::sqrt(2 * s.area / (std::sqrt(3.0) * static_cast<double>(s.position.size())));
}

double share_of_densest(const SurfaceSamples& s, double radius) {
    return static_cast<double>(s.position.size()) * std::sqrt(3.0) * radius * radius / (2 * s.area);
}

TEST(PoissonDisk, GivesExactlyTheCountAskedForWithBlueNoiseDistances) {
    for (const std::int64_t n : {1, 2, 3, 10, 100, 3000}) {
        const SurfaceSamples s = sample_surface(ball(40), n, 1);
        ASSERT_EQ(std::ssize(s.position), n);
        EXPECT_NEAR(s.area, 4 * std::numbers::pi, 0.03);  // 40 rows of flat triangles: 0.2 % less
        if (n == 1) continue;
        EXPECT_NEAR(s.min_distance, smallest_distance(s.position), 1e-6);  // float positions about 1
        // Yuksel 2015 Table 2: 0.7 to 0.8 of the largest possible distance; 0.6 leaves room for small n on a closed
        // surface
        EXPECT_GT(s.min_distance / hexagon_distance(s), 0.6) << n;
    }
}

TEST(PoissonDisk, SamplesLieOnTheirTriangleAndCarryItsNormal) {
    const Mesh mesh = ball(12);
    const SurfaceSamples s = sample_surface(mesh, 500, 3);
    for (std::size_t i = 0; i < s.position.size(); ++i) {
        const Int3 t = mesh.triangles[static_cast<std::size_t>(s.triangle[i])];
        const auto at = [&](int v) { return cast<double>(mesh.vertices[static_cast<std::size_t>(v)]); };
        const auto p = cast<double>(s.position[i]), n = cast<double>(s.normal[i]);
        EXPECT_NEAR(length(n), 1, 1e-6);
        EXPECT_NEAR(dot(p - at(t.x), n), 0, 1e-6);  // in the plane; float positions about 1
        for (int c = 0; c < 3; ++c)
            EXPECT_GT(dot(cross(at(t[(c + 1) % 3]) - at(t[c]), p - at(t[c])), n), -1e-6);  // inside each edge
        EXPECT_GT(dot(p, n), 0.9);                                                         // outwards
    }
}

TEST(PoissonDisk, TheSameSeedGivesTheSameSetOnEveryMachine) {
    const SurfaceSamples a = sample_surface(square(3), 200, 42), b = sample_surface(square(3), 200, 42);
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.triangle, b.triangle);
    EXPECT_NE(a.position, sample_surface(square(3), 200, 43).position);
    // Computed once and written down: only integers, + - * / and square roots take part, which are the same everywhere.
    EXPECT_EQ(a.position[0], (Float3{0.0883102044f, 0.0634327382f, 0.0f}));
    EXPECT_EQ(a.position[199], (Float3{0.994069338f, 0.991611242f, 0.0f}));
}

TEST(PoissonDisk, TheDistributionDoesNotDependOnTheTriangles) {
    // Samples in each of 4 x 4 fields of the square: 1000 / 16 = 62.5 each, whatever the triangles. A random set would
    // scatter by 8; a blue-noise one by the few on the fields' edges.
    for (const Mesh& mesh : {square(1), square(100), square_with_rubbish()}) {
        const SurfaceSamples s = sample_surface(mesh, 1000, 5);
        std::array<int, 16> held{};
        for (const Float3& p : s.position)
            ++held[static_cast<std::size_t>(static_cast<int>(p.y * 3.9999f) * 4 + static_cast<int>(p.x * 3.9999f))];
        for (const int h : held) EXPECT_NEAR(h, 62.5, 8);
        EXPECT_NEAR(s.area, 1, 1e-6);
        EXPECT_GT(s.min_distance / hexagon_distance(s), 0.6);
    }
}

TEST(PoissonDisk, AnUnevenMeshIsSampledByAreaNotByTriangle) {
    Mesh mesh = square(1);  // lower right half coarse, upper left half fine
    const Mesh fine = square(64);
    mesh.triangles.erase(mesh.triangles.begin() + 1);
    const auto v = static_cast<int>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), fine.vertices.begin(), fine.vertices.end());
    for (const Int3& t : fine.triangles) {
        const auto middle =
            (fine.vertices[static_cast<std::size_t>(t.x)] + fine.vertices[static_cast<std::size_t>(t.y)] +
             fine.vertices[static_cast<std::size_t>(t.z)]) /
            3.0f;
        if (middle.x + middle.y > 1) mesh.triangles.push_back(t + Int3{v, v, v});
    }
    const SurfaceSamples s = sample_surface(mesh, 2000, 9);
    const auto fine_side =
        std::count_if(s.position.begin(), s.position.end(), [](const Float3& p) { return p.x + p.y > 1; });
    EXPECT_NEAR(static_cast<double>(fine_side), 1000,
                20);  // a line of 1.41 crosses 60 samples' places; a third is ample
}

TEST(PoissonDisk, TouchingSheetsCostNoMoreTimeThanOne) {
    Mesh stack;  // 200 squares within 1e-3: every sample has all of them around it
    for (int k = 0; k < 200; ++k) {
        const auto v = static_cast<int>(stack.vertices.size());
        for (Float3 p : square(1).vertices) stack.vertices.push_back(p + Float3{0, 0, static_cast<float>(k) * 5e-6f});
        for (const Int3& t : square(1).triangles) stack.triangles.push_back(t + Int3{v, v, v});
    }
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(sample_surface(stack, 4000, 1).position.size(), 4000u);
    EXPECT_LT(std::chrono::steady_clock::now() - start,
              std::chrono::seconds(10));  // 0.05 s; without the box's limit minutes
}

TEST(PoissonDisk, TinyPartsFarApartAreSampledInBoundedTime) {
    Mesh two = ball(8);
    for (Float3& p : two.vertices) p = p * 1e-5f;
    const auto v = static_cast<int>(two.vertices.size());
    const Mesh one = two;
    for (const Float3& p : one.vertices) two.vertices.push_back(p + Float3{1000, 0, 0});
    for (const Int3& t : one.triangles) two.triangles.push_back(t + Int3{v, v, v});
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(sample_surface(two, 2000, 1).position.size(), 2000u);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(PoissonDisk, FiftyThousandSamplesTakeAboutASecond) {
    const Mesh mesh = ball(100);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(sample_surface(mesh, 50'000, 1).position.size(), 50'000u);
    EXPECT_LT(std::chrono::steady_clock::now() - start,
              std::chrono::seconds(10));  // 0.6 s; the rest for busy machines and sanitizers
}

TEST(PoissonDisk, ProgressRisesToOneAndCanStopTheWork) {
    std::vector<double> seen;
    sample_surface(square(1), 5000, 1, [&](double p) {
        seen.push_back(p);
        return true;
    });
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    EXPECT_EQ(seen.back(), 1.0);
    try {
        sample_surface(square(1), 5000, 1, [](double) { return false; });
        FAIL();
    } catch (const Error& e) { EXPECT_EQ(e.code(), Exit::interrupted); }
}

TEST(PoissonDisk, ASurfaceWithoutAreaIsRefused) {
    Mesh line;
    line.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    line.triangles = {{0, 1, 2}, {0, 0, 1}};
    for (const Mesh& mesh : {Mesh{}, line}) {
        EXPECT_THROW(sample_surface(mesh, 10, 1), Error);
        EXPECT_THROW(sample_surface_radius(mesh, 0.1, 1), Error);
    }
}

TEST(PoissonDiskRadius, HoldsTheDistanceAndFillsTheSquareWhateverItsTriangles) {
    constexpr double r = 0.02;
    double reference = 0;
    for (const Mesh& mesh : {square(1), square(100), square_with_rubbish()}) {
        const SurfaceSamples s = sample_surface_radius(mesh, r, 1);
        EXPECT_GE(smallest_distance(s.position), r);
        EXPECT_GE(s.min_distance, r);
        EXPECT_GT(share_of_densest(s, r), 0.65);  // maximal random sets; 1 = hexagons
        EXPECT_LT(share_of_densest(s, r), 0.75);
        if (reference == 0) reference = static_cast<double>(s.position.size());
        EXPECT_NEAR(static_cast<double>(s.position.size()) / reference, 1, 0.05);
        for (const Float3& p : s.position) {
            EXPECT_TRUE(p.x >= 0 && p.x <= 1 && p.y >= 0 && p.y <= 1);
            EXPECT_NEAR(p.z, 0, 1e-8);
        }
    }
}

TEST(PoissonDiskRadius, LeavesNoHoleLargerThanADisc) {
    constexpr double r = 0.05;
    const SurfaceSamples s = sample_surface_radius(square(1), r, 1);
    for (int j = 0; j <= 100; ++j)
        for (int i = 0; i <= 100; ++i) {
            double nearest = 1;
            for (const Float3& p : s.position)
                nearest = std::min(nearest, std::hypot(double{p.x} - i * 0.01, double{p.y} - j * 0.01));
            EXPECT_LT(nearest, 1.1 * r);  // maximal for the candidates, which lie 0.1 r apart at most places
        }
}

TEST(PoissonDiskRadius, TheSameSeedGivesTheSameSet) {
    EXPECT_EQ(sample_surface_radius(square(2), 0.05, 8).position, sample_surface_radius(square(2), 0.05, 8).position);
}

TEST(PoissonDiskRadius, LargerThanTheObjectGivesOneSample) {
    const SurfaceSamples s = sample_surface_radius(ball(8), 2.5, 1);
    EXPECT_EQ(s.position.size(), 1u);
    EXPECT_EQ(s.min_distance, 0);
}

TEST(PoissonDiskRadius, AThinStripIsFilledAlongItsLength) {
    Mesh strip;
    strip.vertices = {{0, 0, 0}, {10, 0, 0}, {10, 1e-6f, 0}, {0, 1e-6f, 0}};
    strip.triangles = {{0, 1, 2}, {0, 2, 3}};
    const auto n = std::ssize(sample_surface_radius(strip, 0.1, 1).position);
    EXPECT_GT(n, 74);  // 10 m at 0.1 m: 101 at most; random parking leaves 0.7476 (Renyi 1958)
    EXPECT_LE(n, 101);
}

TEST(PoissonDiskRadius, RefusesARadiusThatWouldNeedMoreSamplesThanMemoryHolds) {
    EXPECT_THROW(sample_surface_radius(square(1), 1e-6, 1), Error);
}

TEST(SamplesPerCell, CountsWhatTheCellsHold) {
    std::vector<Float3> p;
    for (int i = 0; i < 12; ++i) p.push_back({0.5f, 0.5f, 0.5f});
    for (int i = 0; i < 4; ++i) p.push_back({-0.5f, 0.5f, 0.5f});  // below zero is another cell
    const CellStats s = samples_per_cell(p, 1);
    EXPECT_EQ(s.cells, 2);
    EXPECT_EQ(s.mean, 8);
    EXPECT_EQ(s.min, 4);
    EXPECT_EQ(s.max, 12);
    EXPECT_EQ(s.percentile5, 4);
    EXPECT_EQ(s.percentile95, 12);
    EXPECT_EQ(s.share_in_band, 0.5);
    EXPECT_EQ(samples_per_cell({}, 1).cells, 0);
}

}  // namespace
}  // namespace fum
