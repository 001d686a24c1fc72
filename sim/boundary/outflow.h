// Outflow: what arrives has the node's own velocity and non-equilibrium part at the density that is held outside
// (non-equilibrium extrapolation, Guo 2002, with pressure given). Fluid may leave freely; what would come back in is slowed
// to rest, or a vortex that crosses the face would blow the run up.
#pragma once

#include "sim/boundary/face.h"

namespace fum {

template <class Real>
struct Outflow {
    Real drho = 0;            ///< density held outside, minus 1

    template <class N>
    FUM_HD NodeState<Real> look(const N& node) const { return node.state(); }

    template <class N>
    FUM_HD Real arriving(const N& node, const NodeState<Real>& s, int i) const {
        Real v[3] = {s.ux, s.uy, s.uz};
        const int axis = node.frame.axis();
        const Real inward = node.frame.face % 2 ? -v[axis] : v[axis];
        if (inward > 0) v[axis] = 0;
        const Real neq = node.own(i) - equilibrium(i, s.drho, s.ux, s.uy, s.uz);
        return equilibrium(i, drho, v[0], v[1], v[2]) + neq;
    }
};

}  // namespace fum
