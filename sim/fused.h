// The kernels of the fused schedule: pull + collide + write in one pass, the macroscopic pass over the band before it,
// and the passes that fill or read the populations as a whole.
#pragma once

#include "sim/boundary/face.h"
#include "sim/collision/relax.h"
#include "sim/lattice/band.h"
#include "sim/streaming/pull.h"

namespace fum {

/// Raised by a kernel that meets a state no flow has; the first one stays.
struct Fault {
    std::int32_t raised = 0;
    Int3 node{};
    float rho = 0, speed = 0;
};

/// How much a node is calmed by sponges at outflows, 0..2 (collision/relax.h): the largest of three tables, one an
/// axis; null where there is none.
struct Calm {
    const float* x = nullptr;  ///< [nx]
    const float* y = nullptr;  ///< [ny]
    const float* z = nullptr;  ///< [nz]

    template <class V>
    FUM_HD V at(int i, int j, int k) const {
        const float across = larger(y[j], z[k]);
        if constexpr (lanes<V> == 1)
            return static_cast<V>(larger(x[i], across));
        else
            return larger(V::load(x + i), V(across));
    }
};

/// Steps (a), (b) and (d) of Alg. 2 for a node in one go: pull, moments, force, collide, write.
template <class T, class Layout, class Collide>
struct PullCollide {
    Pull<T, Layout> pull;
    T* out;  ///< populations after the collision, same layout
    Collide collide;
    Vec3<NumberOf<T>> acceleration;  ///< of the whole fluid
    Band band;
    Calm calm;
    Float4* u;     ///< [nodes]: velocity and rho, written where not null
    Fault* fault;  ///< state checked where not null
    FaceStates<NumberOf<T>> faces;

    using Number = NumberOf<T>;
    static constexpr int unit = StoredAs<T>::unit;

    /// `streams`: nothing, or those of the row (streaming/pull.h).
    template <class V, class... Streams>
    FUM_HD void operator()(int x, int y, int z, const Streams&... streams) const {
        V f[27];
        pull(x, y, z, f, streams...);
        const V rest = calm.x ? calm.template at<V>(x, y, z) : num<V>(0);
        if constexpr (requires(NodeState<V, unit> s) { collide.from_raw(f, s, rest); }) {
            to_raw_moments(f);
            collide.from_raw(f, state(sums_of_raw(f), x, y, z), rest);
        } else {
            collide(f, state(sums(f), x, y, z), rest);
        }
        pull.store(out, x, y, z, f, streams...);
    }

    template <class V>
    FUM_HD NodeState<V, unit> state(const Sums<V>& m, int x, int y, int z) const {
        const V half = num<V>(0.5), rho = num<V>(unit) + m.drho, per_rho = inverse(rho);
        NodeState<V, unit> s;
        s.drho = m.drho;
        s.fx = rho * V(acceleration.x);
        s.fy = rho * V(acceleration.y);
        s.fz = rho * V(acceleration.z);
        if (band.g) band.add_force(x, y, z, float(unit), s.fx, s.fy, s.fz);
        s.ux = (m.jx + half * s.fx) * per_rho;
        s.uy = (m.jy + half * s.fy) * per_rho;
        s.uz = (m.jz + half * s.fz) * per_rho;
        const V density = rho * num<V>(1.0 / unit);
        if (u) store_xyzw(u + pull.grid.at(x, y, z), s.ux, s.uy, s.uz, density);
        if (fault) check(x, y, z, s, density);
        // halves do without: what this keeps alive costs them 1.5 % everywhere (512^3: 31.4 GLUPS instead of 31.9), and
        // their faces sum states up themselves
        if constexpr (unit == 1)
            if (faces.at_edge(x, y, z, lanes<V>)) keep_state(x, y, z, s, half * per_rho);
        return s;
    }

    /// share: 1 / (2 rho), the half of the force that u lacks.
    template <class V>
    FUM_HD void keep_state(int x, int y, int z, const NodeState<V, unit>& s, const V& share) const {
        const V ux = s.ux + share * s.fx, uy = s.uy + share * s.fy, uz = s.uz + share * s.fz;
        const V drho = s.drho * num<V>(1.0 / unit);
        if constexpr (lanes<V> == 1) {
            faces.keep(x, y, z, {ux, uy, uz, drho});
        } else {
            for (int lane = 0; lane < lanes<V>; ++lane)
                faces.keep(x + lane, y, z, {ux.v[lane], uy.v[lane], uz.v[lane], drho.v[lane]});
        }
    }

    /// rho in (0, inf) and |u| below 1/2; written so that nan fails.
    template <class V>
    FUM_HD void check(int x, int y, int z, const NodeState<V, unit>& s, const V& rho) const {
        const V uu = s.ux * s.ux + s.uy * s.uy + s.uz * s.uz;
        const auto fine = rho > num<V>(0) && rho < num<V>(1e30) && uu < num<V>(0.25);
        if (!any(!fine)) return;
        if constexpr (lanes<V> == 1) {
            raise(x, y, z, static_cast<float>(rho), static_cast<float>(uu));
        } else {
            for (int lane = 0; lane < lanes<V>; ++lane)
                if (!(rho.v[lane] > 0 && rho.v[lane] < 1e30f && uu.v[lane] < 0.25f))
                    raise(x + lane, y, z, rho.v[lane], uu.v[lane]);
        }
    }

    FUM_HD void raise(int x, int y, int z, float rho, float uu) const {
        if (!atomic_claim(&fault->raised, 0, 1)) return;
        fault->node = {x, y, z};
        fault->rho = rho;
        fault->speed = root(uu);
    }
};

/// Step (b) for the band alone: velocity and density that arrive at its nodes, without the immersed boundary's force,
/// and zero force to add to.
template <class T, class Layout>
struct BandMacro {
    Pull<T, Layout> pull;
    Vec3<NumberOf<T>> acceleration;
    Band band;
    Float4* u;  ///< [slots << shift]: u* and rho*

    using Number = NumberOf<T>;

    template <class V, class... Streams>
    FUM_HD void operator()(int x, int y, int z, const Streams&... streams) const {
        constexpr int unit = StoredAs<T>::unit;
        V f[27];
        pull(x, y, z, f, streams...);
        const Sums<V> m = sums(f);
        const V rho = num<V>(unit) + m.drho, per_rho = inverse(rho), half = num<V>(0.5);
        const V ux = m.jx * per_rho + half * V(acceleration.x), uy = m.jy * per_rho + half * V(acceleration.y),
                uz = m.jz * per_rho + half * V(acceleration.z);
        const std::int64_t slot = band.index(x, y, z);
        store_xyzw(u + slot, ux, uy, uz, rho * num<V>(1.0 / unit));
        for (int lane = 0; lane < lanes<V>; ++lane) band.g[slot + lane] = {0, 0, 0, 0};
    }
};

/// Velocity and density of the last collision, read from the populations it left: their momentum has the whole force in
/// it, so half of it is taken off. `share` is 1/2, or 0 for a state that no collision has made.
template <class T, class Layout>
struct ReadMacro {
    using Real = NumberOf<T>;

    const T* f;
    Layout at;
    Grid grid;
    Vec3<Real> acceleration;
    Band band;
    Real share;
    Float4* u;  ///< [nodes]

    FUM_HD Float4 of(Node k) const {
        const Int3 p = grid.place(k);
        Real g[27];
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) g[i] = population(f + at(grid.slot(p.x, p.y, p.z), i));
        const Sums<Real> m = sums(g);
        const Real rho = 1 + m.drho;
        Real fx = rho * acceleration.x, fy = rho * acceleration.y, fz = rho * acceleration.z;
        if (band.g) band.add_force(p.x, p.y, p.z, 1.0f, fx, fy, fz);
        return {static_cast<float>((m.jx - share * fx) / rho), static_cast<float>((m.jy - share * fy) / rho),
                static_cast<float>((m.jz - share * fz) / rho), static_cast<float>(rho)};
    }
    FUM_HD void operator()(std::int64_t item) const { u[item] = of(static_cast<Node>(item)); }
};

/// Copies the planes at either end of the box to the ghost planes at the other: item = slot in a plane.
template <class T, class Layout>
struct CopyGhosts {
    T* f;
    Layout at;
    Grid grid;

    FUM_HD void operator()(std::int64_t item) const {
        const Node first = grid.plane(0), last = grid.plane(grid.n.z - 1), k = static_cast<Node>(item);
        const Node before = grid.plane(-1), after = grid.plane(grid.n.z);
        for (int i = 0; i < 27; ++i) {
            if (cz(i) > 0) f[at(before + k, i)] = f[at(last + k, i)];
            if (cz(i) < 0) f[at(after + k, i)] = f[at(first + k, i)];
        }
    }
};

/// Mass, momentum and kinetic energy of a node as the last collision left it. For Device::reduce.
template <class T, class Layout>
struct Totals {
    const T* f;
    Layout at;
    Grid grid;

    static constexpr int terms = 5;
    FUM_HD void operator()(std::int64_t item, double (&sum)[5]) const {
        using Real = NumberOf<T>;
        const Int3 p = grid.place(static_cast<Node>(item));
        Real g[27];
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) g[i] = population(f + at(grid.slot(p.x, p.y, p.z), i));
        const Sums<Real> m = sums(g);
        const double rho = 1.0 + static_cast<double>(m.drho);
        const double x = static_cast<double>(m.jx), y = static_cast<double>(m.jy), z = static_cast<double>(m.jz);
        sum[0] += rho, sum[1] += x, sum[2] += y, sum[3] += z;
        sum[4] += 0.5 * (x * x + y * y + z * z) / rho;
    }
};

/// Equilibrium at density 1 and one velocity for all.
template <class T, class Layout>
struct StartUniform {
    using Real = NumberOf<T>;

    T* f;
    Layout at;
    Grid grid;
    Vec3<Real> u;

    FUM_HD void operator()(std::int64_t item) const {
        const Int3 p = grid.place(static_cast<Node>(item));
        for (int i = 0; i < 27; ++i)
            set_population(f + at(grid.slot(p.x, p.y, p.z), i), equilibrium(i, Real(0), u.x, u.y, u.z));
    }
};

/// Populations from density and velocity: equilibrium plus the stress of the velocity gradient as a collision leaves
/// it, (1 - s_nu) times -(rho / (3 s_nu)) (du_a/dx_b + du_b/dx_a), gradients by central differences in the periodic
/// box, one-sided at faces that are not periodic.
template <class T, class Layout>
struct StartFrom {
    using Real = NumberOf<T>;

    T* f;
    Layout at;
    Grid grid;
    const Real* rho;  ///< [z][y][x]
    const Real* u;    ///< [3][z][y][x]
    Real nu3;
    bool periodic[3];

    FUM_HD void operator()(std::int64_t item) const {
        const Node k = static_cast<Node>(item);
        const Int3 p = grid.place(k);
        const std::int64_t nodes = grid.nodes();
        const Real r = rho[k], v[3] = {u[k], u[nodes + k], u[2 * nodes + k]};
        Real gradient[3][3];  // [component][axis]
        for (int axis = 0; axis < 3; ++axis) {
            Int3 a = p, b = p;
            const int n = grid.n[axis];
            a[axis] = periodic[axis] ? wrapped(p[axis] - 1, n) : (p[axis] > 0 ? p[axis] - 1 : 0);
            b[axis] = periodic[axis] ? wrapped(p[axis] + 1, n) : (p[axis] + 1 < n ? p[axis] + 1 : n - 1);
            const Real span =
                periodic[axis] ? Real(n > 1 ? 2 : 1) : Real(b[axis] - a[axis] > 0 ? b[axis] - a[axis] : 1);
            for (int d = 0; d < 3; ++d)
                gradient[d][axis] =
                    (u[d * nodes + grid.at(b.x, b.y, b.z)] - u[d * nodes + grid.at(a.x, a.y, a.z)]) / span;
        }
        const Real s_nu = 1 / (nu3 + Real(0.5));
        const Real factor = -(1 - s_nu) * r / (3 * s_nu);
        const Real third = Real(1.0 / 3);
        for (int i = 0; i < 27; ++i) {
            // second-order Hermite term: w/2 (c_a c_b - delta_ab/3) 9 Pi_ab
            Real neq = 0;
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    neq += (Real(c(i, a) * c(i, b)) - (a == b ? third : Real(0))) * (gradient[a][b] + gradient[b][a]);
            neq *= Real(4.5) * Real(w(i)) * factor;
            set_population(f + at(grid.slot(p.x, p.y, p.z), i), equilibrium(i, r - 1, v[0], v[1], v[2]) + neq);
        }
    }
};

}  // namespace fum
