// Adaptive central-moment MRT (Eq. 5 of the paper, after Li et al. 2019 and 2020): trace and orders 3 to 6 share one
// rate s_h = 1 / (1/2 + Lambda_h), small Lambda_h where the flow is fast, 1/2 where the stress is far from equilibrium.
//
//   Lambda_0 = alpha max(5e-4, 0.00916 - 0.00775 min(1, |u| / u_ref))
//   q = |Pi_neq| / rho,  w = q^2 / (q^2 + lambda^2)
//   Lambda_h = max(Lambda_0 + (1/2 - Lambda_0) w, 3 nu)
//
// The constants are those of the 2020 affine law for the high-order relaxation time with rho and Pi at their means; why
// Lambda_h must be small and fall with |u|: the dissipation error is Lambda_h U^2 k^2 and a checkerboard grows unless
// Lambda_h <= 3 nu / |Ux Uy|.
#pragma once

#include "sim/collision/relax.h"

namespace fum {

template <class Real>
struct AcmMrt {
    Rates<Real> rates;

    /// Populations to populations.
    template <class V, int Unit>
    FUM_HD void operator()(V (&f)[27], const NodeState<V, Unit>& s, const V& calm) const {
        to_raw_moments(f);
        from_raw(f, s, calm);
    }

    /// Raw moments to populations.
    template <class V, int Unit>
    FUM_HD void from_raw(V (&m)[27], const NodeState<V, Unit>& s, const V& calm) const {
        relax(m, s, calm);
        to_populations(m, s);
    }

    /// Raw moments to central ones after the collision, halved.
    template <class V, int Unit>
    FUM_HD void relax(V (&m)[27], const NodeState<V, Unit>& s, const V& calm) const {
        to_central(m, s);
        const Stress<V> p = stress(m, s);
        const V half = num<V>(0.5), one = num<V>(1), rho = num<V>(Unit) + s.drho;
        const V nu3 = nu3_at(rates, calm);
        const V speed = root(s.ux * s.ux + s.uy * s.uy + s.uz * s.uz);
        const V base =
            V(rates.alpha) *
            larger(num<V>(5e-4), num<V>(0.00916) - num<V>(0.00775) * smaller(one, speed * V(rates.inv_u_ref)));
        const V d12 = p.d1 - p.d2;
        const V pi2 = (p.d1 * p.d1 + p.d2 * p.d2 + d12 * d12) * num<V>(1.0 / 3) +
                      num<V>(2) * (p.k110 * p.k110 + p.k101 * p.k101 + p.k011 * p.k011);
        const V far = pi2 * rough_inverse(pi2 + V(rates.lambda2) * (rho * rho));
        V lambda = larger(base + (half - base) * far, nu3);
        lambda += larger(num<V>(0), half - lambda) * smaller(calm, one);
        relax_central(m, s, p, rough_inverse(nu3 + half), rough_inverse(lambda + half), rates);
    }
};

}  // namespace fum
