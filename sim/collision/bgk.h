// One rate for everything (BGK). Order = 2: the second-order equilibrium of the classic scheme; 6: the product form.
#pragma once

#include "sim/collision/relax.h"

namespace fum {

template <class Real, int Order>
struct Bgk {
    Rates<Real> rates;

    template <class V>
    FUM_HD void operator()(V (&f)[27], const NodeState<V>& s, const V& calm) const {
        const V half = num<V>(0.5), one = num<V>(1);
        const V s_nu = rough_inverse(nu3_at(rates, calm) + half);
        const V uu = num<V>(1.5) * (s.ux * s.ux + s.uy * s.uy + s.uz * s.uz);
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) {
            V eq;
            if constexpr (Order == 2) {
                const V cu = num<V>(cx(i)) * s.ux + num<V>(cy(i)) * s.uy + num<V>(cz(i)) * s.uz;
                eq = num<V>(w(i)) * (s.drho + (one + s.drho) * (num<V>(3) * cu + num<V>(4.5) * cu * cu - uu));
            } else {
                eq = equilibrium(i, s.drho, s.ux, s.uy, s.uz);
            }
            f[i] += s_nu * (eq - f[i]) + (one - half * s_nu) * guo_source(i, s);
        }
    }
};

}  // namespace fum
