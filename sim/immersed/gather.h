// Eq. 8 by gathering, as the paper's baseline does it (Sec. 4.3): a node looks for samples in the eight cells round it.
// A cell, named by its lowest node, knows where its samples begin in a list; the list is made anew when bodies move and
// serves samples in any order:
//
//   count  [cells]    ->  first [cells]        ->  list [samples]
//   CountCells            AllotCells               ListSamples
#pragma once

#include "sim/immersed/body.h"

namespace fum {

struct CellGrid {
    std::int32_t* count;   ///< [cells]: samples of a cell
    std::int32_t* first;   ///< [cells]: where they begin in `list`; only where count > 0
    std::int32_t* list;    ///< [samples]
    std::int32_t* rank;    ///< [samples]: place among those of the cell, -1: its stencil leaves the domain
    std::int32_t* listed;  ///< [1]: used up of `list`
};

FUM_HD Stencil stencil_of(const Grid& grid, int periodic, const Samples& samples, std::int64_t s) {
    return stencil_at(grid, periodic, samples.place[s], samples.place[samples.count + s],
                      samples.place[2 * samples.count + s]);
}

/// Into counts that hold zeros.
struct CountCells {
    Grid grid;
    int periodic;
    Samples samples;
    CellGrid cells;

    FUM_HD void operator()(std::int64_t s) const {
        const Stencil at = stencil_of(grid, periodic, samples, s);
        cells.rank[s] = at.inside ? atomic_next(&cells.count[grid.at(at.base[0], at.base[1], at.base[2])]) : -1;
    }
};

/// Gives each cell that has samples its part of the list, cells in no particular order.
struct AllotCells {
    CellGrid cells;

    FUM_HD void operator()(std::int64_t cell) const {
        if (cells.count[cell] > 0) cells.first[cell] = atomic_next(cells.listed, cells.count[cell]);
    }
};

struct ListSamples {
    Grid grid;
    int periodic;
    Samples samples;
    CellGrid cells;

    FUM_HD void operator()(std::int64_t s) const {
        if (cells.rank[s] < 0) return;
        const Stencil at = stencil_of(grid, periodic, samples, s);
        cells.list[cells.first[grid.at(at.base[0], at.base[1], at.base[2])] + cells.rank[s]] =
            static_cast<std::int32_t>(s);
    }
};

/// Eqs. 6 and 7 alone: the force of each sample is kept in g_s.
struct Penalty {
    PenaltySpread sample;
    FUM_HD void operator()(std::int64_t item) const { sample.evaluate(item); }
};

/// Eq. 8 for the nodes of one body's bounding box: g(x) += sum K(x_s - x) dA_s g_s over the samples of that body.
struct GatherForce {
    Grid grid;
    int periodic;
    Samples samples;
    CellGrid cells;
    const Float4* g_s;  ///< [count]: dA_s g_s
    Band band;
    std::int64_t first, last;  ///< samples of the body
    Int3 low, size;            ///< the box in nodes; it may pass the end of a periodic axis

    FUM_HD void operator()(std::int64_t item) const {
        const std::int64_t row = item / size.x;
        const int x = low.x + static_cast<int>(item - row * size.x), y = low.y + static_cast<int>(row % size.y),
                  z = low.z + static_cast<int>(row / size.y);
        const int p[3] = {around(x, 0), around(y, 1), around(z, 2)};
        float fx = 0, fy = 0, fz = 0;
        for (int corner = 0; corner < 8; ++corner) {
            // the cell whose stencil has this node as that corner
            int c[3] = {p[0] - (corner & 1), p[1] - (corner >> 1 & 1), p[2] - (corner >> 2)};
            bool exists = true;
            FUM_UNROLL for (int d = 0; d < 3; ++d) {
                exists = exists && (c[d] >= 0 || (periodic >> d & 1));
                if (c[d] < 0) c[d] += grid.n[d];
            }
            if (exists) add_cell(grid.at(c[0], c[1], c[2]), corner, fx, fy, fz);
        }
        Float4& g = band.g[band.index(p[0], p[1], p[2])];
        g.x += fx, g.y += fy, g.z += fz;
    }

    FUM_HD int around(int a, int axis) const {
        const int n = grid.n[axis];
        return periodic >> axis & 1 ? (a % n + n) % n : a;
    }

    FUM_HD void add_cell(Node cell, int corner, float& fx, float& fy, float& fz) const {
        const std::int32_t count = cells.count[cell];
        for (std::int32_t j = 0; j < count; ++j) {
            const std::int32_t s = cells.list[cells.first[cell] + j];
            if (s < first || s >= last) continue;
            const float weight = stencil_of(grid, periodic, samples, s).weight(corner);
            fx += weight * g_s[s].x, fy += weight * g_s[s].y, fz += weight * g_s[s].z;
        }
    }
};

}  // namespace fum
