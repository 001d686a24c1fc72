// Outflow: what arrives is the node's own state (zero gradient, which lets sound out), with the density drawn gently
// towards the one outside, a share of 2 / length a step, much as Poinsot and Lele (1992) draw the pressure. Holding it
// outright makes an organ pipe of a wind tunnel: sound reflects and rings for thousands of steps (30 / length still
// swings by 10 % after 2000, 2 / length is quiet after 1000); a quarter of this share lets the mean drift by 9 % in a
// short channel. Fluid may leave freely; what would come back in is slowed to rest, or a vortex that crosses the face
// would blow the run up.
#pragma once

#include "sim/boundary/face.h"

namespace fum {

template <class Real>
struct Outflow {
    Real drho = 0;  ///< density outside, minus 1
    Real hold = 0;  ///< share of the difference that is made up a step

    template <class N>
    FUM_HD NodeState<Real> look(const N& node) const {
        return node.state();
    }

    template <class N>
    FUM_HD Real arriving(const N& node, const NodeState<Real>& s, int j) const {
        const Vec3<Real> u{s.ux, s.uy, s.uz}, outward{s.ux > 0 ? Real(0) : s.ux, s.uy, s.uz};
        const Real neq = node.own(j) - face_equilibrium(j, s.drho, u);
        return face_equilibrium(j, s.drho + hold * (drho - s.drho), outward) + neq;
    }
};

}  // namespace fum
