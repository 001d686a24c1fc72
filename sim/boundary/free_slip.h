// Specular reflection half a node outside the last one: f_i(p) = f*_i'(p - c_i along the face), i' mirrored in the
// face. Where two slip faces meet both components are mirrored.
#pragma once

#include "sim/boundary/face.h"

namespace fum {

template <class Real>
struct FreeSlip {
    Real vent = 0;

    /// The node's state, looked at where the face is vented.
    template <class N>
    FUM_HD NodeState<Real> look(const N& node) const {
        if (!(vent > 0)) return {};
        NodeState<Real> s = node.state();
        s.ux = 0;
        return s;
    }

    /// What leaves takes its momentum along the face with it, or the layer at the face would speed up for ever.
    template <class N>
    FUM_HD Real arriving(const N& node, const NodeState<Real>& s, int j) const {
        const Real back = node.from_mirror(j);
        if (!(vent > 0)) return back;
        const Real share = 6 * vent * s.drho;  // f_eq of the nine directions adds up to 1/6
        return back - share * (Real(face_weight(j)) + face_equilibrium(j, Real(0), Vec3<Real>{s.ux, s.uy, s.uz}));
    }
};

}  // namespace fum
