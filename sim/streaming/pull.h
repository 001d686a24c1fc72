// Streaming (Eq. 3) as part of the kernel that needs the populations: node x pulls f_i from x - c_i.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sim/lattice/populations.h"

namespace fum {

/// Component i of nodes x + dx .. x + dx + lanes - 1 of a row that begins at node `row`, periodic in the row of nx
/// nodes. Needs x + lanes <= nx. Only for packs.
template <class V, class T, class Layout>
FUM_HD V load_row(const T* f, const Layout& at, Node row, int x, int dx, int nx, int i) {
    constexpr int count = lanes<V>;
    const int first = x + dx;
    const bool inside = first >= 0 && first + count <= nx;
    if (inside && at.together(row + static_cast<Node>(first), count))
        return V::load(f + at(row + static_cast<Node>(first), i));
    V v;
    for (int lane = 0; lane < count; ++lane)
        v.v[lane] = fetch(f + at(row + static_cast<Node>(wrapped(first + lane, nx)), i));
    return v;
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

/// Where the 27 streams of one row of nodes begin, for packs in a layout whose rows are contiguous: worked out once a
/// row, so that a pack costs one address a stream.
template <class T>
struct RowStreams {
    const T* from[27];  ///< of the row that population i arrives from
    T* to[27];          ///< of the row that it is written to
    int ahead;          ///< nodes that packs prefetch
    /// Packs are whole cache lines of `to` that nobody reads before the next step: stored without reading the line
    /// first, ACM-MRT is 1.3 times as fast at 96^3.
    bool past_caches;
};

/// The 27 nodes round one, steps +1, 0, -1 along each axis (in this order).
template <class T, class Layout>
struct Around {
    T* f;
    const Layout& at;
    Node column[3], row[3][3];  ///< row[y][z]: its first node; column: in the row, or bytes to it if separable
    T* start[3][3];             ///< of rows, if separable

    FUM_HD Around(T* f_, const Layout& at_, const Grid& grid, int x, int y, int z) : f(f_), at(at_) {
        const int xs[3] = {above(x, grid.n.x), x, below(x, grid.n.x)};
        const int ys[3] = {above(y, grid.n.y), y, below(y, grid.n.y)};
        const int zs[3] = {grid.above_z(z), z, grid.below_z(z)};
        FUM_UNROLL for (int s = 0; s < 3; ++s) {
            column[s] = static_cast<Node>(xs[s]);
            if constexpr (Layout::separable) column[s] = at.column(column[s]) * static_cast<Node>(sizeof(T));
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
    /// Component i of the node from which direction i comes. Where rows are separable, a place is a row's start, which
    /// all threads of a block share, and 32 bits of bytes: nvcc then adds with two instructions and takes nothing from
    /// the multipliers (fp16 at 512^3: 32.1 GLUPS, with indices 31.3).
    FUM_HD T* place(int i) const {
        const Node x = column[1 + cx(i)];
        if constexpr (Layout::separable) {
            using Byte = std::conditional_t<std::is_const_v<T>, const char, char>;
            Byte* const first = reinterpret_cast<Byte*>(start[1 + cy(i)][1 + cz(i)]);
            return reinterpret_cast<T*>(first + x + at.component(i) * sizeof(T));
        } else {
            return f + at(row_of(i) + x, i);
        }
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
    static constexpr std::size_t last_cache_bytes = std::size_t{32} << 20;  ///< smaller pairs of arrays stay in it

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
            if constexpr (1 < lanes<V>)
                store_row(to, at, row + static_cast<Node>(x), i, in[i]);
            else if constexpr (Layout::separable)
                keep(to + at.row(row) + at.column(static_cast<Node>(x)) + at.component(i), in[i]);
            else
                keep(to + at(row + static_cast<Node>(x), i), in[i]);
        }
    }

    /// The streams of row (y, z); `to` as in store(), or null where nothing is written; `ahead` bytes are prefetched.
    FUM_HD RowStreams<T> streams(T* to, int y, int z, int ahead) const requires Layout::contiguous_rows {
        const Around<const T, Layout> around(f, at, grid, 0, y, z);
        const Node own = grid.slot(0, y, z);
        RowStreams<T> s;
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) {
            s.from[i] = f + at(around.row_of(i), i);
            s.to[i] = to ? to + at(own, i) : nullptr;
        }
        s.ahead = ahead / static_cast<int>(sizeof(T));
        s.past_caches =
            2 * at(0, 27) * sizeof(T) > last_cache_bytes && reinterpret_cast<std::uintptr_t>(s.to[13]) % 64 == 0;
        return s;
    }

    /// Asks for what lanes<V> nodes from x on will pull.
    template <class V>
    FUM_HD void prefetch(int x, int y, int z) const {
        const Around<const T, Layout> around(f, at, grid, 0, y, z);
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) {
            const T* from = f + at(around.row_of(i), i) + x;
            V::prefetch(from);
            if (cx(i) != 0) V::prefetch(from + (cx(i) > 0 ? -1 : lanes<V>));
        }
    }

    /// As above, for packs along a row.
    template <class V>
    FUM_HD void operator()(int x, int, int, V (&out)[27], const RowStreams<T>& row) const {
        constexpr bool whole_lines = lanes<V> * sizeof(T) >= 64;
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) out[i] = V::load(row.from[i] + (x - cx(i)));
        if (whole_lines || static_cast<std::size_t>(x) * sizeof(T) % 64 == 0)
            FUM_UNROLL_27 for (int i = 0; i < 27; ++i) V::prefetch(row.from[i] + (x + row.ahead));
        // at either end of a row one lane comes from the other end
        constexpr int last = lanes<V> - 1;
        if (x == 0) {
            FUM_UNROLL for (int i = 2; i < 27; i += 3) out[i] = out[i].with(0, fetch(row.from[i] + (grid.n.x - 1)));
        }
        if (x + last + 1 == grid.n.x) {
            FUM_UNROLL for (int i = 0; i < 27; i += 3) out[i] = out[i].with(last, fetch(row.from[i]));
        }
    }
    template <class V>
    FUM_HD void store(T*, int x, int, int, const V (&in)[27], const RowStreams<T>& row) const {
        if constexpr (sizeof(V) == 64 && sizeof(T) == 4) {
            if (row.past_caches) {
                FUM_UNROLL_27 for (int i = 0; i < 27; ++i) in[i].store_past_caches(row.to[i] + x);
                return;
            }
        }
        FUM_UNROLL_27 for (int i = 0; i < 27; ++i) in[i].store(row.to[i] + x);
    }
};

}  // namespace fum
