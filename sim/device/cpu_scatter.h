// Samples of the immersed boundary in packs, for cpu_rows.cpp. Places, weights and body velocities are worked out for L
// samples at once; then, sample by sample, a vector holds xyzw of several corners of the cell, so that interpolation
// and spreading cost a handful of instructions however few samples a cell has. What a run of one cell gives its corners
// stays in registers until the run ends, and what a piece gives its groups in the piece's own memory: no atomics, and
// the same sums whatever the threads do.
#pragma once

#include "sim/device/cpu.h"
#include "sim/immersed/body.h"
#include "sim/lattice/pack_xyzw.h"

namespace fum {

/// L samples side by side. K: PenaltySpread, SpreadArea or GatherNormaliser.
template <int L>
struct SampleBatch {
    float frac[3][L];         ///< of the place in its cell
    std::int32_t base[3][L];  ///< the cell's first node
    std::uint32_t cell[L];    ///< key of the cell, `nowhere` for samples outside
    std::int64_t corner[4]
                       [L];  ///< where the band keeps the cell's corners 0, 2, 4 and 6, for the first sample of a cell
    Float4 wall[L];          ///< velocity of the body
    Float4 scale[L];         ///< chi dA / c in x, y and z; 0 in w

    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

    template <class K>
    FUM_HD void prepare(const K& k, std::int64_t s) {
        using P = Pack<L>;
        const std::int64_t count = k.samples.count;
        const P at[3] = {P::load(k.samples.place + s), P::load(k.samples.place + count + s),
                         P::load(k.samples.place + 2 * count + s)};
        PackMask<L> inside = at[0] < P(1e9f);
        typename Vectors<L>::Ints key{};
        FUM_UNROLL for (int d = 2; d >= 0; --d) {
            const bool wraps = k.periodic >> d & 1;
            const P n(static_cast<float>(k.grid.n[d]));
            P p = at[d];
            if (wraps) {
                p -= n * floor(p / n);
                p = select(p < n, p, P(0.0f));
            }
            const P whole = floor(p);
            inside = inside && at[d] > P(-1e9f) && at[d] < P(1e9f) && !(whole < P(0.0f)) &&
                     (wraps ? whole < n : whole + P(1.0f) < n);
            const auto node = __builtin_convertvector(whole.v, typename Vectors<L>::Ints);
            key = key * k.grid.n[d] + node;
            (p - whole).store(frac[d]);
            std::memcpy(base[d], &node, sizeof node);
        }
        key = inside.v ? key : PackMask<L>{}.v - 1;
        std::memcpy(cell, &key, sizeof key);
        if constexpr (std::is_same_v<K, PenaltySpread>) {
            const Vec3<P> b = k.wall(at[0], at[1], at[2]);
            const P ratio = P(k.chi) * P::load(k.samples.area + s) / P::load(k.samples.normaliser + s);
            store_xyzw(wall, b.x, b.y, b.z, P(0.0f));
            store_xyzw(scale, ratio, ratio, ratio, P(0.0f));
        }
    }

    FUM_HD Stencil stencil(int lane) const {
        Stencil at;
        FUM_UNROLL for (int d = 0; d < 3; ++d) at.base[d] = base[d][lane];
        return at;
    }

    /// Finds the corners of the cells, and asks for what lies there.
    template <class K>
    FUM_HD void find(const K& k, int samples) {
        for (int lane = 0; lane < samples; ++lane) {
            if (cell[lane] == nowhere || (lane > 0 && cell[lane] == cell[lane - 1])) continue;
            FUM_UNROLL for (int row = 0; row < 4; ++row) {
                corner[row][lane] = stencil(lane).index(k.grid, k.band, 2 * row);
                if constexpr (std::is_same_v<K, PenaltySpread>) Pack<L>::prefetch(k.u + corner[row][lane]);
                if constexpr (std::is_same_v<K, GatherNormaliser>) Pack<L>::prefetch(k.area + corner[row][lane]);
            }
        }
    }
};

/// A cell while its samples pass: 32 / L vectors of xyzw of L / 4 corners each, in the order of Stencil's corners.
template <int L, class K>
struct CellRun {
    using P = Pack<L>;
    using Batch = SampleBatch<L>;
    static constexpr int vectors = 32 / L;
    static constexpr bool reads = !std::is_same_v<K, SpreadArea>, spreads = !std::is_same_v<K, GatherNormaliser>;

    P at_rest[3][vectors], by_frac[3][vectors];  ///< weight of a corner along an axis = at_rest + by_frac frac
    P there[vectors], sum[vectors];              ///< what samples find at the corners, and what they give them
    std::int32_t to[8];                          ///< where the piece keeps the corners
    std::uint32_t cell = Batch::nowhere;

    FUM_HD CellRun() {
        for (int j = 0; j < vectors; ++j) there[j] = sum[j] = P(0.0f);
        for (int d = 0; d < 3; ++d)
            for (int j = 0; j < vectors; ++j)
                for (int lane = 0; lane < L; ++lane) {
                    const bool far = (j * L + lane) / 4 >> d & 1;
                    at_rest[d][j].v[lane] = far ? 0.0f : 1.0f;
                    by_frac[d][j].v[lane] = far ? 1.0f : -1.0f;
                }
    }

    /// False if the piece has no room for the corners' groups.
    FUM_HD bool open(const K& k, ScatterPiece& piece, const Batch& batch, int lane) {
        const int shift = k.band.shift, in_group = (1 << shift) - 1;
        std::int64_t index[8];
        FUM_UNROLL for (int row = 0; row < 4; ++row) {
            const std::int64_t first = batch.corner[row][lane];
            // the neighbour along x is the next one in memory unless a group or the box ends there
            const bool next = (first & in_group) != in_group && batch.base[0][lane] + 1 < k.grid.n.x;
            index[2 * row] = first;
            index[2 * row + 1] = next ? first + 1 : batch.stencil(lane).index(k.grid, k.band, 2 * row + 1);
        }
        if constexpr (spreads)
            if (!piece.find(index, shift, to)) return false;
        FUM_UNROLL for (int j = 0; j < vectors; ++j) {
            if constexpr (std::is_same_v<K, PenaltySpread>) there[j] = P::of_quarters(k.u, index + j * L / 4);
            if constexpr (std::is_same_v<K, GatherNormaliser>) {
                there[j] = P(0.0f);
                for (int q = 0; q < L / 4; ++q) there[j].v[4 * q] = k.area[index[j * L / 4 + q]];
            }
            sum[j] = P(0.0f);
        }
        cell = batch.cell[lane];
        return true;
    }

    /// A sample of this cell. Returns, in every four lanes, what it gives (Eqs. 6, 7) or, for GatherNormaliser, finds.
    FUM_HD P take(const K& k, const Batch& batch, int lane, std::int64_t s) {
        const P x(batch.frac[0][lane]), y(batch.frac[1][lane]), z(batch.frac[2][lane]);
        P weight[vectors], found(0.0f), given(0.0f);
        FUM_UNROLL for (int j = 0; j < vectors; ++j) {
            weight[j] = (at_rest[0][j] + by_frac[0][j] * x) * (at_rest[1][j] + by_frac[1][j] * y) *
                        (at_rest[2][j] + by_frac[2][j] * z);
            if constexpr (reads) found += weight[j] * there[j];
        }
        if constexpr (reads) found = found.sum_of_quarters();
        if constexpr (!spreads) return found;
        if constexpr (std::is_same_v<K, PenaltySpread>)
            given = P::repeated(batch.scale[lane]) * found.last_of_four() * (P::repeated(batch.wall[lane]) - found);
        else if constexpr (spreads)
            given = P(k.samples.area[s]);
        FUM_UNROLL for (int j = 0; j < vectors; ++j) sum[j] += weight[j] * given;
        return given;
    }

    FUM_HD void close(ScatterPiece& piece) {
        if (spreads && cell != Batch::nowhere)
            FUM_UNROLL for (int j = 0; j < vectors; ++j) sum[j].add_quarters(piece.sums, to + j * L / 4);
        cell = Batch::nowhere;
    }
};

/// What is kept of a sample: its force, or its normaliser.
template <int L>
FUM_HD void keep_sample(const PenaltySpread& k, std::int64_t s, const Pack<L>& given) {
    if (k.g_s) given.store_first_four(k.g_s + s);
}
template <int L>
FUM_HD void keep_sample(const SpreadArea&, std::int64_t, const Pack<L>&) {}
template <int L>
FUM_HD void keep_sample(const GatherNormaliser& k, std::int64_t s, const Pack<L>& found) {
    k.samples.normaliser[s] = found.v[0] > 1e-12f ? found.v[0] : 1.0f;
}

/// Samples [begin, end) of a kernel; returns the first one for which the piece had no room. The cells of a batch are
/// looked up while the batch before is worked on, so that what lies there has time to arrive.
template <int L, class K>
FUM_HD std::int64_t scatter_in_packs(const K& k, std::int64_t begin, std::int64_t end, ScatterPiece& piece) {
    SampleBatch<L> batches[2];
    CellRun<L, K> run;
    std::int64_t before = begin;
    for (std::int64_t i = begin; i < end + L; i += L) {
        if (i < end) {
            SampleBatch<L>& next = batches[(i - begin) / L & 1];
            next.prepare(k, i);
            next.find(k, static_cast<int>(end - i < L ? end - i : L));
        }
        if (i == begin) continue;
        const SampleBatch<L>& batch = batches[(before - begin) / L & 1];
        const int count = static_cast<int>(end - before < L ? end - before : L);
        for (int lane = 0; lane < count; ++lane) {
            const bool outside = batch.cell[lane] == SampleBatch<L>::nowhere;
            if (batch.cell[lane] != run.cell) {
                run.close(piece);
                if (!outside && !run.open(k, piece, batch, lane)) return before + lane;
            }
            keep_sample<L>(k, before + lane, outside ? Pack<L>(0.0f) : run.take(k, batch, lane, before + lane));
        }
        before = i;
    }
    run.close(piece);
    return end;
}

}  // namespace fum
