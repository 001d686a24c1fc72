// Packs against plain numbers, and what the CPU does in packs against plain kernels: samples, streaming in place,
// halves.
#pragma GCC diagnostic ignored "-Wpsabi"  // wide packs in a file for any x86-64
#include "sim/lattice/pack_xyzw.h"
//
#include <gtest/gtest.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cstring>
#include <numeric>
#include <random>

#include "sim/device/cpu.h"
#include "sim/immersed/body.h"
#include "sim/smoke/tracers.h"
#include "tests/support/flows.h"

using namespace fum;
using namespace fum::test;

namespace {

template <class L>
struct Packs : testing::Test {};
using Widths =
    testing::Types<std::integral_constant<int, 4>, std::integral_constant<int, 8>, std::integral_constant<int, 16>>;
TYPED_TEST_SUITE(Packs, Widths);

/// Runs work(isa) for each instruction set that this processor has.
template <class Work>
void on_every_isa(const Work& work) {
    const Isa best = best_isa();
    for (const char* isa : {"sse2", "avx2", "avx512"}) {
        setenv("FUMAROLE_ISA", isa, 1);
        if (best_isa() <= best) work(isa);
        unsetenv("FUMAROLE_ISA");
    }
}

std::vector<float> flow(const Config& config, const Plan& plan, int steps, int threads = 2) {
    auto solver = make_solver(config, plan, "cpu", threads);
    solver->step(steps);
    return field(*solver, Field::velocity);
}

/// A sphere in a stream; `nodes` with packs and left-over nodes.
Config sphere_in_a_stream(Int3 nodes) {
    Config config;
    config.nodes = nodes;
    config.nu = 2e-3;
    config.u_start = {0.05, 0.01, 0};
    config.bodies = {sphere({nodes.x * 0.5, nodes.y * 0.5, nodes.z * 0.5}, 8, 2000)};
    return config;
}

}  // namespace

TYPED_TEST(Packs, LanesOfFourFloatsGoAndComeBack) {
    constexpr int L = TypeParam::value;
    Float4 given[L], back[L];
    float x[L], y[L], z[L], w[L];
    for (int i = 0; i < L; ++i) {
        const float a = static_cast<float>(i);
        given[i] = {a, a + 100, a + 200, w[i] = a + 300};
    }
    Pack<L> px, py, pz;
    load_xyz(given, px, py, pz);
    px.store(x), py.store(y), pz.store(z);
    store_xyzw(back, px, py, pz, Pack<L>::load(w));
    for (int i = 0; i < L; ++i) {
        EXPECT_EQ(x[i], given[i].x);
        EXPECT_EQ(y[i], given[i].y);
        EXPECT_EQ(z[i], given[i].z);
    }
    EXPECT_EQ(std::memcmp(given, back, sizeof given), 0);
}

TYPED_TEST(Packs, QuartersAreGatheredSummedAndAdded) {
    constexpr int L = TypeParam::value, quarters = L / 4;
    Float4 place[8] = {};
    for (int i = 0; i < 8; ++i) place[i] = {1.0f * static_cast<float>(i), 10, static_cast<float>(i * i), 7};
    const std::int64_t from[4] = {6, 1, 3, 4};
    const std::int32_t to[4] = {0, 7, 5, 2};
    const Pack<L> p = Pack<L>::of_quarters(place, from);
    Float4 sum{}, first, after[8] = {};
    for (int q = 0; q < quarters; ++q) {
        sum.x += place[from[q]].x, sum.y += place[from[q]].y;
        sum.z += place[from[q]].z, sum.w += place[from[q]].w;
    }
    p.sum_of_quarters().store_first_four(&first);
    EXPECT_EQ(std::memcmp(&first, &sum, sizeof sum), 0);
    p.add_quarters(after, to);
    for (int q = 0; q < quarters; ++q) EXPECT_EQ(std::memcmp(&after[to[q]], &place[from[q]], sizeof sum), 0);
    float last[L], changed[L];
    p.last_of_four().store(last);
    for (const float v : last) EXPECT_EQ(v, 7);
    p.with(L - 1, -3.0f).store(changed);
    EXPECT_EQ(changed[L - 1], -3);
    EXPECT_EQ(changed[0], place[6].x);
}

TYPED_TEST(Packs, FloorIsThatOfNumbers) {
    constexpr int L = TypeParam::value;
    for (const float a : {-2.0f, -1.5f, -1e-9f, -0.0f, 0.0f, 0.5f, 0.99999994f, 1.0f, 12345.678f, -12345.678f}) {
        float out[L];
        floor(Pack<L>(a)).store(out);
        for (const float v : out) EXPECT_EQ(v, std::floor(a)) << a;
    }
}

TEST(Halves, AllOfThemComeBackFromFloat) {
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const Half h{static_cast<std::uint16_t>(bits)};
        const float value = to_float(h);
        if ((bits & 0x7FFFu) > 0x7C00u)
            EXPECT_TRUE(std::isnan(value));
        else
            EXPECT_EQ(to_half(value).bits, h.bits) << value;
    }
}

TEST(Halves, RoundToTheNearestAndTiesToEven) {
    for (std::uint32_t bits = 0; bits < 0x7C00u; ++bits) {
        const float low = to_float({static_cast<std::uint16_t>(bits)});
        const float high = bits + 1 < 0x7C00u ? to_float({static_cast<std::uint16_t>(bits + 1)}) : 65536.0f;
        const float tie = 0.5f * (low + high);  // exact
        EXPECT_EQ(to_half(tie).bits, bits + (bits & 1u)) << tie;
        EXPECT_EQ(to_half(std::nextafter(tie, low)).bits, bits);
        EXPECT_EQ(to_half(std::nextafter(tie, 1e9f)).bits, bits + 1);
        EXPECT_EQ(to_half(-tie).bits, 0x8000u | (bits + (bits & 1u)));
    }
    EXPECT_EQ(to_half(std::numeric_limits<float>::infinity()).bits, 0x7C00u);
    EXPECT_EQ(to_half(-1e30f).bits, 0xFC00u);
    EXPECT_EQ(to_half(1e-30f).bits, 0u);
    EXPECT_TRUE(std::isnan(to_float(to_half(std::nanf("")))));
}

#if defined(__x86_64__)
namespace {
__attribute__((target("f16c"))) std::uint16_t machine_half(float v) {
    return static_cast<std::uint16_t>(_cvtss_sh(v, 0));
}
__attribute__((target("f16c"))) float machine_float(std::uint16_t h) { return _cvtsh_ss(h); }
}  // namespace

TEST(Halves, BitOperationsEqualTheMachinesInstruction) {
    if (!__builtin_cpu_supports("f16c")) GTEST_SKIP() << "this processor has no F16C";
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const float ours = detail::half_to_float(static_cast<std::uint16_t>(bits));
        const float theirs = machine_float(static_cast<std::uint16_t>(bits));
        EXPECT_TRUE(std::memcmp(&ours, &theirs, 4) == 0 || (std::isnan(ours) && std::isnan(theirs))) << bits;
    }
    for (std::uint64_t bits = 0; bits < 0x7F800001u; bits += 4099) {
        const float v = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        EXPECT_EQ(detail::float_to_half(v), machine_half(v)) << v;
    }
}
#endif

TYPED_TEST(Packs, HalvesEqualThoseOfNumbers) {
    constexpr int L = TypeParam::value;
    for (std::uint32_t bits = 0; bits < 65536; bits += L) {
        Half given[L], back[L];
        float value[L];
        for (int i = 0; i < L; ++i) given[i].bits = static_cast<std::uint16_t>(bits + static_cast<std::uint32_t>(i));
        const Pack<L> p = Pack<L>::load(given);
        p.store(value);
        p.store(back);
        for (int i = 0; i < L; ++i) {
            const float expected = to_float(given[i]);
            if (std::isnan(expected)) continue;
            EXPECT_EQ(value[i], expected);
            EXPECT_EQ(back[i].bits, given[i].bits);
        }
    }
}

TEST(CpuPacks, InPlaceFollowsTwoArraysOnEveryInstructionSet) {
    Config config = sphere_in_a_stream({37, 20, 18});
    config.face[zmin].kind = config.face[zmax].kind = FaceKind::no_slip;
    Plan in_place;
    in_place.streaming = Plan::Streaming::in_place;
    on_every_isa([&](const char* isa) {
        EXPECT_LT(difference(flow(config, in_place, 50), flow(config, {}, 50)), 2e-6) << isa;  // rounding of fp32
    });
}

TEST(CpuPacks, HalvesFollowFloatsOnEveryInstructionSet) {
    Config config = sphere_in_a_stream({37, 20, 18});
    const std::vector<float> reference = flow(config, {}, 50);
    for (const Plan::Streaming streaming : {Plan::Streaming::two_arrays, Plan::Streaming::in_place}) {
        Plan halves;
        halves.storage = Plan::Storage::fp16;
        halves.streaming = streaming;
        on_every_isa([&](const char* isa) { EXPECT_LT(difference(flow(config, halves, 50), reference), 5e-3) << isa; });
    }
}

TEST(CpuPacks, BoxesLargerThanTheCachesGiveTheSameFlow) {
    Config config = sphere_in_a_stream({80, 72, 64});  // 40 MB an array: stores go past the caches where rows allow it
    std::vector<float> narrow;
    on_every_isa([&](const char* isa) {
        const std::vector<float> u = flow(config, {}, 12);
        if (narrow.empty()) narrow = u;
        EXPECT_LT(difference(u, narrow), 1e-5) << isa;
    });
}

TEST(CpuPacks, TracersGoWhereThoseOneByOneGo) {
    const Grid grid{{20, 16, 12}, {}, {20, 16, 12}};
    std::mt19937 engine(6);
    const auto number = [&](float a, float b) { return a + (b - a) * static_cast<float>(engine() >> 8) / 16777216.0f; };
    for (const int periodic : {0, 5})
        on_every_isa([&](const char* isa) {
            const Cpu cpu(2);
            const std::int64_t count = 5000;
            const Cpu::Buffer<Float4> u(cpu, grid.nodes()), one(cpu, 5000), many(cpu, 5000);
            for (Node k = 0; k < grid.nodes(); ++k)
                u.data()[k] = {number(-0.2f, 0.2f), number(-0.2f, 0.2f), number(-0.2f, 0.2f), 1};
            for (std::int64_t i = 0; i < count; ++i)
                one.data()[i] = many.data()[i] = {number(-1, 20), number(-1, 16), number(-1, 12), number(-1, 9)};
            one.data()[7].x = many.data()[7].x = std::nanf("");
            const AdvectTracers alone{{u.data(), grid, periodic}, one.data(), 4, 12};
            const AdvectTracers packs{{u.data(), grid, periodic}, many.data(), 4, 12};
            for (std::int64_t i = 0; i < count; ++i) alone(i);
            cpu.each(count, packs);
            for (std::int64_t i = 0; i < count; ++i) {
                if (i == 7) continue;
                EXPECT_NEAR(many.data()[i].x, one.data()[i].x, 1e-5) << isa << i;
                EXPECT_NEAR(many.data()[i].y, one.data()[i].y, 1e-5);
                EXPECT_NEAR(many.data()[i].z, one.data()[i].z, 1e-5);
                EXPECT_EQ(many.data()[i].w, one.data()[i].w);
            }
        });
}
