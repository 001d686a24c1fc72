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

/// The second-order central moments before relaxation. d1 = k200 - k020, d2 = k200 - k002, and the trace's distance
/// from equilibrium: true values, not those of the stored differences from rest.
template <class V>
struct Stress {
    V d1, d2, trace_neq, k110, k101, k011;
};

template <class V>
FUM_HD Stress<V> stress(const V (&m)[27], const NodeState<V>& s) {
    // moments of the rest state w about u: k200 = 1/3 + ux^2, k110 = ux uy
    const V xx = s.ux * s.ux, yy = s.uy * s.uy, zz = s.uz * s.uz;
    return {(m[2] - m[6]) + (xx - yy), (m[2] - m[18]) + (xx - zz), (m[2] + m[6] + m[18]) + (xx + yy + zz) - s.drho,
            m[4] + s.ux * s.uy,        m[10] + s.ux * s.uz,        m[12] + s.uy * s.uz};
}

/// Relaxes stored central moments m (of f - w) in place: shear with s_nu, trace and orders 3 to 6 with s_h, force as
/// kappa* = kappa - s (kappa - kappa_eq) + (1 - s/2) R. kappa_eq: rho, rho/3 (200), rho/9 (220), rho/27 (222), else 0.
template <class V, class Real>
FUM_HD void relax_central(V (&m)[27], const NodeState<V>& s, const Stress<V>& p, const V& s_nu, const V& s_h,
                          const Rates<Real>& rates) {
    const V one = num<V>(1), third = num<V>(1.0 / 3), half = num<V>(0.5);
    const V ux = s.ux, uy = s.uy, uz = s.uz;
    const V xx = ux * ux, yy = uy * uy, zz = uz * uz;
    const V ax = third + xx, ay = third + yy, az = third + zz;

    // orders 0 and 1: what the transform gave is kept rather than set to (drho, ux + fx/2, ...), to which it is equal
    // but for rounding: so the rounding of u never enters the momentum. In fp32 the noise test ends at 4.3e-7 and
    // falls, where setting them ended at 5.5e-6 and rose
    m[1] += s.fx;
    m[3] += s.fy;
    m[9] += s.fz;

    // order 2
    V d1 = (m[2] - m[6]) - s_nu * p.d1, d2 = (m[2] - m[18]) - s_nu * p.d2;
    V trace = (m[2] + m[6] + m[18]) - s_h * p.trace_neq;
    if (rates.galilean) {
        const V gx = -half * (s_nu * (p.d1 + p.d2) + s_h * p.trace_neq);  // rho du_x/dx, ...
        const V gy = gx + num<V>(1.5) * s_nu * p.d1, gz = gx + num<V>(1.5) * s_nu * p.d2;
        const V wx = xx * gx, wy = yy * gy, wz = zz * gz;
        const V shear = num<V>(3) - num<V>(1.5) * s_nu;
        trace -= (num<V>(3) - num<V>(1.5) * s_h) * (wx + wy + wz);
        d1 -= shear * (wx - wy);
        d2 -= shear * (wx - wz);
    }
    m[2] = (trace + d1 + d2) * third;
    m[6] = m[2] - d1;
    m[18] = m[2] - d2;
    m[4] -= s_nu * p.k110;
    m[10] -= s_nu * p.k101;
    m[12] -= s_nu * p.k011;

    // orders 3 to 6: (1 - s) m + s m_eq + (1 - s/2) R
    const V keep = one - s_h, force = (one - half * s_h) * third;
    const V xy = ux * uy, xz = ux * uz, yz = uy * uz;
    m[5] = keep * m[5] + s_h * (ax * uy) + force * s.fy;
    m[21] = keep * m[21] + s_h * (az * uy) + force * s.fy;
    m[7] = keep * m[7] + s_h * (ay * ux) + force * s.fx;
    m[19] = keep * m[19] + s_h * (az * ux) + force * s.fx;
    m[11] = keep * m[11] + s_h * (ax * uz) + force * s.fz;
    m[15] = keep * m[15] + s_h * (ay * uz) + force * s.fz;
    m[13] = keep * m[13] + s_h * (xy * uz);
    const V ninth = s.drho * num<V>(1.0 / 9);
    m[8] = keep * m[8] + s_h * (ninth - third * (xx + yy) - xx * yy);
    m[20] = keep * m[20] + s_h * (ninth - third * (xx + zz) - xx * zz);
    m[24] = keep * m[24] + s_h * (ninth - third * (yy + zz) - yy * zz);
    m[14] = keep * m[14] - s_h * (ax * yz);
    m[16] = keep * m[16] - s_h * (ay * xz);
    m[22] = keep * m[22] - s_h * (az * xy);
    const V force5 = force * third;
    m[17] = keep * m[17] + s_h * (ax * ay * uz) + force5 * s.fz;
    m[23] = keep * m[23] + s_h * (ax * az * uy) + force5 * s.fy;
    m[25] = keep * m[25] + s_h * (ay * az * ux) + force5 * s.fx;
    const V six = s.drho * num<V>(1.0 / 27) - num<V>(1.0 / 9) * (xx + yy + zz) - third * (xx * yy + xx * zz + yy * zz) -
                  xx * yy * zz;
    m[26] = keep * m[26] + s_h * six;
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
