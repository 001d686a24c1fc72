// Streaming (Eq. 3) as part of the kernel that needs the populations: node x pulls f_i from x - c_i.
#pragma once

#include <cstddef>
#include <type_traits>

#include "sim/lattice/populations.h"

namespace fum {

/// Component i of nodes x + dx .. x + dx + lanes - 1 of a row that begins at node `row`, periodic in the row of nx
/// nodes. Needs x + lanes <= nx. Only for packs.
template <class V, class T, class Layout>
FUM_HD V load_row(const T* f, const Layout& at, Node row, int x, int dx, int nx, int i) {
    constexpr int count = lanes<V>;
    const int first = x + dx;
    if constexpr (Layout::contiguous_rows) {
        const T* p = f + (static_cast<std::ptrdiff_t>(at(row, i)) + first);
        V v = V::load(p);
        if (first < 0) v.v[0] = fetch(p + nx);
        if (first + count > nx) v.v[count - 1] = fetch(p + count - 1 - nx);
        return v;
    } else {
        const bool inside = first >= 0 && first + count <= nx;
        if (inside && at.together(row + static_cast<Node>(first), count))
            return V::load(f + at(row + static_cast<Node>(first), i));
        V v;
        for (int lane = 0; lane < count; ++lane)
            v.v[lane] = fetch(f + at(row + static_cast<Node>(wrapped(first + lane, nx)), i));
        return v;
    }
}

/// Component i of nodes k .. k + lanes - 1 of a row.
template <class V, class T, class Layout>
FUM_HD void store_row(T* f, const Layout& at, Node k, int i, const V& v) {
    constexpr int count = lanes<V>;
    if (at.together(k, count)) {
        v.store(f + at(k, i));
    } else {
        for (int lane = 0; lane < count; ++lane) keep(f + at(k + static_cast<Node>(lane), i), v.v[lane]);
    }
}

/// The 27 nodes round one, steps +1, 0, -1 along each axis (in this order).
template <class T, class Layout>
struct Around {
    T* f;
    const Layout& at;
    Node column[3], row[3][3];  ///< row[y][z]: its first node; column: in the row, or at.column() of it if separable
    T* start[3][3];             ///< of rows, if separable

    FUM_HD Around(T* f_, const Layout& at_, const Grid& grid, int x, int y, int z) : f(f_), at(at_) {
        const int xs[3] = {above(x, grid.n.x), x, below(x, grid.n.x)};
        const int ys[3] = {above(y, grid.n.y), y, below(y, grid.n.y)};
        const int zs[3] = {grid.above_z(z), z, grid.below_z(z)};
        FUM_UNROLL for (int s = 0; s < 3; ++s) {
            column[s] = static_cast<Node>(xs[s]);
            if constexpr (Layout::separable) column[s] = at.column(column[s]);
        }
        FUM_UNROLL for (int t = 0; t < 3; ++t) {
            const Node plane = grid.plane(zs[t]);
            T* const first = Layout::separable ? settled(f + at.row(plane)) : nullptr;
            FUM_UNROLL for (int s = 0; s < 3; ++s) {
                const Node line = static_cast<Node>(grid.pitch) * static_cast<Node>(ys[s]);
                row[s][t] = plane + line;
                if constexpr (Layout::separable) start[s][t] = settled(first + at.row(line));
            }
        }
    }
    /// First node of the row from which direction i comes.
    FUM_HD Node row_of(int i) const { return row[1 + cy(i)][1 + cz(i)]; }
    /// Component i of the node from which direction i comes.
    FUM_HD T* place(int i) const {
        const Node x = column[1 + cx(i)];
        if constexpr (Layout::separable)
            return start[1 + cy(i)][1 + cz(i)] + x + at.component(i);
        else
            return f + at(row_of(i) + x, i);
    }
};

/// All populations that arrive at a node (V a number) or at lanes<V> nodes from x on (V a pack), in units of
/// StoredAs<T>::unit; and keeping what the collision made of them.
template <class T, class Layout>
struct Pull {
    const T* f;  ///< [27][nodes] in layout `at`
    Layout at;
    Grid grid;

    using Number = NumberOf<T>;
    static constexpr int unit = StoredAs<T>::unit;

    template <class V>
    FUM_HD void operator()(int x, int y, int z, V (&out)[27]) const {
        const Around<const T, Layout> around(f, at, grid, x, y, z);
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) {
            if constexpr (lanes<V> == 1)
                out[i] = fetch(around.place(i));
            else
                out[i] = load_row<V>(f, at, around.row_of(i), x, -cx(i), grid.n.x, i);
        }
    }

    template <class V>
    FUM_HD void store(T* to, int x, int y, int z, const V (&in)[27]) const {
        const Node row = grid.slot(0, y, z);
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) {
            if constexpr (lanes < V >> 1)
                store_row(to, at, row + static_cast<Node>(x), i, in[i]);
            else if constexpr (Layout::separable)
                keep(to + at.row(row) + at.column(static_cast<Node>(x)) + at.component(i), in[i]);
            else
                keep(to + at(row + static_cast<Node>(x), i), in[i]);
        }
    }
};

}  // namespace fum
