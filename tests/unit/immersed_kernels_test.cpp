// The immersed boundary's kernels one by one: what is spread is what the samples gave, force and torque, to rounding.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "sim/device/cpu.h"
#include "sim/immersed/body.h"

using namespace fum;

namespace {

/// Samples at random in a box of 20^3 nodes, every group of the band in use.
struct Bench {
    Cpu cpu;
    Grid grid{{20, 20, 20}, {}, {20, 20, 20}};
    int periodic = 0;
    std::int64_t count;
    int shift = 3;
    Cpu::Buffer<float> place{cpu, size(3 * count)}, area{cpu, size(count)}, normaliser{cpu, size(count)};
    Cpu::Buffer<std::int32_t> slot_of{cpu, 1200}, list{cpu, 1200}, used{cpu, 1};
    Cpu::Buffer<Float4> g{cpu, 9600}, u{cpu, 9600}, g_s{cpu, size(count)};
    Cpu::Buffer<float> area_band{cpu, 9600};

    static std::size_t size(std::int64_t n) { return static_cast<std::size_t>(n); }

    explicit Bench(unsigned seed, float margin = 1.5f, int periodic_axes = 0, std::int64_t samples_ = 500,
                   int threads = 2)
        : cpu(threads), periodic(periodic_axes), count(samples_) {
        std::mt19937 engine(seed);
        const auto number = [&](float a, float b) {
            return a + (b - a) * static_cast<float>(engine() >> 8) / 16777216.0f;
        };
        for (std::int64_t i = 0; i < 3 * count; ++i) place.data()[i] = number(margin, 19 - margin);
        for (std::int64_t i = 0; i < count; ++i) area.data()[i] = number(0.02f, 0.3f);
        cpu.fill(slot_of.data(), slot_of.size(), std::int32_t{-1});
        cpu.each(count, MarkBand{grid, periodic, samples(), slot_of.data(), band(), 0});
        Cpu(1).each(1200, NumberBand{slot_of.data(), list.data(), used.data(), 1200});  // slots in order
        for (std::size_t i = 0; i < u.size(); ++i)
            u.data()[i] = {number(-0.1f, 0.1f), number(-0.1f, 0.1f), number(-0.1f, 0.1f), number(0.95f, 1.05f)};
        cpu.scatter(count, SpreadArea{grid, periodic, samples(), band(), area_band.data()});
        cpu.each(count, GatherNormaliser{grid, periodic, samples(), band(), area_band.data()});
    }
    Samples samples() const { return {place.data(), area.data(), normaliser.data(), count}; }
    Band band() const { return {slot_of.data(), g.data(), shift, Band::groups_per_row(20, shift), 20}; }
    PoseF pose() const {
        PoseF p{};
        p.centre[0] = 9, p.centre[1] = 10, p.centre[2] = 11;
        p.v[0] = 0.02f, p.spin[1] = 0.003f;
        return p;
    }
    PenaltySpread penalty() { return {grid, periodic, samples(), 0, pose(), 1, band(), u.data(), g_s.data()}; }
    void penalise() { cpu.scatter(count, penalty()); }
};

}  // namespace

TEST(ImmersedKernels, ForceAndTorqueOnTheGridEqualThoseOfTheSamples) {
    Bench bench(1);
    bench.penalise();
    double sums[6] = {};
    const float centre[3] = {9, 10, 11};
    bench.cpu.reduce(bench.count, BodyLoad{bench.samples(), bench.g_s.data(), 0, {centre[0], centre[1], centre[2]}},
                     sums);
    double grid[6] = {}, size = 0;
    for (Node k = 0; k < bench.grid.nodes(); ++k) {
        const Int3 p = bench.grid.place(k);
        if (bench.slot_of.data()[bench.band().group(p.x, p.y, p.z)] < 0) continue;
        const Float4 f = bench.g.data()[bench.band().index(p.x, p.y, p.z)];
        const double x = p.x - 9.0, y = p.y - 10.0, z = p.z - 11.0;
        grid[0] += f.x, grid[1] += f.y, grid[2] += f.z;
        grid[3] += y * f.z - z * f.y, grid[4] += z * f.x - x * f.z, grid[5] += x * f.y - y * f.x;
        size += std::abs(f.x) + std::abs(f.y) + std::abs(f.z);
    }
    for (int t = 0; t < 6; ++t) EXPECT_NEAR(grid[t], -sums[t], 3e-6 * size) << t;  // fp32 places: 1e-6 of a node
    EXPECT_GT(size, 1);
}

TEST(ImmersedKernels, TheNormaliserIsTheMeanOfTheSpreadAreaRoundTheSample) {
    // a flat plate at distance d from a plane of nodes, area spread evenly: c = d^2 + (1 - d)^2
    for (const float d : {0.0f, 0.25f, 0.5f}) {
        Bench bench(2);
        const int side = 20;
        bench.count = 400;
        std::int64_t s = 0;
        for (int j = 0; j < side; ++j)
            for (int i = 0; i < side; ++i, ++s) {
                bench.place.data()[s] = static_cast<float>(i) + 0.5f;
                bench.place.data()[400 + s] = static_cast<float>(j) + 0.5f;
                bench.place.data()[800 + s] = 7 + d;
                bench.area.data()[s] = 1;
            }
        bench.periodic = 3;
        bench.cpu.fill(bench.slot_of.data(), bench.slot_of.size(), std::int32_t{-1});
        bench.cpu.fill(bench.used.data(), 1, std::int32_t{0});
        bench.cpu.each(400, MarkBand{bench.grid, 3, bench.samples(), bench.slot_of.data(), bench.band(), 0});
        bench.cpu.each(1200, NumberBand{bench.slot_of.data(), bench.list.data(), bench.used.data(), 1200});
        bench.cpu.fill(bench.area_band.data(), bench.area_band.size(), 0.0f);
        bench.cpu.scatter(400, SpreadArea{bench.grid, 3, bench.samples(), bench.band(), bench.area_band.data()});
        bench.cpu.each(400, GatherNormaliser{bench.grid, 3, bench.samples(), bench.band(), bench.area_band.data()});
        for (std::int64_t i = 0; i < 400; ++i) EXPECT_NEAR(bench.normaliser.data()[i], d * d + (1 - d) * (1 - d), 1e-6);
    }
}

TEST(ImmersedKernels, EveryGroupThatAStencilTouchesHasOneSlot) {
    Bench bench(3);
    std::vector<int> seen(1200, 0);
    for (std::int32_t slot = 0; slot < bench.used.data()[0]; ++slot) {
        const std::int32_t group = bench.list.data()[slot];
        EXPECT_EQ(bench.slot_of.data()[group], slot);
        ++seen[static_cast<std::size_t>(group)];
    }
    for (std::int64_t s = 0; s < bench.count; ++s) {
        const Stencil at =
            stencil_at(bench.grid, 0, bench.place.data()[s], bench.place.data()[500 + s], bench.place.data()[1000 + s]);
        double sum = 0;
        for (int corner = 0; corner < 8; ++corner) {
            const std::int64_t slot = at.index(bench.grid, bench.band(), corner) >> bench.shift;
            EXPECT_EQ(seen[static_cast<std::size_t>(bench.list.data()[slot])], 1);
            sum += at.weight(corner);
        }
        EXPECT_NEAR(sum, 1, 1e-6);
    }
}

TEST(ImmersedKernels, SamplesOutsideGiveNothingAndPeriodicOnesWrap) {
    const Grid grid{{10, 10, 10}, {}, {10, 10, 10}};
    EXPECT_FALSE(stencil_at(grid, 0, -0.1f, 5, 5).inside);
    EXPECT_FALSE(stencil_at(grid, 0, 9.2f, 5, 5).inside);
    EXPECT_TRUE(stencil_at(grid, 0, 8.9f, 5, 5).inside);
    const Stencil low = stencil_at(grid, 1, -0.25f, 5, 5), high = stencil_at(grid, 1, 9.75f, 5, 5);
    EXPECT_TRUE(low.inside);
    EXPECT_EQ(low.base[0], 9);
    EXPECT_NEAR(low.frac[0], 0.75f, 1e-6);
    const Band whole{nullptr, nullptr, 3, Band::groups_per_row(10, 3), 10};
    EXPECT_EQ(low.index(grid, whole, 1), whole.index(0, 5, 5));
    EXPECT_EQ(high.base[0], 9);
    EXPECT_EQ(stencil_at(grid, 1, -1e-9f, 5, 5).base[0] % 10, stencil_at(grid, 1, -1e-9f, 5, 5).base[0]);
    EXPECT_FALSE(stencil_at(grid, 0, std::nanf(""), 5, 5).inside);
}

TEST(ImmersedKernels, PacksOfSamplesGiveWhatSamplesOneByOneGive) {
    for (const char* isa : {"sse2", "avx2", "avx512"})
        for (const int periodic : {0, 5, 7}) {
            setenv("FUMAROLE_ISA", isa, 1);
            Bench bench(4, periodic ? -3.0f : -0.5f, periodic, 3001);  // some lie outside, or wrap
            unsetenv("FUMAROLE_ISA");
            bench.penalise();
            std::vector<double> g(3 * 9600, 0.0), area(9600, 0.0);
            double largest = 0;
            int outside = 0;
            for (std::int64_t s = 0; s < bench.count; ++s) {
                const Float4 kept = bench.g_s.data()[s];
                const Contribution one = bench.penalty().evaluate(s);
                EXPECT_NEAR(kept.x, one.fx, 2e-6);
                EXPECT_NEAR(kept.y, one.fy, 2e-6);
                EXPECT_NEAR(kept.z, one.fz, 2e-6);
                outside += one.cell < 0;
                for (int corner = 0; one.cell >= 0 && corner < 8; ++corner) {
                    const std::size_t k = Bench::size(one.at.index(bench.grid, bench.band(), corner));
                    const double weight = one.at.weight(corner);
                    g[3 * k] += weight * one.fx, g[3 * k + 1] += weight * one.fy, g[3 * k + 2] += weight * one.fz;
                    area[k] += weight * bench.area.data()[s];
                    largest = std::max(largest, std::abs(g[3 * k]));
                }
            }
            EXPECT_EQ(outside > 0, periodic != 7);
            for (std::size_t k = 0; k < 9600; ++k) {
                EXPECT_NEAR(bench.g.data()[k].x, g[3 * k], 1e-5 * largest) << isa << periodic;
                EXPECT_NEAR(bench.g.data()[k].y, g[3 * k + 1], 1e-5 * largest);
                EXPECT_NEAR(bench.g.data()[k].z, g[3 * k + 2], 1e-5 * largest);
                EXPECT_EQ(bench.g.data()[k].w, 0);
                EXPECT_NEAR(bench.area_band.data()[k], area[k], 1e-5);
            }
        }
}

TEST(ImmersedKernels, SumsAreTheSameBitByBitWhateverTheThreadsDo) {
    Bench one(5, 1.5f, 0, 20000, 1);
    one.penalise();
    for (const int threads : {2, 3, 7}) {
        Bench many(5, 1.5f, 0, 20000, threads);
        many.penalise();
        EXPECT_EQ(std::memcmp(one.g.data(), many.g.data(), 9600 * sizeof(Float4)), 0) << threads;
        EXPECT_EQ(std::memcmp(one.normaliser.data(), many.normaliser.data(), 20000 * sizeof(float)), 0) << threads;
    }
}
