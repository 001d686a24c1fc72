// Streaming (Eq. 3) as part of the kernel that needs the populations: node x pulls f_i from x - c_i.
#pragma once

#include <cstddef>
#include <type_traits>

#include "sim/lattice/d3q27.h"
#include "sim/lattice/grid.h"

namespace fum {

/// Component i of nodes x + dx .. x + dx + lanes - 1 of a row that begins at node `row`, periodic in the row of nx
/// nodes. Needs x + lanes <= nx. Only for packs; a scalar reads f[at(k, i)] itself.
template <class V, class Layout>
FUM_HD V load_row(const float* f, const Layout& at, Node row, int x, int dx, int nx, int i) {
    constexpr int count = lanes<V>;
    const int first = x + dx;
    if constexpr (Layout::contiguous_rows) {
        const float* p = f + (static_cast<std::ptrdiff_t>(at(row, i)) + first);
        V v = V::load(p);
        if (first < 0) v.v[0] = p[nx];
        if (first + count > nx) v.v[count - 1] = p[count - 1 - nx];
        return v;
    } else {
        const bool inside = first >= 0 && first + count <= nx;
        if (inside && at.together(row + static_cast<Node>(first), count))
            return V::load(f + at(row + static_cast<Node>(first), i));
        V v;
        for (int lane = 0; lane < count; ++lane)
            v.v[lane] = f[at(row + static_cast<Node>(wrapped(first + lane, nx)), i)];
        return v;
    }
}

template <class V, class Layout>
FUM_HD void store_row(float* f, const Layout& at, Node k, int i, const V& v) {
    constexpr int count = lanes<V>;
    if (at.together(k, count)) {
        v.store(f + at(k, i));
    } else {
        for (int lane = 0; lane < count; ++lane) f[at(k + static_cast<Node>(lane), i)] = v.v[lane];
    }
}

/// All populations that arrive at a node (V a number) or at lanes<V> nodes from x on (V a pack).
template <class Real, class Layout>
struct Pull {
    const Real* f;  ///< [27][nodes] in layout `at`, stored as f_i - w_i
    Layout at;
    Grid grid;

    template <class V>
    FUM_HD void operator()(int x, int y, int z, V (&out)[27]) const {
        const Node nx = static_cast<Node>(grid.n.x), plane = nx * static_cast<Node>(grid.n.y);
        const Node rows[3] = {nx * static_cast<Node>(wrapped(y + 1, grid.n.y)), nx * static_cast<Node>(y),
                              nx * static_cast<Node>(wrapped(y - 1, grid.n.y))};
        const Node planes[3] = {plane * static_cast<Node>(wrapped(z + 1, grid.n.z)), plane * static_cast<Node>(z),
                                plane * static_cast<Node>(wrapped(z - 1, grid.n.z))};
        if constexpr (std::is_same_v<V, Real>) {
            const Node columns[3] = {static_cast<Node>(wrapped(x + 1, grid.n.x)), static_cast<Node>(x),
                                     static_cast<Node>(wrapped(x - 1, grid.n.x))};
            FUM_UNROLL_27 for (int i = 0; i < 27; ++i) out[i] =
                f[at(columns[i % 3] + rows[i / 3 % 3] + planes[i / 9], i)];
        } else {
            FUM_UNROLL_27 for (int i = 0; i < 27; ++i) out[i] =
                load_row<V>(f, at, rows[i / 3 % 3] + planes[i / 9], x, -cx(i), grid.n.x, i);
        }
    }
};

}  // namespace fum
