// The lattice, its layout in memory, and the moment transforms.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "sim/lattice/csoa.h"
#include "sim/lattice/d3q27.h"
#include "sim/lattice/macro.h"
#include "sim/lattice/moments.h"

using namespace fum;

TEST(D3q27, DirectionsAreTheWholeCubeAndOppositesCancel) {
    std::set<std::tuple<int, int, int>> seen;
    for (int i = 0; i < 27; ++i) {
        seen.insert({cx(i), cy(i), cz(i)});
        EXPECT_EQ(direction(cx(i), cy(i), cz(i)), i);
        for (int d = 0; d < 3; ++d) EXPECT_EQ(c(i, d) + c(opposite(i), d), 0);
    }
    EXPECT_EQ(seen.size(), 27u);
}

TEST(D3q27, WeightsHaveTheIsotropicMoments) {
    double m0 = 0, m2[3][3] = {}, m4 = 0, m22 = 0;
    for (int i = 0; i < 27; ++i) {
        m0 += w(i);
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) m2[a][b] += w(i) * c(i, a) * c(i, b);
        m4 += w(i) * std::pow(cx(i), 4);
        m22 += w(i) * cx(i) * cx(i) * cy(i) * cy(i);
    }
    EXPECT_NEAR(m0, 1, 1e-15);
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) EXPECT_NEAR(m2[a][b], a == b ? 1.0 / 3 : 0, 1e-15);
    EXPECT_NEAR(m4, 1.0 / 3, 1e-15);
    EXPECT_NEAR(m22, 1.0 / 9, 1e-15);
}

TEST(D3q27, EquilibriumHasDensityMomentumAndTheMaxwellianCentralMoments) {
    const double drho = 0.03, u[3] = {0.07, -0.04, 0.11};
    double f[27];
    for (int i = 0; i < 27; ++i) f[i] = equilibrium(i, drho, u[0], u[1], u[2]);
    const Sums<double> m = sums(f);
    EXPECT_NEAR(m.drho, drho, 1e-15);
    EXPECT_NEAR(m.jx, (1 + drho) * u[0], 1e-15);
    EXPECT_NEAR(m.jy, (1 + drho) * u[1], 1e-15);
    EXPECT_NEAR(m.jz, (1 + drho) * u[2], 1e-15);
    for (int i = 0; i < 27; ++i) f[i] += w(i);
    to_central_moments(f, u[0], u[1], u[2]);
    const double rho = 1 + drho;
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            for (int d = 0; d < 3; ++d) {
                const auto even = [](int k) { return k == 0 ? 1.0 : k == 2 ? 1.0 / 3 : 0.0; };
                EXPECT_NEAR(f[a + 3 * b + 9 * d], rho * even(a) * even(b) * even(d), 1e-14);
            }
}

TEST(Moments, SweepsEqualTheDefinition) {
    std::mt19937 engine(3);
    double f[27], given[27];
    for (int i = 0; i < 27; ++i) given[i] = f[i] = static_cast<double>(engine()) * 1e-9;
    const double u[3] = {0.1, -0.2, 0.05};
    to_central_moments(f, u[0], u[1], u[2]);
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            for (int d = 0; d < 3; ++d) {
                double sum = 0;
                for (int i = 0; i < 27; ++i)
                    sum += given[i] * std::pow(cx(i) - u[0], a) * std::pow(cy(i) - u[1], b) * std::pow(cz(i) - u[2], d);
                EXPECT_NEAR(f[a + 3 * b + 9 * d], sum, 1e-12);
            }
}

TEST(Moments, BackwardIsTheInverse) {
    std::mt19937 engine(4);
    double f[27], given[27];
    for (int i = 0; i < 27; ++i) given[i] = f[i] = static_cast<double>(engine()) * 1e-10;
    to_central_moments(f, 0.13, -0.21, 0.07);
    from_central_moments(f, 0.13, -0.21, 0.07);
    for (int i = 0; i < 27; ++i) EXPECT_NEAR(f[i], given[i], 1e-12);
}

namespace {
/// Every (node, component) has one place of its own below values().
template <class Layout>
void expect_bijection(const Layout& at, Node nodes) {
    std::vector<bool> used(at.values(nodes), false);
    for (Node k = 0; k < nodes; ++k)
        for (int i = 0; i < 27; ++i) {
            const std::size_t place = at(k, i);
            ASSERT_LT(place, used.size());
            ASSERT_FALSE(used[place]) << "node " << k << ", component " << i;
            used[place] = true;
        }
}
}  // namespace

TEST(Csoa, IsABijectionForEveryAlphaAndForGridsThatDoNotDivide) {
    for (const Node nodes : {1u, 63u, 64u, 65u, 1000u}) {
        expect_bijection(Csoa<1>{}, nodes);
        expect_bijection(Csoa<32>{}, nodes);
        expect_bijection(Csoa<64>{}, nodes);
        expect_bijection(Csoa<128>{}, nodes);
        for (int shift = 0; shift <= 12; ++shift) expect_bijection(CsoaAny{shift}, nodes);
        expect_bijection(Soa::for_nodes(nodes), nodes);
    }
}

TEST(Csoa, IsEquation9) {
    // beta alpha floor(k / alpha) + alpha i + k mod alpha
    const Csoa<64> at;
    for (const Node k : {0u, 63u, 64u, 12345u})
        for (int i = 0; i < 27; ++i) {
            const std::size_t expected = 27u * 64u * (k / 64u) + 64u * static_cast<unsigned>(i) + k % 64u;
            EXPECT_EQ(at(k, i), expected);
            EXPECT_EQ((CsoaAny{6}(k, i)), expected);
        }
}

TEST(Csoa, SoaStrideIsAnOddNumberOfCacheLines) {
    for (const std::size_t nodes : {1u, 4096u, 262144u, 884736u, 2097152u}) {
        const std::size_t stride = Soa::for_nodes(nodes).stride;
        EXPECT_GE(stride, nodes);
        EXPECT_EQ(stride % 16, 0u);
        EXPECT_EQ(stride / 16 % 2, 1u);
    }
}
