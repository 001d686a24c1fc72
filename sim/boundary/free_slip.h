// Specular reflection half a node outside the last one: f_i(p) = f*_i'(p - c_i along the face), i' mirrored in the
// face. Where two slip faces meet both components are mirrored.
#pragma once

#include "sim/boundary/face.h"

namespace fum {

template <class Real>
struct FreeSlip {
    Real vent = 0;

    /// What is taken from every direction in proportion to its weight.
    template <class N>
    FUM_HD Real look(const N& node) const {
        return vent > 0 ? 6 * vent * node.state().drho : Real(0);  // the nine weights add up to 1/6
    }

    template <class N>
    FUM_HD Real arriving(const N& node, Real taken, int i) const {
        return mirrored(node, i) - Real(w(i)) * taken;
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
