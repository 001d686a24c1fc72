// Monomial central moments kappa_abc = sum_i f_i (cx - ux)^a (cy - uy)^b (cz - uz)^c, a, b, c in 0..2, by three sweeps
// of one-dimensional transforms over 9 triples each, in place: f[a + 3 b + 9 c] becomes kappa_abc. This factorised form
// is what Table 2 of the paper merges by hand.
#pragma once

#include "sim/core/hd.h"
#include "sim/core/scalar.h"

namespace fum {

/// (f-, f0, f+) -> (k0, k1, k2) about velocity u.
template <class V>
FUM_HD void triple_forward(V& a, V& b, V& c, const V& u) {
    const V s = c + a, d = c - a;
    const V k0 = s + b;
    const V k1 = d - u * k0;
    c = s - u * (d + k1);  // s - 2 u d + u^2 k0
    a = k0;
    b = k1;
}

/// The exact inverse.
template <class V>
FUM_HD void triple_backward(V& a, V& b, V& c, const V& u) {
    const V o = u * a + b;        // f+ - f-
    const V h = u * (o + b) + c;  // f+ + f- = u^2 k0 + 2 u k1 + k2
    const V k0 = a;
    a = (h - o) * num<V>(0.5);
    b = k0 - h;
    c = (h + o) * num<V>(0.5);
}

template <class V>
FUM_HD void to_central_moments(V (&f)[27], const V& ux, const V& uy, const V& uz) {
    FUM_UNROLL for (int j = 0; j < 9; ++j) triple_forward(f[3 * j], f[3 * j + 1], f[3 * j + 2], ux);
    FUM_UNROLL for (int j = 0; j < 9; ++j) {
        const int p = j % 3 + 9 * (j / 3);
        triple_forward(f[p], f[p + 3], f[p + 6], uy);
    }
    FUM_UNROLL for (int j = 0; j < 9; ++j) triple_forward(f[j], f[j + 9], f[j + 18], uz);
}

template <class V>
FUM_HD void from_central_moments(V (&f)[27], const V& ux, const V& uy, const V& uz) {
    FUM_UNROLL for (int j = 0; j < 9; ++j) triple_backward(f[j], f[j + 9], f[j + 18], uz);
    FUM_UNROLL for (int j = 0; j < 9; ++j) {
        const int p = j % 3 + 9 * (j / 3);
        triple_backward(f[p], f[p + 3], f[p + 6], uy);
    }
    FUM_UNROLL for (int j = 0; j < 9; ++j) triple_backward(f[3 * j], f[3 * j + 1], f[3 * j + 2], ux);
}

}  // namespace fum
