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
        if (node.inner) {
            const Int3 n = node.frame.grid.n;
            const int axis = node.face / 2, step = axis == 0 ? 1 : axis == 1 ? 3 : 9;
            const int x = axis == 0 ? 0 : cx(i), y = axis == 1 ? 0 : cy(i), z = axis == 2 ? 0 : cz(i);
            return node.f[node.at(node.k - static_cast<Node>(x + n.x * (y + n.y * z)), i - 2 * c(i, axis) * step)];
        }
        int d[3];
        Int3 from;
        for (int axis = 0; axis < 3; ++axis) {
            const int n = node.frame.grid.n[axis], a = node.p[axis] - c(i, axis);
            const bool outside = a < 0 || a >= n;
            const bool flipped = outside && node.frame.faces.kind[2 * axis + (a < 0 ? 0 : 1)] != FaceKind::periodic;
            d[axis] = flipped ? -c(i, axis) : c(i, axis);
            from[axis] = flipped ? node.p[axis] : wrapped(a, n);
        }
        return node.f[node.at(node.frame.grid.at(from.x, from.y, from.z), direction(d[0], d[1], d[2]))];
    }
};

}  // namespace fum
