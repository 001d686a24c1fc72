// Domain faces (Sec. 4.3.3). Streaming is periodic everywhere; the population f_i that node p pulls
// through a face comes from the wrapped slot (p - c_i, i), which nothing else reads when the face is not periodic. A
// face's launch computes what should arrive, from the populations that the last collision left, into a buffer
// (collect); when all faces are through, the buffers are copied into the slots (place). So no other kernel knows about
// faces, edges and corners have one owner each, and nothing is read after it was overwritten.
#pragma once

#include "sim/lattice/face_kind.h"
#include "sim/lattice/grid.h"
#include "sim/lattice/macro.h"

namespace fum {

struct FaceKinds {
    FaceKind kind[6];
};

/// Who decides at edges and corners: wall before inflow before outflow before slip.
FUM_HD int rank(FaceKind kind) {
    switch (kind) {
        case FaceKind::no_slip:
            return 4;
        case FaceKind::inflow:
            return 3;
        case FaceKind::outflow:
            return 2;
        case FaceKind::free_slip:
            return 1;
        default:
            return 0;
    }
}

/// The face that decides what arrives at node p in direction i, or -1 if it comes from inside or through a periodic
/// face.
FUM_HD int deciding_face(const FaceKinds& faces, Int3 n, Int3 p, int i) {
    int best = -1, best_rank = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const int from = p[axis] - c(i, axis);
        if (from >= 0 && from < n[axis]) continue;
        const int face = 2 * axis + (from < 0 ? 0 : 1), r = rank(faces.kind[face]);
        if (r > best_rank) best = face, best_rank = r;
    }
    return best;
}

/// A face as launches see it: items are its nodes, the first of its two axes fastest.
struct FaceFrame {
    Grid grid;
    FaceKinds faces;
    int face = 0;

    FUM_HD static constexpr int first_axis(int face) { return face / 2 == 0 ? 1 : 0; }
    FUM_HD static constexpr int second_axis(int face) { return face / 2 == 2 ? 1 : 2; }
    /// The j-th of the nine directions that point inwards.
    FUM_HD static constexpr int inward(int face, int j) {
        const int normal = face % 2 ? -1 : 1, a = j % 3 - 1, b = j / 3 - 1;
        return face / 2 == 0   ? direction(normal, a, b)
               : face / 2 == 1 ? direction(a, normal, b)
                               : direction(a, b, normal);
    }
    FUM_HD int items() const { return grid.n[first_axis(face)] * grid.n[second_axis(face)]; }
};

/// A node of a face and the populations the collision left. `face` is a constant wherever a launch has chosen one.
template <class Real, class Layout>
struct FaceNode {
    const Real* f;
    const Layout& at;
    const FaceFrame& frame;
    int face;
    Int3 p;
    Node k;
    bool inner;  ///< not on an edge: every population that comes in does so through this face

    FUM_HD FaceNode(const Real* f_, const Layout& at_, const FaceFrame& frame_, int face_, int item)
        : f(f_), at(at_), frame(frame_), face(face_) {
        const int a = FaceFrame::first_axis(face), b = FaceFrame::second_axis(face), axis = face / 2;
        const unsigned row = static_cast<unsigned>(item) / static_cast<unsigned>(frame.grid.n[a]);
        p[axis] = face % 2 ? frame.grid.n[axis] - 1 : 0;
        p[a] = item - static_cast<int>(row) * frame.grid.n[a];
        p[b] = static_cast<int>(row);
        k = frame.grid.at(p.x, p.y, p.z);
        inner = p[a] > 0 && p[a] < frame.grid.n[a] - 1 && p[b] > 0 && p[b] < frame.grid.n[b] - 1;
    }

    FUM_HD bool decides(int i) const { return inner || deciding_face(frame.faces, frame.grid.n, p, i) == face; }
    FUM_HD Real own(int i) const { return f[at(k, i)]; }
    /// p - c_i in the periodic box.
    FUM_HD Node upstream(int i) const {
        const Int3 n = frame.grid.n;
        if (inner) {  // only the face's own axis wraps
            const int axis = face / 2, stride = axis == 0 ? 1 : axis == 1 ? n.x : n.x * n.y;
            const int jump = (face % 2 ? -1 : 1) * (n[axis] - 1) * stride + c(i, axis) * stride;
            return k + static_cast<Node>(jump - cx(i) - n.x * (cy(i) + n.y * cz(i)));
        }
        return frame.grid.at(wrapped(p.x - cx(i), n.x), wrapped(p.y - cy(i), n.y), wrapped(p.z - cz(i), n.z));
    }

    /// rho - 1 and u of the node.
    FUM_HD NodeState<Real> state() const {
        Real g[27];
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) g[i] = own(i);
        const Sums<Real> m = sums(g);
        const Real per_rho = 1 / (1 + m.drho);
        return {m.drho, m.jx * per_rho, m.jy * per_rho, m.jz * per_rho, 0, 0, 0};
    }
};

}  // namespace fum
