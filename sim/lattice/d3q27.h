// The lattice: 27 velocities c(i) in {-1, 0, 1}^3, i = (cx + 1) + 3 (cy + 1) + 9 (cz + 1), so that the opposite of i is
// 26 - i. Weights are products of 2/3 (rest) and 1/6 (moving) an axis. Speed of sound squared: 1/3.
#pragma once

#include "sim/core/hd.h"
#include "sim/core/scalar.h"

namespace fum {

inline constexpr int q27 = 27;

FUM_HD constexpr int cx(int i) { return i % 3 - 1; }
FUM_HD constexpr int cy(int i) { return (i / 3) % 3 - 1; }
FUM_HD constexpr int cz(int i) { return i / 9 - 1; }
FUM_HD constexpr int c(int i, int axis) { return axis == 0 ? cx(i) : axis == 1 ? cy(i) : cz(i); }
FUM_HD constexpr int opposite(int i) { return 26 - i; }
FUM_HD constexpr int direction(int x, int y, int z) { return (x + 1) + 3 * (y + 1) + 9 * (z + 1); }

template <class T = double>
FUM_HD constexpr T w(int i) {
    const T rest = T(2) / T(3), moving = T(1) / T(6);
    return (cx(i) ? moving : rest) * (cy(i) ? moving : rest) * (cz(i) ? moving : rest);
}

/// phi(c; u) of the product equilibrium f_eq = rho phi(cx; ux) phi(cy; uy) phi(cz; uz): all Hermite orders that the
/// lattice carries (De Rosis 2017).
template <class V>
FUM_HD V phi(int c, const V& u) {
    if (c == 0) return num<V>(2.0 / 3) - u * u;
    const V even = (num<V>(1.0 / 3) + u * u) * num<V>(0.5);
    return c > 0 ? even + u * num<V>(0.5) : even - u * num<V>(0.5);
}

/// f_eq(i) - w(i) of the product equilibrium, for density 1 + drho: what is stored is the difference from rest.
template <class V>
FUM_HD V equilibrium(int i, const V& drho, const V& ux, const V& uy, const V& uz) {
    return (num<V>(1) + drho) * phi(cx(i), ux) * phi(cy(i), uy) * phi(cz(i), uz) - num<V>(w(i));
}

}  // namespace fum
