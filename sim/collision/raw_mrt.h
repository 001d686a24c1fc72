// Raw-moment MRT (d'Humieres 2002 in the monomial basis): the distance from equilibrium relaxes in moments about rest,
// trace and orders 3 to 6 with a fixed rate, 1 unless asked. Anti-diffusive along a mean flow, which is what Fig. 17
// shows.
#pragma once

#include "sim/collision/relax.h"

namespace fum {

template <class Real>
struct RawMrt {
    Rates<Real> rates;

    template <class V>
    FUM_HD void operator()(V (&f)[27], const NodeState<V>& s, const V& calm) const {
        const V half = num<V>(0.5);
        const V s_nu = rough_inverse(nu3_at(rates, calm) + half), s_h = V(rates.high);
        V d[27];
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) {
            // with half the force's source added, relaxation by s leaves (1 - s/2) of it
            d[i] = f[i] - equilibrium(i, s.drho, s.ux, s.uy, s.uz) + half * guo_source(i, s);
            f[i] += guo_source(i, s);
        }
        to_raw_moments(d);
        V change[27];
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) change[i] = -s_h * d[i];
        change[0] = num<V>(0);
        change[1] = change[3] = change[9] = num<V>(0);
        const V d1 = s_nu * (d[2] - d[6]), d2 = s_nu * (d[2] - d[18]), trace = s_h * (d[2] + d[6] + d[18]);
        change[2] = -(trace + d1 + d2) * num<V>(1.0 / 3);
        change[6] = change[2] + d1;
        change[18] = change[2] + d2;
        change[4] = -s_nu * d[4];
        change[10] = -s_nu * d[10];
        change[12] = -s_nu * d[12];
        from_raw_moments(change);
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) f[i] += change[i];
    }
};

}  // namespace fum
