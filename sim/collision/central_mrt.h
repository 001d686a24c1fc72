// Central-moment MRT with a fixed rate for trace and orders 3 to 6 (1 unless asked): the model that ACM-MRT improves
// on.
#pragma once

#include "sim/collision/relax.h"

namespace fum {

template <class Real>
struct CentralMrt {
    Rates<Real> rates;

    template <class V>
    FUM_HD void operator()(V (&f)[27], const NodeState<V>& s, const V& calm) const {
        to_central_moments(f, s.ux, s.uy, s.uz);
        const Stress<V> p = stress(f, s);
        relax_central(f, s, p, inverse(nu3_at(rates, calm) + num<V>(0.5)), V(rates.high), rates);
        from_central_moments(f, s.ux, s.uy, s.uz);
    }
};

}  // namespace fum
