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
        (node.face / 2 == 0 ? s.ux : node.face / 2 == 1 ? s.uy : s.uz) = 0;
        return s;
    }

    /// What leaves takes its momentum along the face with it, or the layer at the face would speed up for ever.
    template <class N>
    FUM_HD Real arriving(const N& node, const NodeState<Real>& s, int i) const {
        const Real back = mirrored(node, i);
        if (!(vent > 0)) return back;
        const Real share = 6 * vent * s.drho;  // f_eq of the nine directions adds up to 1/6
        return back - share * (Real(w(i)) + equilibrium(i, Real(0), s.ux, s.uy, s.uz));
    }

    template <class N>
    FUM_HD Real mirrored(const N& node, int i) const {
        // d: the direction it left in; from: how far along the face
        int d[3], from[3];
        FUM_UNROLL for (int axis = 0; axis < 3; ++axis) {
            bool flipped = axis == node.face / 2;
            if (!node.inner && !flipped) {
                const int a = node.p[axis] - c(i, axis);
                flipped = (a < 0 && node.frame.faces.kind[2 * axis] != FaceKind::periodic) ||
                          (a >= node.frame.grid.n[axis] && node.frame.faces.kind[2 * axis + 1] != FaceKind::periodic);
            }
            d[axis] = flipped ? -c(i, axis) : c(i, axis);
            from[axis] = flipped ? 0 : -c(i, axis);
        }
        return node.of(from[0], from[1], from[2], direction(d[0], d[1], d[2]));
    }
};

}  // namespace fum
