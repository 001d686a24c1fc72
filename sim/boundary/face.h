// Domain faces (Sec. 4.3.3). Streaming is periodic everywhere; the population f_i that node p pulls
// through a face comes from the wrapped slot (p - c_i, i), which nothing else reads when the face is not periodic. A face's
// launch computes what should arrive, from the populations that the last collision left, into a buffer (collect); when all
// faces are through, the buffers are copied into the slots (place). So no other kernel knows about faces, edges
// and corners have one owner each, and nothing is read after it was overwritten.
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
        case FaceKind::no_slip: return 4;
        case FaceKind::inflow: return 3;
        case FaceKind::outflow: return 2;
        case FaceKind::free_slip: return 1;
        default: return 0;
    }
}

/// The face that decides what arrives at node p in direction i, or -1 if it comes from inside or through a periodic face.
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

/// A face as launches see it: items are its nodes, a fastest.
struct FaceFrame {
    Grid grid;
    FaceKinds faces;
    int face = 0;

    FUM_HD int axis() const { return face / 2; }
    FUM_HD int along_a() const { return axis() == 0 ? 1 : 0; }
    FUM_HD int along_b() const { return axis() == 2 ? 1 : 2; }
    FUM_HD std::int64_t items() const { return std::int64_t{grid.n[along_a()]} * grid.n[along_b()]; }
    FUM_HD Int3 place(std::int64_t item) const {
        Int3 p;
        p[axis()] = face % 2 ? grid.n[axis()] - 1 : 0;
        p[along_a()] = static_cast<int>(item % grid.n[along_a()]);
        p[along_b()] = static_cast<int>(item / grid.n[along_a()]);
        return p;
    }
    /// Not on an edge: every population that comes in does so through this face.
    FUM_HD bool inner(Int3 p) const {
        const int a = along_a(), b = along_b();
        return p[a] > 0 && p[a] < grid.n[a] - 1 && p[b] > 0 && p[b] < grid.n[b] - 1;
    }
    /// The j-th of the nine directions that point inwards.
    FUM_HD int inward(int j) const {
        int d[3];
        d[axis()] = face % 2 ? -1 : 1;
        d[along_a()] = j % 3 - 1;
        d[along_b()] = j / 3 - 1;
        return direction(d[0], d[1], d[2]);
    }
};

/// A node of a face and the populations the collision left.
template <class Real, class Layout>
struct FaceNode {
    const Real* f;
    const Layout& at;
    const FaceFrame& frame;
    Int3 p;
    Node k;
    bool inner;   ///< not on an edge

    FUM_HD Real own(int i) const { return f[at(k, i)]; }

    /// rho - 1 and u of the node.
    FUM_HD NodeState<Real> state() const {
        Real g[27];
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) g[i] = own(i);
        const Sums<Real> m = sums(g);
        const Real per_rho = 1 / (1 + m.drho);
        return {m.drho, m.jx * per_rho, m.jy * per_rho, m.jz * per_rho, 0, 0, 0};
    }
};

/// Place: from the buffer into the slots from which the face's nodes will pull.
template <class Real, class Layout>
FUM_HD void place_face(Real* f, const Layout& at, const FaceFrame& frame, const Real* buffer, std::int64_t item) {
    const Int3 p = frame.place(item), n = frame.grid.n;
    const bool inner = frame.inner(p);
    for (int j = 0; j < 9; ++j) {
        const int i = frame.inward(j);
        if (!inner && deciding_face(frame.faces, n, p, i) != frame.face) continue;
        const Node from = frame.grid.at(wrapped(p.x - cx(i), n.x), wrapped(p.y - cy(i), n.y), wrapped(p.z - cz(i), n.z));
        f[at(from, i)] = buffer[j * frame.items() + item];
    }
}

}  // namespace fum
