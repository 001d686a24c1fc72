// Half-way bounce-back: the wall lies half a node outside the last one. f_i = f*_opposite + 6 w_i c_i . u_w, with the wall
// density taken as 1, which conserves mass for a wall that moves along itself.
#pragma once

#include "sim/boundary/face.h"

namespace fum {

template <class Real>
struct NoSlip {
    Vec3<Real> wall;   ///< velocity of the wall

    struct Nothing {};
    template <class N>
    FUM_HD Nothing look(const N&) const { return {}; }

    template <class N>
    FUM_HD Real arriving(const N& node, Nothing, int i) const {
        const Real cu = Real(cx(i)) * wall.x + Real(cy(i)) * wall.y + Real(cz(i)) * wall.z;
        return node.own(opposite(i)) + 6 * Real(w(i)) * cu;
    }
};

}  // namespace fum
