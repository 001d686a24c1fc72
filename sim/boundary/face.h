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

/// A face as launches see it: items are its nodes, the first of its two axes fastest. Its j-th direction inwards,
/// j = 0..8, is (1, j % 3 - 1, j / 3 - 1) in its own frame.
struct FaceFrame {
    Grid grid;
    FaceKinds faces;
    int face = 0;
    int axis = 0, first = 1, second = 2;  ///< across it, and its two axes
    int inward[9] = {};                   ///< direction of the lattice
    int mirrored[9] = {};                 ///< what a mirror in the face makes of it
    Node to_arrival[9] = {};            ///< steps to the slot that j is pulled from, where nothing wraps along the face
    Node corner = 0;                    ///< slot of item 0
    Node stride[2] = {}, wrap[2] = {};  ///< along its two axes: to the next node; round the box
    bool yields[2][2] = {};             ///< [axis][side]: that face decides where both are crossed
    bool mirrors[2][2] = {};            ///< [axis][side]: it is not periodic

    FaceFrame() = default;
    FaceFrame(const Grid& grid_, const FaceKinds& faces_, int face_)
        : grid(grid_),
          faces(faces_),
          face(face_),
          axis(face_ / 2),
          first(axis == 0 ? 1 : 0),
          second(axis == 2 ? 1 : 2) {
        const int steps[3] = {1, grid.pitch, grid.pitch * grid.n.y}, normal = face % 2 ? -1 : 1;
        corner = grid.slot(0, 0, 0) + static_cast<Node>((face % 2 ? grid.n[axis] - 1 : 0) * steps[axis]);
        for (int e = 0; e < 2; ++e) {
            const int other = e == 0 ? first : second;
            stride[e] = static_cast<Node>(steps[other]);
            wrap[e] = other == 2 && grid.ghost ? 0 : static_cast<Node>(steps[other] * grid.n[other]);
            for (int side = 0; side < 2; ++side) {
                const int beside = 2 * other + side, theirs = rank(faces.kind[beside]), ours = rank(faces.kind[face]);
                yields[e][side] = theirs > ours || (theirs == ours && beside < face);
                mirrors[e][side] = faces.kind[beside] != FaceKind::periodic;
            }
        }
        const int across = axis == 2 && grid.ghost ? -normal : normal * (grid.n[axis] - 1);
        for (int j = 0; j < 9; ++j) {
            int d[3] = {};
            d[axis] = normal, d[first] = j % 3 - 1, d[second] = j / 3 - 1;
            inward[j] = direction(d[0], d[1], d[2]);
            to_arrival[j] =
                static_cast<Node>(across * steps[axis] - d[first] * steps[first] - d[second] * steps[second]);
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
        // chosen, not indexed: registers have no index, and an array in local memory is what small grids wait for
        const Real across = axis == 0 ? v.x : axis == 1 ? v.y : v.z;
        return {face % 2 ? -across : across, axis == 0 ? v.y : v.x, axis == 2 ? v.y : v.z};
    }
};

/// What the last collision made of a node of a face: u with all of the force, and rho - 1.
template <class Real>
struct FaceState {
    Real ux, uy, uz, drho;
};

/// Where the collision keeps the states of faces' nodes, so that conditions need not sum up populations that lie far
/// apart in memory. Item of a face as in FaceFrame; null where a face does without.
template <class Real>
struct FaceStates {
    FaceState<Real>* of[6] = {};
    Int3 n{};
    bool any = false;

    FUM_HD bool at_edge(int x, int y, int z, int count) const {
        return any && (x == 0 || x + count >= n.x || y == 0 || y == n.y - 1 || z == 0 || z == n.z - 1);
    }
    FUM_HD void keep(int x, int y, int z, const FaceState<Real>& s) const {
        if (x == 0 && of[0]) of[0][y + n.y * z] = s;
        if (x == n.x - 1 && of[1]) of[1][y + n.y * z] = s;
        if (y == 0 && of[2]) of[2][x + n.x * z] = s;
        if (y == n.y - 1 && of[3]) of[3][x + n.x * z] = s;
        if (z == 0 && of[4]) of[4][x + n.x * y] = s;
        if (z == n.z - 1 && of[5]) of[5][x + n.x * y] = s;
    }
};

/// A node of a face and the populations the collision left.
template <class T, class Layout>
struct FaceNode {
    using Real = NumberOf<T>;

    const T* f;
    const Layout& at;
    const FaceFrame& frame;
    const FaceState<Real>* states;  ///< [items]; null: from the populations
    int item;
    int column, row;  ///< along the first and the second axis of the face
    Node k;           ///< its slot
    bool end[2][2];   ///< [axis of the face][side]: the node is the last one there

    FUM_HD FaceNode(const T* f_, const Layout& at_, const FaceFrame& frame_, const FaceState<Real>* states_, int item_)
        : f(f_), at(at_), frame(frame_), states(states_), item(item_) {
        const int width = frame.grid.n[frame.first], height = frame.grid.n[frame.second];
        row = static_cast<int>(static_cast<unsigned>(item) / static_cast<unsigned>(width));
        column = item - row * width;
        k = frame.corner + static_cast<Node>(column) * frame.stride[0] + static_cast<Node>(row) * frame.stride[1];
        end[0][0] = column == 0, end[0][1] = column == width - 1;
        end[1][0] = row == 0, end[1][1] = row == height - 1;
    }

    /// Where it stands.
    FUM_HD Int3 place() const {
        const int axis = frame.axis, edge = frame.face % 2 ? frame.grid.n[axis] - 1 : 0;
        return {axis == 0 ? edge : column, axis == 0 ? column : axis == 1 ? edge : row, axis == 2 ? edge : row};
    }

    /// Whether the j-th direction also crosses the face beside this one along axis e: a node at the low end is reached
    /// from outside by what moves up.
    FUM_HD bool crosses(int e, int j) const {
        const int d = e == 0 ? j % 3 - 1 : j / 3 - 1;
        return d > 0 ? end[e][0] : d < 0 ? end[e][1] : false;
    }
    FUM_HD static constexpr int side(int e, int j) { return (e == 0 ? j % 3 : j / 3) == 2 ? 0 : 1; }

    FUM_HD bool decides(int j) const {
        return !(crosses(0, j) && frame.yields[0][side(0, j)]) && !(crosses(1, j) && frame.yields[1][side(1, j)]);
    }
    /// What this node sent along the j-th direction inwards, and against it.
    FUM_HD Real own(int j) const { return population(f + at(k, frame.inward[j])); }
    FUM_HD Real own_opposite(int j) const { return population(f + at(k, opposite(frame.inward[j]))); }

    /// The slot from which this node will pull the j-th direction.
    FUM_HD std::size_t arrival(int j) const {
        Node slot = k + frame.to_arrival[j];
        FUM_UNROLL for (int e = 0; e < 2; ++e) {
            if (crosses(e, j)) slot += side(e, j) == 0 ? frame.wrap[e] : Node(0) - frame.wrap[e];
        }
        return at(slot, frame.inward[j]);
    }

    /// What a mirror sends along the j-th direction: where faces that are not periodic meet, it stands in the edge.
    FUM_HD Real from_mirror(int j) const {
        Node from = k;
        int seen = j;
        FUM_UNROLL for (int e = 0; e < 2; ++e) {
            const int step = e == 0 ? 1 : 3, d = e == 0 ? j % 3 - 1 : j / 3 - 1;
            const bool crossed = crosses(e, j);
            if (crossed && frame.mirrors[e][side(e, j)]) {
                seen -= 2 * d * step;
                continue;
            }
            if (d != 0) from -= d > 0 ? frame.stride[e] : Node(0) - frame.stride[e];
            if (crossed) from += d > 0 ? frame.wrap[e] : Node(0) - frame.wrap[e];
        }
        return population(f + at(from, frame.mirrored[seen]));
    }

    /// rho - 1 of the node, and u in the face's own frame.
    FUM_HD NodeState<Real> state() const {
        const FaceState<Real> s = states ? states[item] : summed_state();
        const Vec3<Real> u = frame.turned(Vec3<Real>{s.ux, s.uy, s.uz});
        return {s.drho, u.x, u.y, u.z, 0, 0, 0};
    }
    /// The same from the populations, in the lattice's frame.
    FUM_HD FaceState<Real> summed_state() const {
        Real g[27];
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) g[i] = population(f + at(k, i));
        const Sums<Real> m = sums(g);
        const Real per_rho = 1 / (1 + m.drho);
        return {m.jx * per_rho, m.jy * per_rho, m.jz * per_rho, m.drho};
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
