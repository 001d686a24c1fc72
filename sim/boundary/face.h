// Domain faces (Sec. 4.3.3). Streaming is periodic everywhere; the population f_i that node p pulls through a face
// comes from a slot of the wrapped neighbour, which nothing else reads when the face is not periodic. A face's launch
// computes what should arrive, from the populations that the last collision left, into a buffer (collect); when all
// faces are through, the buffers are copied into the slots (place). So no other kernel knows about faces, edges and
// corners have one owner each, and nothing is read after it was overwritten.
//
// Conditions are written once, in a face's own frame: first axis along the normal inwards, then the two axes of the
// face. What differs between faces is in a table (FaceFrame). A kernel that held each condition six times took longer
// to fetch than to run on small grids.
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

/// A face as launches see it: items are its nodes, the first of its two axes fastest. Its j-th direction inwards,
/// j = 0..8, is (1, j % 3 - 1, j / 3 - 1) in its own frame.
struct FaceFrame {
    Grid grid;
    FaceKinds faces;
    int face = 0;
    int axis = 0, first = 1, second = 2;  ///< across it, and its two axes
    int inward[9] = {};                   ///< direction of the lattice
    int mirrored[9] = {};                 ///< what a mirror in the face makes of it
    Node to_arrival[9] = {};              ///< for nodes that are on no edge: steps to the slot that j is pulled from
    Node to_source[9] = {};               ///< and to the node from which the mirror sends it

    FaceFrame() = default;
    FaceFrame(const Grid& grid_, const FaceKinds& faces_, int face_)
        : grid(grid_),
          faces(faces_),
          face(face_),
          axis(face_ / 2),
          first(axis == 0 ? 1 : 0),
          second(axis == 2 ? 1 : 2) {
        const int normal = face % 2 ? -1 : 1;
        for (int j = 0; j < 9; ++j) {
            int d[3] = {};
            d[axis] = normal, d[first] = j % 3 - 1, d[second] = j / 3 - 1;
            inward[j] = direction(d[0], d[1], d[2]);
            const int stride[3] = {1, grid.pitch, grid.pitch * grid.n.y};
            const int along = d[first] * stride[first] + d[second] * stride[second];
            const int across = axis == 2 && grid.ghost ? -normal : normal * (grid.n[axis] - 1);
            to_source[j] = static_cast<Node>(-along);
            to_arrival[j] = static_cast<Node>(across * stride[axis] - along);
            d[axis] = -normal;
            mirrored[j] = direction(d[0], d[1], d[2]);
        }
    }

    /// Direction of the face's own frame, so that opposite() and equilibrium() serve there too.
    FUM_HD static constexpr int own_direction(int j) { return direction(1, j % 3 - 1, j / 3 - 1); }
    FUM_HD int items() const { return grid.n[first] * grid.n[second]; }
    /// A vector in the face's own frame.
    template <class Real>
    FUM_HD Vec3<Real> turned(const Vec3<Real>& v) const {
        return {face % 2 ? -v[axis] : v[axis], v[first], v[second]};
    }
};

/// A node of a face and the populations the collision left.
template <class T, class Layout>
struct FaceNode {
    using Real = NumberOf<T>;

    const T* f;
    const Layout& at;
    const FaceFrame& frame;
    Int3 p;
    Node k;      ///< its slot
    bool inner;  ///< not on an edge: every population that comes in does so through this face

    FUM_HD FaceNode(const T* f_, const Layout& at_, const FaceFrame& frame_, int item) : f(f_), at(at_), frame(frame_) {
        const Int3& n = frame.grid.n;
        const int a = frame.first, b = frame.second;
        const unsigned row = static_cast<unsigned>(item) / static_cast<unsigned>(n[a]);
        p[frame.axis] = frame.face % 2 ? n[frame.axis] - 1 : 0;
        p[a] = item - static_cast<int>(row) * n[a];
        p[b] = static_cast<int>(row);
        k = frame.grid.slot(p.x, p.y, p.z);
        inner = p[a] > 0 && p[a] < n[a] - 1 && p[b] > 0 && p[b] < n[b] - 1;
    }

    FUM_HD bool decides(int j) const {
        return inner || deciding_face(frame.faces, frame.grid.n, p, frame.inward[j]) == frame.face;
    }
    /// What this node sent along the j-th direction inwards, and against it.
    FUM_HD Real own(int j) const { return population(f + at(k, frame.inward[j])); }
    FUM_HD Real own_opposite(int j) const { return population(f + at(k, opposite(frame.inward[j]))); }

    /// The slot from which this node will pull the j-th direction.
    FUM_HD std::size_t arrival(int j) const {
        const int i = frame.inward[j];
        if (inner) return at(k + frame.to_arrival[j], i);
        const Grid& g = frame.grid;
        const int z = cz(i) < 0 ? g.above_z(p.z) : cz(i) > 0 ? g.below_z(p.z) : p.z;
        return at(g.slot(wrapped(p.x - cx(i), g.n.x), wrapped(p.y - cy(i), g.n.y), z), i);
    }

    /// What a mirror sends along the j-th direction: where slip faces meet, all components across them are mirrored.
    FUM_HD Real from_mirror(int j) const {
        if (inner) return population(f + at(k + frame.to_source[j], frame.mirrored[j]));
        const int i = frame.inward[j];
        int d[3];
        Int3 from = p;
        for (int e = 0; e < 3; ++e) {
            const int a = p[e] - c(i, e), n = frame.grid.n[e];
            const bool flipped = (a < 0 && frame.faces.kind[2 * e] != FaceKind::periodic) ||
                                 (a >= n && frame.faces.kind[2 * e + 1] != FaceKind::periodic);
            d[e] = flipped ? -c(i, e) : c(i, e);
            if (!flipped) from[e] = wrapped(a, n);
        }
        return population(f + at(frame.grid.slot(from.x, from.y, from.z), direction(d[0], d[1], d[2])));
    }

    /// rho - 1 of the node, and u in the face's own frame.
    FUM_HD NodeState<Real> state() const {
        Real g[27];
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) g[i] = population(f + at(k, i));
        const Sums<Real> m = sums(g);
        const Real per_rho = 1 / (1 + m.drho);
        const Vec3<Real> u = frame.turned(Vec3<Real>{m.jx * per_rho, m.jy * per_rho, m.jz * per_rho});
        return {m.drho, u.x, u.y, u.z, 0, 0, 0};
    }
};

/// f_eq - w of the j-th direction inwards for u in the face's own frame, and of the one against it.
template <class Real>
FUM_HD Real face_equilibrium(int j, Real drho, const Vec3<Real>& u) {
    return equilibrium(FaceFrame::own_direction(j), drho, u.x, u.y, u.z);
}
template <class Real>
FUM_HD Real face_equilibrium_opposite(int j, Real drho, const Vec3<Real>& u) {
    return equilibrium(opposite(FaceFrame::own_direction(j)), drho, u.x, u.y, u.z);
}
FUM_HD constexpr double face_weight(int j) { return w(FaceFrame::own_direction(j)); }

}  // namespace fum
