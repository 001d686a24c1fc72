// The kernels of the staged schedule (Alg. 2): stream, macroscopic variables, and the collision in one, two or three
// launches. All take one node an item, in the order of memory.
//
// (a) streams from the first array into the second; (d) works on the second. With two launches the relaxed moments lie
// there between them, 27 for 27 populations, since the second launch of a node reads all that it overwrites. With three
// the populations are written in halves, and the second half still needs all moments: they lie in the first array,
// which is free once (a) is through.
#pragma once

#include <utility>

#include "sim/collision/acm_mrt.h"
#include "sim/fused.h"

namespace fum {

/// (a), Eq. 3: what arrives at a node becomes its own.
template <class Layout>
struct StreamNodes {
    Pull<float, Layout> pull;
    float* out;

    FUM_HD void operator()(std::int64_t item) const {
        const Int3 p = pull.grid.place(static_cast<Node>(item));
        float f[27];
        pull(p.x, p.y, p.z, f);
        pull.store(out, p.x, p.y, p.z, f);
    }
};

/// (b), Eq. 2: velocity and density without the immersed boundary's force, and zero force to add to.
template <class Layout>
struct MacroNodes {
    const float* f;
    Layout at;
    Grid grid;
    Vec3<float> acceleration;
    Band band;  ///< of all groups; its g is null where there is no solid
    Float4* u;  ///< [groups << shift]: u* and rho*

    FUM_HD void operator()(std::int64_t item) const {
        const Int3 p = grid.place(static_cast<Node>(item));
        float g[27];
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) g[i] = f[at(grid.slot(p.x, p.y, p.z), i)];
        const Sums<float> m = sums(g);
        const float rho = 1 + m.drho, per_rho = inverse(rho);
        const std::int64_t to = band.index(p.x, p.y, p.z);
        store_xyzw(u + to, m.jx * per_rho + 0.5f * acceleration.x, m.jy * per_rho + 0.5f * acceleration.y,
                   m.jz * per_rho + 0.5f * acceleration.z, rho);
        if (band.g) band.g[to] = {0, 0, 0, 0};
    }
};

/// From halved central moments to populations as the paper's sums (Eq. 10): each population is written out by itself
/// over all 27 moments,
///
///   f_i = sum_abc B(cx, a; ux) B(cy, b; uy) B(cz, c; uz) m_abc
///
/// and no sum is shared between two of them. B is the inverse of an axis' transform (lattice/moments.h).
struct ExpandedSums {
    template <int C, int Order>
    FUM_HD static float B(float u) {
        if constexpr (Order == 0)
            return C == 0 ? 1 - u * u : C > 0 ? 0.5f * (u * u + u) : 0.5f * (u * u - u);
        else if constexpr (Order == 1)
            return C == 0 ? -4 * u : C > 0 ? 2 * u + 1 : 2 * u - 1;
        else
            return C == 0 ? -2.0f : 1.0f;
    }
    template <int I, int M>
    FUM_HD static float term(const float (&m)[27], float ux, float uy, float uz) {
        return B<cx(I), M % 3>(ux) * B<cy(I), M / 3 % 3>(uy) * B<cz(I), M / 9>(uz) * m[M];
    }
    template <int I, int... M>
    FUM_HD static float population(const float (&m)[27], float ux, float uy, float uz,
                                   std::integer_sequence<int, M...>) {
        return (... + term<I, M>(m, ux, uy, uz));
    }
    template <int First, int... I>
    FUM_HD static void write(float (&m)[27], float ux, float uy, float uz, std::integer_sequence<int, I...>) {
        const float f[] = {population<First + I>(m, ux, uy, uz, std::make_integer_sequence<int, 27>{})...};
        FUM_UNROLL_27 for (int i = 0; i < static_cast<int>(sizeof...(I)); ++i) m[First + i] = f[i];
    }
    /// Populations First .. Last - 1 in the place of moments.
    template <int First, int Last>
    FUM_HD static void apply(float (&m)[27], float ux, float uy, float uz) {
        write<First>(m, ux, uy, uz, std::make_integer_sequence<int, Last - First>{});
    }
};

/// The same in three sweeps, what merging equal monomials (Table 2) comes to when it is carried to its end.
struct MergedSums {
    template <int First, int Last>
    FUM_HD static void apply(float (&m)[27], float ux, float uy, float uz) {
        halved_central_to_populations(m, ux, uy, uz);
    }
};

/// The first launch of (d): m and m_eq of a node, and the relaxation between them (Eq. 5), moments halved.
template <class Layout>
struct RelaxMoments {
    PullCollide<float, Layout, AcmMrt<float>> node;  ///< where things lie, constants, and the look for faults
    Band band;                                       ///< of all groups
    Float4* u;  ///< [groups << shift]: u* and rho* of (b); becomes u with half of the force

    FUM_HD void operator()(std::int64_t item) const {
        const Node k = static_cast<Node>(item);
        float m[27];
        const NodeState<float> s = relaxed(k, m);
        const Int3 p = node.pull.grid.place(k);
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) node.out[slot(p, i)] = m[i];
        store_xyzw(u + band.index(p.x, p.y, p.z), s.ux, s.uy, s.uz, 1 + s.drho);
    }

    FUM_HD std::size_t slot(Int3 p, int i) const { return node.pull.at(node.pull.grid.slot(p.x, p.y, p.z), i); }

    FUM_HD NodeState<float> relaxed(Node k, float (&m)[27]) const {
        const Int3 p = node.pull.grid.place(k);
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) m[i] = node.pull.f[slot(p, i)];
        to_raw_moments(m);
        const NodeState<float> s = state(m[0], p);
        const float density = 1 + s.drho;
        if (node.u) store_xyzw(node.u + k, s.ux, s.uy, s.uz, density);
        if (node.fault) node.check(p.x, p.y, p.z, s, density);
        node.collide.relax(m, s, node.calm.x ? node.calm.template at<float>(p.x, p.y, p.z) : 0.0f);
        return s;
    }

    /// u = u* + g / (2 rho), forces as Eq. 4 wants them. Density is the moments' own: that in `u` is rounded near 1.
    FUM_HD NodeState<float> state(float drho, Int3 p) const {
        const Float4 before = u[band.index(p.x, p.y, p.z)];
        float gx = 0, gy = 0, gz = 0;
        if (band.g) band.add_force(p.x, p.y, p.z, 1.0f, gx, gy, gz);
        const float rho = 1 + drho, share = 0.5f * inverse(rho);
        const Vec3<float>& a = node.acceleration;
        return {drho,           before.x + share * gx, before.y + share * gy, before.z + share * gz,
                rho * a.x + gx, rho * a.y + gy,        rho * a.z + gz};
    }
};

/// (d) in one launch. `Sums` is ExpandedSums or MergedSums.
template <class Layout, class Sums>
struct CollideNodes {
    RelaxMoments<Layout> relax;

    FUM_HD void operator()(std::int64_t item) const {
        const Node k = static_cast<Node>(item);
        float m[27];
        const NodeState<float> s = relax.relaxed(k, m);
        Sums::template apply<0, 27>(m, s.ux, s.uy, s.uz);
        const Int3 p = relax.node.pull.grid.place(k);
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) relax.node.out[relax.slot(p, i)] = m[i];
    }
};

/// The later launches of (d): populations First .. Last - 1 from the relaxed moments.
template <class Layout, class Sums, int First, int Last>
struct WritePopulations {
    const float* moments;  ///< [27][nodes], halved
    float* out;            ///< populations; may be `moments` if all 27 are written
    Layout at;
    Grid grid;
    Band band;
    const Float4* u;  ///< [groups << shift]

    FUM_HD void operator()(std::int64_t item) const {
        const Int3 p = grid.place(static_cast<Node>(item));
        float m[27];
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) m[i] = moments[at(grid.slot(p.x, p.y, p.z), i)];
        const Float4 v = u[band.index(p.x, p.y, p.z)];
        Sums::template apply<First, Last>(m, v.x, v.y, v.z);
        FUM_UNROLL_27 for (int i = First; i < Last; ++i) out[at(grid.slot(p.x, p.y, p.z), i)] = m[i];
    }
};

}  // namespace fum
