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
    FUM_HD Real arriving(const N& node, const NodeState<Real>& s, int i) const {
        Real v[3] = {s.ux, s.uy, s.uz};
        const int axis = node.face / 2;
        const Real inward = node.face % 2 ? -v[axis] : v[axis];
        if (inward > 0) v[axis] = 0;
        const Real neq = node.own(i) - equilibrium(i, s.drho, s.ux, s.uy, s.uz);
        return equilibrium(i, s.drho + hold * (drho - s.drho), v[0], v[1], v[2]) + neq;
    }
};

}  // namespace fum
