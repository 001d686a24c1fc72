// No-slip walls half a node outside the last one, resting or moving along themselves. Two ways to send populations back
// are mixed by `diffuse` (0..1):
//
//   half-way bounce-back   f_i = f*_opposite + f_eq(i; 1, u_w) - f_eq(opposite; 1, u_w)
//   diffuse reflection     f_i = f_eq(i; r, u_w), r so that as much comes back as left (Ansumali & Karlin 2002)
//
// Bounce-back is second order where the boundary layer is resolved, but passes every high moment back undamped: at the
// viscosities of smoke a wall in a wind of 0.1 blows up within a thousand steps. Diffuse reflection keeps nothing but
// the mass, is stable at any viscosity, and its slip is of the order of the viscosity. Both conserve mass. The
// difference of equilibria has 6 w_i c_i . u_w for its leading term; the higher odd ones matter at speeds of 0.1.
#pragma once

#include "sim/boundary/face.h"

namespace fum {

/// How diffuse walls are: 0 from nu = 0.03 on, 1 below 0.01 (a wall that moves at 0.1 is unstable with bounce-back at
/// 5e-3).
inline double wall_diffusion(double nu) {
    const double t = (0.03 - nu) / (0.03 - 0.01);
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

template <class Real>
struct NoSlip {
    Vec3<Real> wall;  ///< velocity of the wall, in the face's own frame
    Real diffuse = 0;

    /// r - 1.
    template <class N>
    FUM_HD Real look(const N& node) const {
        Real left = 0, back = 0;
        FUM_UNROLL for (int j = 0; j < 9; ++j) {
            if (!node.decides(j)) continue;
            const Real eq = face_equilibrium(j, Real(0), wall);
            left += node.own_opposite(j) - eq;
            back += eq + Real(face_weight(j));
        }
        return back > 0 ? left / back : Real(0);
    }

    template <class N>
    FUM_HD Real arriving(const N& node, Real r, int j) const {
        const Real eq = face_equilibrium(j, Real(0), wall);
        const Real bounced = node.own_opposite(j) + eq - face_equilibrium_opposite(j, Real(0), wall);
        const Real diffused = eq + r * (eq + Real(face_weight(j)));
        return bounced + diffuse * (diffused - bounced);
    }
};

}  // namespace fum
