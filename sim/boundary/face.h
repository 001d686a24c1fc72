// Domain faces (Sec. 4.3.3). Streaming is periodic everywhere; the population f_i that node p pulls through a face
// comes from a slot of the wrapped neighbour, which nothing else reads when the face is not periodic. A face's launch
// computes what should arrive, from the populations that the last collision left, into a buffer (collect); when all
// faces are through, the buffers are copied into the slots (place). So no other kernel knows about faces, edges and
// corners have one owner each, and nothing is read after it was overwritten.
#pragma once

#include "sim/lattice/face_kind.h"
#include "sim/lattice/grid.h"
#include "sim/lattice/macro.h"
#include "sim/lattice/populations.h"

namespace fum {

struct FaceKinds {
    FaceKind kind[6];
};

/// The time as faces see it. It lives on the device and goes on by itself (PlaceFaces), so that a recorded step can be
/// repeated as it is.
struct Clock {
    std::uint32_t time = 0;  ///< steps done
    float ramp = 0;          ///< steps over which inflows rise

    /// Share of their speed that inflows have, 0..1.
    FUM_HD float strength() const {
        const float x = ramp > 0 ? smaller(1.0f, (static_cast<float>(time) + 1) / ramp) : 1.0f;
        return x * x * (3 - 2 * x);
    }
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
template <class T, class Layout>
struct FaceNode {
    using Real = NumberOf<T>;

    const T* f;
    const Layout& at;
    const FaceFrame& frame;
    int face;
    Int3 p;
    Node k;      ///< its slot
    bool inner;  ///< not on an edge: every population that comes in does so through this face

    FUM_HD FaceNode(const T* f_, const Layout& at_, const FaceFrame& frame_, int face_, int item)
        : f(f_), at(at_), frame(frame_), face(face_) {
        const int a = FaceFrame::first_axis(face), b = FaceFrame::second_axis(face), axis = face / 2;
        const unsigned row = static_cast<unsigned>(item) / static_cast<unsigned>(frame.grid.n[a]);
        p[axis] = face % 2 ? frame.grid.n[axis] - 1 : 0;
        p[a] = item - static_cast<int>(row) * frame.grid.n[a];
        p[b] = static_cast<int>(row);
        k = frame.grid.slot(p.x, p.y, p.z);
        inner = p[a] > 0 && p[a] < frame.grid.n[a] - 1 && p[b] > 0 && p[b] < frame.grid.n[b] - 1;
    }

    FUM_HD bool decides(int i) const { return inner || deciding_face(frame.faces, frame.grid.n, p, i) == face; }

    /// Slot of the node (dx, dy, dz) away, each in -1..1, where a pull would look for it.
    FUM_HD Node neighbour(int dx, int dy, int dz) const {
        const Grid& grid = frame.grid;
        if (inner) {  // only the face's own axis wraps
            const int axis = face / 2, out = axis == 0 ? dx : axis == 1 ? dy : dz;
            const int pitch = grid.pitch, stride = axis == 0 ? 1 : axis == 1 ? pitch : pitch * grid.n.y;
            int around = face % 2 ? (out > 0 ? -grid.n[axis] : 0) : (out < 0 ? grid.n[axis] : 0);
            if (axis == 2 && grid.ghost) around = 0;
            return k + static_cast<Node>(dx + pitch * (dy + grid.n.y * dz) + around * stride);
        }
        const int z = dz > 0 ? grid.above_z(p.z) : dz < 0 ? grid.below_z(p.z) : p.z;
        return grid.slot(wrapped(p.x + dx, grid.n.x), wrapped(p.y + dy, grid.n.y), z);
    }
    /// Population i of the node (dx, dy, dz) away.
    FUM_HD Real of(int dx, int dy, int dz, int i) const { return population(f + at(neighbour(dx, dy, dz), i)); }
    FUM_HD Real own(int i) const { return population(f + at(k, i)); }
    /// The slot from which this node will pull direction i.
    FUM_HD std::size_t arrival(int i) const { return at(neighbour(-cx(i), -cy(i), -cz(i)), i); }

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
