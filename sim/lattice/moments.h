// Monomial moments by three sweeps over 9 triples each, in place: f[a + 3 b + 9 c] becomes the moment of order a, b, c
// in 0..2. This factorised form is what Table 2 of the paper merges by hand. The way to central moments
//
//   kappa_abc = sum_i f_i (cx - ux)^a (cy - uy)^b (cz - uz)^c
//
// leads through the raw ones (u = 0), whose first four are density and momentum: so nobody sums them up apart. Back it
// is the same in reverse, with moments halved once for every axis they have an order in: that takes the factor 1/2 of
// f+- = (k2 +- k1) / 2 out of the sweeps.
#pragma once

#include "sim/core/hd.h"
#include "sim/core/scalar.h"

namespace fum {

/// Calls work(a, b, c) for the nine triples along an axis.
template <class V, class Work>
FUM_HD void sweep(V (&f)[27], int axis, const Work& work) {
    FUM_UNROLL for (int j = 0; j < 9; ++j) {
        const int step = axis == 0 ? 1 : axis == 1 ? 3 : 9;
        const int first = axis == 0 ? 3 * j : axis == 1 ? j % 3 + 9 * (j / 3) : j;
        work(f[first], f[first + step], f[first + 2 * step]);
    }
}

/// (f-, f0, f+) -> (k0, k1, k2) about rest.
struct ToRaw {
    template <class V>
    FUM_HD void operator()(V& a, V& b, V& c) const {
        const V both = c + a, odd = c - a;
        a = both + b;
        b = odd;
        c = both;
    }
};

/// Raw to central about velocity u.
template <class V>
struct ToCentral {
    V u;
    FUM_HD void operator()(V& a, V& b, V& c) const {
        const V k1 = b - u * a;
        c -= u * (b + k1);  // k2 - 2 u k1 + u^2 k0
        b = k1;
    }
};

/// Central to raw; both halved where the order along this axis is above zero.
template <class V>
struct FromCentral {
    V u, half_u;
    FUM_HD void operator()(V& a, V& b, V& c) const {
        const V k1 = b + half_u * a;
        c += u * (b + k1);
        b = k1;
    }
};

/// Halved raw moments to populations.
struct FromRaw {
    template <class V>
    FUM_HD void operator()(V& a, V& b, V& c) const {
        const V plus = c + b, minus = c - b;
        b = a - num<V>(2) * c;
        a = minus;
        c = plus;
    }
};

template <class V>
FUM_HD void to_raw_moments(V (&f)[27]) {
    FUM_UNROLL for (int axis = 0; axis < 3; ++axis) sweep(f, axis, ToRaw{});
}

template <class V>
FUM_HD void raw_to_central(V (&m)[27], const V& ux, const V& uy, const V& uz) {
    sweep(m, 0, ToCentral<V>{ux});
    sweep(m, 1, ToCentral<V>{uy});
    sweep(m, 2, ToCentral<V>{uz});
}

/// From halved central moments to halved raw ones.
template <class V>
FUM_HD void halved_central_to_halved_raw(V (&m)[27], const V& ux, const V& uy, const V& uz) {
    const V half = num<V>(0.5);
    sweep(m, 0, FromCentral<V>{ux, half * ux});
    sweep(m, 1, FromCentral<V>{uy, half * uy});
    sweep(m, 2, FromCentral<V>{uz, half * uz});
}

template <class V>
FUM_HD void halved_raw_to_populations(V (&m)[27]) {
    FUM_UNROLL for (int axis = 0; axis < 3; ++axis) sweep(m, axis, FromRaw{});
}

template <class V>
FUM_HD void halved_central_to_populations(V (&m)[27], const V& ux, const V& uy, const V& uz) {
    halved_central_to_halved_raw(m, ux, uy, uz);
    halved_raw_to_populations(m);
}

/// 2^-(number of axes with an order above zero).
FUM_HD constexpr double halving(int moment) {
    const int axes = (moment % 3 > 0) + (moment / 3 % 3 > 0) + (moment / 9 > 0);
    return axes == 0 ? 1 : axes == 1 ? 0.5 : axes == 2 ? 0.25 : 0.125;
}

/// Calls work(moment, value) for the raw moments of the weights w that are not zero, but for the density's.
template <class Work>
FUM_HD void for_each_rest_moment(const Work& work) {
    work(2, 1.0 / 3), work(6, 1.0 / 3), work(18, 1.0 / 3);
    work(8, 1.0 / 9), work(20, 1.0 / 9), work(24, 1.0 / 9);
    work(26, 1.0 / 27);
}

template <class V>
FUM_HD void from_raw_moments(V (&m)[27]) {
    FUM_UNROLL_27 for (int i = 0; i < 27; ++i) m[i] *= num<V>(halving(i));
    halved_raw_to_populations(m);
}

template <class V>
FUM_HD void to_central_moments(V (&f)[27], const V& ux, const V& uy, const V& uz) {
    to_raw_moments(f);
    raw_to_central(f, ux, uy, uz);
}

template <class V>
FUM_HD void from_central_moments(V (&m)[27], const V& ux, const V& uy, const V& uz) {
    FUM_UNROLL_27 for (int i = 0; i < 27; ++i) m[i] *= num<V>(halving(i));
    halved_central_to_populations(m, ux, uy, uz);
}

}  // namespace fum
