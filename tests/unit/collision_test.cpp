// What every collision model must do to one node: keep mass, add exactly the force to the momentum, leave equilibrium
// alone, treat all axes alike.
#include <gtest/gtest.h>

#include <random>

#include "sim/menu.h"

using namespace fum;

namespace {

template <class Collide>
struct CollisionModel : testing::Test {};
using Models = testing::Types<AcmMrt<double>, CentralMrt<double>, RawMrt<double>, Bgk<double, 2>, Bgk<double, 6>>;
TYPED_TEST_SUITE(CollisionModel, Models);

struct Node27 {
    double f[27];
    NodeState<double> s;
};

Node27 random_node(unsigned seed, bool force) {
    std::mt19937 engine(seed);
    const auto number = [&](double a) { return a * (static_cast<double>(engine()) / 2147483648.0 - 1.0); };
    Node27 node;
    for (int i = 0; i < 27; ++i) node.f[i] = equilibrium(i, 0.02, 0.05, -0.03, 0.08) + w(i) * number(0.02);
    const double g = force ? 1 : 0;
    node.s.fx = g * number(1e-3), node.s.fy = g * number(1e-3), node.s.fz = g * number(1e-3);
    const Sums<double> m = sums(node.f);
    const double rho = 1 + m.drho;
    node.s.drho = m.drho;
    node.s.ux = (m.jx + 0.5 * node.s.fx) / rho;
    node.s.uy = (m.jy + 0.5 * node.s.fy) / rho;
    node.s.uz = (m.jz + 0.5 * node.s.fz) / rho;
    return node;
}

template <class Collide>
Collide model() {
    Collide collide;
    collide.rates.nu3 = 3e-3;
    return collide;
}

}  // namespace

TYPED_TEST(CollisionModel, KeepsMassAndAddsTheForceToTheMomentum) {
    Node27 node = random_node(1, true);
    const Sums<double> before = sums(node.f);
    model<TypeParam>()(node.f, node.s, 0.0);
    const Sums<double> after = sums(node.f);
    EXPECT_NEAR(after.drho, before.drho, 1e-14);
    EXPECT_NEAR(after.jx, before.jx + node.s.fx, 1e-14);
    EXPECT_NEAR(after.jy, before.jy + node.s.fy, 1e-14);
    EXPECT_NEAR(after.jz, before.jz + node.s.fz, 1e-14);
}

TYPED_TEST(CollisionModel, LeavesRestAlone) {
    double f[27] = {};
    model<TypeParam>()(f, NodeState<double>{}, 0.0);
    for (const double v : f) EXPECT_NEAR(v, 0, 1e-16);
}

TYPED_TEST(CollisionModel, RelaxesTheShearStressByItsRate) {
    Node27 node = random_node(2, false);
    const auto stress_xy = [&] {
        double sum = 0;
        for (int i = 0; i < 27; ++i) sum += node.f[i] * (cx(i) - node.s.ux) * (cy(i) - node.s.uy);
        return sum + node.s.ux * node.s.uy;  // the stored difference lacks the rest state's kappa_110 = ux uy
    };
    const double before = stress_xy();
    auto collide = model<TypeParam>();
    collide.rates.galilean = false;
    collide(node.f, node.s, 0.0);
    EXPECT_NEAR(stress_xy() / before, 1 - 1 / (3e-3 + 0.5), 1e-6);
}

TYPED_TEST(CollisionModel, TreatsTheAxesAlike) {
    Node27 node = random_node(3, true), turned = node;
    for (int i = 0; i < 27; ++i) turned.f[direction(cy(i), cz(i), cx(i))] = node.f[i];  // x <- y <- z <- x
    turned.s = {node.s.drho, node.s.uy, node.s.uz, node.s.ux, node.s.fy, node.s.fz, node.s.fx};
    model<TypeParam>()(node.f, node.s, 0.0);
    model<TypeParam>()(turned.f, turned.s, 0.0);
    for (int i = 0; i < 27; ++i) EXPECT_NEAR(turned.f[direction(cy(i), cz(i), cx(i))], node.f[i], 1e-15);
}

TEST(AcmMrt, LeavesEquilibriumAloneWithoutTheGalileanTermAtAnySpeed) {
    double f[27];
    for (int i = 0; i < 27; ++i) f[i] = equilibrium(i, 0.01, 0.1, -0.07, 0.02);
    AcmMrt<double> collide;
    double g[27];
    std::copy(f, f + 27, g);
    collide(g, NodeState<double>{0.01, 0.1, -0.07, 0.02, 0, 0, 0}, 0.0);
    for (int i = 0; i < 27; ++i) EXPECT_NEAR(g[i], f[i], 1e-15);
}

namespace {

/// What a model makes of a node of scaled populations, in single precision, by the moments of f itself.
template <template <class> class Model>
void expect_whole_moments_to_agree(unsigned seed, double calm) {
    constexpr int unit = StoredAs<Half>::unit;
    Node27 node = random_node(seed, true);
    float f[27];
    for (int i = 0; i < 27; ++i) f[i] = static_cast<float>(unit * node.f[i]);
    const auto scaled = [](double v) { return static_cast<float>(unit * v); };
    const NodeState<double>& d = node.s;
    const NodeState<float, unit> s{scaled(d.drho),
                                   static_cast<float>(d.ux),
                                   static_cast<float>(d.uy),
                                   static_cast<float>(d.uz),
                                   scaled(d.fx),
                                   scaled(d.fy),
                                   scaled(d.fz)};
    Model<double> exact;
    Model<float> single;
    exact.rates.nu3 = 3e-3, single.rates.nu3 = 3e-3f;
    exact.rates.sponge_nu3 = 0.06, single.rates.sponge_nu3 = 0.06f;
    exact(node.f, d, calm);
    single(f, s, static_cast<float>(calm));
    for (int i = 0; i < 27; ++i) EXPECT_NEAR(static_cast<double>(f[i]) / unit, node.f[i], 5e-7) << i;
}

}  // namespace

TEST(WholeMoments, CollideAsTheDifferencesFromRestDo) {
    for (const double calm : {0.0, 0.7, 1.5})
        for (unsigned seed = 1; seed < 20; ++seed) {
            expect_whole_moments_to_agree<AcmMrt>(seed, calm);
            expect_whole_moments_to_agree<CentralMrt>(seed, calm);
        }
}

TEST(WholeMoments, KeepRestAtRest) {
    float f[27] = {};
    for (int step = 0; step < 100; ++step) AcmMrt<float>{}(f, NodeState<float, StoredAs<Half>::unit>{}, 0.0f);
    double mass = 0;
    for (const float v : f) {
        EXPECT_LT(std::abs(v), 2e-3f);  // of 2^15: 6e-8
        mass += static_cast<double>(v);
    }
    EXPECT_NEAR(mass, 0, 1e-2);
}
