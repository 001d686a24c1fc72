// Central-moment MRT with a fixed rate for trace and orders 3 to 6 (1 unless asked): the model that ACM-MRT improves
// on.
#pragma once

#include "sim/collision/relax.h"

namespace fum {

template <class Real>
struct CentralMrt {
    Rates<Real> rates;

    template <class V, int Unit>
    FUM_HD void operator()(V (&f)[27], const NodeState<V, Unit>& s, const V& calm) const {
        to_raw_moments(f);
        from_raw(f, s, calm);
    }

    template <class V, int Unit>
    FUM_HD void from_raw(V (&m)[27], const NodeState<V, Unit>& s, const V& calm) const {
        to_central(m, s);
        const Stress<V> p = stress(m, s);
        relax_central(m, s, p, rough_inverse(nu3_at(rates, calm) + num<V>(0.5)), V(rates.high), rates);
        to_populations(m, s);
    }
};

}  // namespace fum
