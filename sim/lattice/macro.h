// Density and momentum of a node (Eq. 2) from populations stored as g_i = f_i - w_i.
#pragma once

#include "sim/lattice/d3q27.h"

namespace fum {

template <class V>
struct Sums {
    V drho;        ///< rho - 1
    V jx, jy, jz;  ///< sum c_i f_i
};

template <class V>
FUM_HD Sums<V> sums(const V (&f)[27]) {
    Sums<V> s{num<V>(0), num<V>(0), num<V>(0), num<V>(0)};
    // Opposite pairs first: their sum and difference are shared by density and momentum.
    FUM_UNROLL for (int i = 0; i < 13; ++i) {
        const V even = f[26 - i] + f[i], odd = f[26 - i] - f[i];
        s.drho += even;
        if (cx(26 - i) != 0) s.jx += cx(26 - i) > 0 ? odd : -odd;
        if (cy(26 - i) != 0) s.jy += cy(26 - i) > 0 ? odd : -odd;
        if (cz(26 - i) != 0) s.jz += cz(26 - i) > 0 ? odd : -odd;
    }
    s.drho += f[13];
    return s;
}

/// The same four of populations that are raw moments already.
template <class V>
FUM_HD Sums<V> sums_of_raw(const V (&m)[27]) {
    return {m[0], m[1], m[3], m[9]};
}

/// The state a node collides with: u includes half the force (Guo; De Rosis & Luo 2019). Density and force are in the
/// unit of the populations (StoredAs), so that a scaled half needs no arithmetic to become a float.
template <class V, int Unit = 1>
struct NodeState {
    V drho, ux, uy, uz;
    V fx, fy, fz;  ///< force density

    static constexpr int unit = Unit;
};

}  // namespace fum
