// What all collision models share: rates, and the relaxation of central moments with one rate for the shear and one for
// everything above it.
#pragma once

#include "sim/lattice/macro.h"
#include "sim/lattice/moments.h"

namespace fum {

/// Constants of a run, at the populations' precision.
template <class Real>
struct Rates {
    Real nu3 = Real(0.03);                                 ///< 3 nu
    Real sponge_nu3 = 0;                                   ///< 3 (nu at the end of a sponge - nu)
    Real alpha = 3, lambda2 = Real(0.01), inv_u_ref = 10;  ///< the adaptive rule, acm_mrt.h
    Real high = 1;                                         ///< the fixed rate of trace and orders 3..6
    bool galilean = true;  ///< remove the cubic defect of the shear stress (Geier et al. 2015, App. H)
};

/// Whether central moments are taken of the populations as they are, or of what is stored, f - w. Halves round to 2^-12
/// of f - w, mostly more than the 2.5e-7 that a float loses by adding w: they take the former, which needs no rest
/// state in the equilibrium and so one instruction in sixteen less. The density stays apart in both.
template <int Unit>
inline constexpr bool whole = Unit != 1;

/// From stored raw moments to the central ones that are relaxed.
template <class V, int Unit>
FUM_HD void to_central(V (&m)[27], const NodeState<V, Unit>& s) {
    if constexpr (whole<Unit>) {
        m[0] += num<V>(Unit);
        for_each_rest_moment([&](int i, double rest) { m[i] += num<V>(Unit * rest); });
    }
    raw_to_central(m, s.ux, s.uy, s.uz);
}

/// Back to what is stored, from halved ones.
template <class V, int Unit>
FUM_HD void to_populations(V (&m)[27], const NodeState<V, Unit>& s) {
    halved_central_to_halved_raw(m, s.ux, s.uy, s.uz);
    if constexpr (whole<Unit>) {
        m[0] = s.drho;
        for_each_rest_moment([&](int i, double rest) { m[i] -= num<V>(Unit * rest * halving(i)); });
    }
    halved_raw_to_populations(m);
}

/// The second-order central moments before relaxation. d1 = k200 - k020, d2 = k200 - k002, and the trace's distance
/// from equilibrium: true values, not those of f - w (in the populations' unit).
template <class V>
struct Stress {
    V d1, d2, trace_neq, k110, k101, k011;
};

template <class V, int Unit>
FUM_HD Stress<V> stress(const V (&m)[27], const NodeState<V, Unit>& s) {
    if constexpr (whole<Unit>) {
        return {m[2] - m[6], m[2] - m[18], (m[2] + m[6] + m[18]) - m[0], m[4], m[10], m[12]};
    } else {
        // moments of the rest state w about u: k200 = 1/3 + ux^2, k110 = ux uy
        const V unit = num<V>(Unit), xx = s.ux * s.ux, yy = s.uy * s.uy, zz = s.uz * s.uz;
        return {(m[2] - m[6]) + unit * (xx - yy),
                (m[2] - m[18]) + unit * (xx - zz),
                (m[2] + m[6] + m[18]) + unit * (xx + yy + zz) - s.drho,
                m[4] + unit * (s.ux * s.uy),
                m[10] + unit * (s.ux * s.uz),
                m[12] + unit * (s.uy * s.uz)};
    }
}

/// Orders 3 to 6: (1 - s) m + s m_eq + (1 - s/2) R, times 1/4 with two axes and 1/8 with three.
template <class V, int Unit>
FUM_HD void relax_high(V (&m)[27], const NodeState<V, Unit>& s, const V& s_h) {
    const V one = num<V>(1), third = num<V>(1.0 / 3), half = num<V>(0.5);
    const V keep4 = num<V>(0.25) * (one - s_h), keep8 = half * keep4;
    const V force4 = (one - half * s_h) * num<V>(0.25 / 3), force8 = force4 * num<V>(0.5 / 3);
    const V force4x = force4 * s.fx, force4y = force4 * s.fy, force4z = force4 * s.fz;
    if constexpr (whole<Unit>) {
        const V rho4 = s_h * m[0] * num<V>(0.25 / 9);
        m[5] = keep4 * m[5] + force4y;
        m[21] = keep4 * m[21] + force4y;
        m[7] = keep4 * m[7] + force4x;
        m[19] = keep4 * m[19] + force4x;
        m[11] = keep4 * m[11] + force4z;
        m[15] = keep4 * m[15] + force4z;
        m[13] *= keep8;
        m[8] = keep4 * m[8] + rho4;
        m[20] = keep4 * m[20] + rho4;
        m[24] = keep4 * m[24] + rho4;
        m[14] *= keep8;
        m[16] *= keep8;
        m[22] *= keep8;
        m[17] = keep8 * m[17] + force8 * s.fz;
        m[23] = keep8 * m[23] + force8 * s.fy;
        m[25] = keep8 * m[25] + force8 * s.fx;
        m[26] = keep8 * m[26] + num<V>(0.5 / 3) * rho4;
    } else {
        const V ux = s.ux, uy = s.uy, uz = s.uz;
        const V xx = ux * ux, yy = uy * uy, zz = uz * uz, xy = ux * uy, xz = ux * uz, yz = uy * uz;
        const V ax = third + xx, ay = third + yy, az = third + zz;
        const V to4 = num<V>(0.25 * Unit) * s_h, to8 = half * to4, mass = s.drho * num<V>(1.0 / Unit);
        m[5] = keep4 * m[5] + (to4 * (ax * uy) + force4y);
        m[21] = keep4 * m[21] + (to4 * (az * uy) + force4y);
        m[7] = keep4 * m[7] + (to4 * (ay * ux) + force4x);
        m[19] = keep4 * m[19] + (to4 * (az * ux) + force4x);
        m[11] = keep4 * m[11] + (to4 * (ax * uz) + force4z);
        m[15] = keep4 * m[15] + (to4 * (ay * uz) + force4z);
        m[13] = keep8 * m[13] + to8 * (xy * uz);
        const V ninth = mass * num<V>(1.0 / 9);
        m[8] = keep4 * m[8] + to4 * (ninth - third * (xx + yy) - xx * yy);
        m[20] = keep4 * m[20] + to4 * (ninth - third * (xx + zz) - xx * zz);
        m[24] = keep4 * m[24] + to4 * (ninth - third * (yy + zz) - yy * zz);
        m[14] = keep8 * m[14] - to8 * (ax * yz);
        m[16] = keep8 * m[16] - to8 * (ay * xz);
        m[22] = keep8 * m[22] - to8 * (az * xy);
        m[17] = keep8 * m[17] + (to8 * (ax * ay * uz) + force8 * s.fz);
        m[23] = keep8 * m[23] + (to8 * (ax * az * uy) + force8 * s.fy);
        m[25] = keep8 * m[25] + (to8 * (ay * az * ux) + force8 * s.fx);
        const V six = mass * num<V>(1.0 / 27) - num<V>(1.0 / 9) * (xx + yy + zz) -
                      third * (xx * yy + xx * zz + yy * zz) - xx * yy * zz;
        m[26] = keep8 * m[26] + to8 * six;
    }
}

/// Relaxes central moments m (as to_central() left them) in place: shear with s_nu, trace and orders 3 to 6 with s_h,
/// force as kappa* = kappa - s (kappa - kappa_eq) + (1 - s/2) R. kappa_eq: rho, rho/3 (200), rho/9 (220), rho/27 (222),
/// else 0. Leaves them halved, as halved_central_to_populations() wants them.
template <class V, int Unit, class Real>
FUM_HD void relax_central(V (&m)[27], const NodeState<V, Unit>& s, const Stress<V>& p, const V& s_nu, const V& s_h,
                          const Rates<Real>& rates) {
    const V one = num<V>(1), half = num<V>(0.5), quarter = num<V>(0.25);

    // orders 0 and 1: what the transform gave is kept rather than set to (drho, ux + fx/2, ...), to which it is equal
    // but for rounding: so the rounding of u never enters the momentum. In fp32 the noise test ends at 4.3e-7 and
    // falls, where setting them ended at 5.5e-6 and rose
    m[1] = half * (m[1] + s.fx);
    m[3] = half * (m[3] + s.fy);
    m[9] = half * (m[9] + s.fz);

    // order 2
    V d1, d2, trace;
    if constexpr (whole<Unit>) {
        const V kept = one - s_nu;
        d1 = kept * p.d1, d2 = kept * p.d2, trace = m[0] + (one - s_h) * p.trace_neq;
    } else {
        d1 = (m[2] - m[6]) - s_nu * p.d1, d2 = (m[2] - m[18]) - s_nu * p.d2;
        trace = (m[2] + m[6] + m[18]) - s_h * p.trace_neq;
    }
    if (rates.galilean) {
        const V gx = -half * (s_nu * (p.d1 + p.d2) + s_h * p.trace_neq);  // rho du_x/dx, ...
        const V gy = gx + num<V>(1.5) * s_nu * p.d1, gz = gx + num<V>(1.5) * s_nu * p.d2;
        const V wx = s.ux * s.ux * gx, wy = s.uy * s.uy * gy, wz = s.uz * s.uz * gz;
        const V shear = num<V>(3) - num<V>(1.5) * s_nu;
        trace -= (num<V>(3) - num<V>(1.5) * s_h) * (wx + wy + wz);
        d1 -= shear * (wx - wy);
        d2 -= shear * (wx - wz);
    }
    m[2] = (trace + d1 + d2) * num<V>(1.0 / 6);
    m[6] = m[2] - half * d1;
    m[18] = m[2] - half * d2;
    const V s_nu4 = quarter * s_nu;
    m[4] = quarter * m[4] - s_nu4 * p.k110;
    m[10] = quarter * m[10] - s_nu4 * p.k101;
    m[12] = quarter * m[12] - s_nu4 * p.k011;

    relax_high(m, s, s_h);
}

/// Guo's force source of direction i, without its factor (1 - s/2).
template <class V>
FUM_HD V guo_source(int i, const NodeState<V>& s) {
    const V cu = num<V>(cx(i)) * s.ux + num<V>(cy(i)) * s.uy + num<V>(cz(i)) * s.uz;
    const V cf = num<V>(cx(i)) * s.fx + num<V>(cy(i)) * s.fy + num<V>(cz(i)) * s.fz;
    const V uf = s.ux * s.fx + s.uy * s.fy + s.uz * s.fz;
    return num<V>(w(i)) * (num<V>(3) * (cf - uf) + num<V>(9) * cu * cf);
}

/// `calm` of a node, 0..2, from the sponges near it: up to 1 the high orders are relaxed faster (towards a rate of 1),
/// from 1 to 2 the viscosity rises as well (a sponge).
///
/// 3 nu of a node.
template <class V, class Real>
FUM_HD V nu3_at(const Rates<Real>& rates, const V& calm) {
    return V(rates.nu3) + larger(calm - num<V>(1), num<V>(0)) * V(rates.sponge_nu3);
}

}  // namespace fum
