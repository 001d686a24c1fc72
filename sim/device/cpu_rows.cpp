// Node kernels over rows in packs. Compiled once per instruction set, with FUM_ISA naming it: only always-inlined
// kernel text and the templates below, whose names carry the set, may end up in this object.
#include "sim/lattice/pack_xyzw.h"
//
#include "sim/device/cpu.h"
#include "sim/device/cpu_scatter.h"
#include "sim/device/cpu_tracers.h"
#include "sim/menu.h"

namespace fum {

namespace {
#if defined(__AVX512F__)
constexpr int pack_lanes = 16;
#elif defined(__AVX2__)
constexpr int pack_lanes = 8;
#else
constexpr int pack_lanes = 4;
#endif
constexpr int ahead_bytes = 256;  // 128 and 512 are slower; without, ACM-MRT has half the speed

/// Where a kernel sends populations; null where it does not.
template <class K>
FUM_HD auto target(const K& k) {
    if constexpr (requires { k.out; })
        return k.out;
    else
        return std::add_pointer_t<std::remove_const_t<std::remove_pointer_t<decltype(k.pull.f)>>>{};
}

/// Nodes x0 .. x1 - 1 of a row: packs, which prefetch `ahead` bytes, then what is left over one by one.
template <class K>
FUM_HD void run(const K& k, int x0, int x1, int y, int z, int ahead) {
    using P = Pack<pack_lanes>;
    int x = x0;
    if constexpr (std::is_same_v<typename K::Number, float>) {
        if constexpr (requires { k.template operator()<P>(x, y, z, k.pull.streams(target(k), y, z, ahead)); }) {
            const auto streams = k.pull.streams(target(k), y, z, ahead);
            for (; x + pack_lanes <= x1; x += pack_lanes) {
                asm("" : "+r"(x));  // else GCC keeps 54 running pointers in memory
                k.template operator()<P>(x, y, z, streams);
            }
        } else {
            for (; x + pack_lanes <= x1; x += pack_lanes) k.template operator()<P>(x, y, z);
        }
    }
    for (; x < x1; ++x) k.template operator()<typename K::Number>(x, y, z);
}
}  // namespace

template <Isa, class K>
void cpu_rows(const K& k, std::int64_t begin, std::int64_t end) {
    const Int3 n = k.pull.grid.n;
    for (std::int64_t row = begin; row < end; ++row)
        run(k, 0, n.x, static_cast<int>(row % n.y), static_cast<int>(row / n.y), ahead_bytes);
    flush_stores();
}

template <Isa, class K>
void cpu_groups(const K& k, const std::int32_t* list, std::int64_t begin, std::int64_t end) {
    const Int3 n = k.pull.grid.n;
    for (std::int64_t j = begin; j < end; ++j) {
        if constexpr (requires { k.pull.streams(target(k), 0, 0, 0); }) {  // the next group but one may lie anywhere
            const std::int32_t group = list[std::min(j + 2, end - 1)], row = group / k.band.per_row;
            k.pull.template prefetch<Pack<pack_lanes>>((group - row * k.band.per_row) << k.band.shift, row % n.y,
                                                       row / n.y);
        }
        const std::int32_t row = list[j] / k.band.per_row, x = (list[j] - row * k.band.per_row) << k.band.shift;
        run(k, x, std::min(x + (1 << k.band.shift), n.x), row % n.y, row / n.y, 0);
    }
}

template <Isa, class K>
std::int64_t cpu_scatter(const K& k, std::int64_t begin, std::int64_t end, ScatterPiece& piece) {
    return scatter_in_packs<pack_lanes>(k, begin, end, piece);
}

template <Isa, class K>
void cpu_tracers(const K& k, std::int64_t begin, std::int64_t end) {
    advect_tracers(k, begin, end);
}
template void cpu_tracers<Isa::FUM_ISA, AdvectTracers>(const AdvectTracers&, std::int64_t, std::int64_t);

#define FUM_SAMPLES(...)                                                                                         \
    template std::int64_t cpu_scatter<Isa::FUM_ISA, __VA_ARGS__>(const __VA_ARGS__&, std::int64_t, std::int64_t, \
                                                                 ScatterPiece&);
FUM_SAMPLES(PenaltySpread)
FUM_SAMPLES(SpreadArea)
FUM_SAMPLES(GatherNormaliser)
#define FUM_ROWS(...) template void cpu_rows<Isa::FUM_ISA, __VA_ARGS__>(const __VA_ARGS__&, std::int64_t, std::int64_t);
#define FUM_GROUPS(...)                                                                                        \
    template void cpu_groups<Isa::FUM_ISA, __VA_ARGS__>(const __VA_ARGS__&, const std::int32_t*, std::int64_t, \
                                                        std::int64_t);
FUM_CPU_NODE_KERNELS(FUM_ROWS)
FUM_CPU_BAND_KERNELS(FUM_GROUPS)

}  // namespace fum
