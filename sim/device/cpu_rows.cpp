// Node kernels over rows in packs. Compiled once per instruction set, with FUM_ISA naming it: only always-inlined
// kernel text and the templates below, whose names carry the set, may end up in this object.
#include "sim/lattice/pack.h"
//
#include "sim/device/cpu.h"
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

/// Nodes x0 .. x1 - 1 of a row: packs, then what is left over one by one.
template <class K>
FUM_HD void run(const K& k, int x0, int x1, int y, int z) {
    int x = x0;
    if constexpr (std::is_same_v<typename K::Number, float>) {
        for (; x + pack_lanes <= x1; x += pack_lanes) k.template operator()<Pack<pack_lanes>>(x, y, z);
    }
    for (; x < x1; ++x) k.template operator()<typename K::Number>(x, y, z);
}
}  // namespace

template <Isa, class K>
void cpu_rows(const K& k, std::int64_t begin, std::int64_t end) {
    const Int3 n = k.pull.grid.n;
    for (std::int64_t row = begin; row < end; ++row)
        run(k, 0, n.x, static_cast<int>(row % n.y), static_cast<int>(row / n.y));
}

template <Isa, class K>
void cpu_groups(const K& k, const std::int32_t* list, std::int64_t begin, std::int64_t end) {
    const Int3 n = k.pull.grid.n;
    for (std::int64_t j = begin; j < end; ++j) {
        const std::int32_t row = list[j] / k.band.per_row, x = (list[j] - row * k.band.per_row) << k.band.shift;
        run(k, x, std::min(x + (1 << k.band.shift), n.x), row % n.y, row / n.y);
    }
}

#define FUM_ROWS(...) template void cpu_rows<Isa::FUM_ISA, __VA_ARGS__>(const __VA_ARGS__&, std::int64_t, std::int64_t);
#define FUM_GROUPS(...)                                                                                        \
    template void cpu_groups<Isa::FUM_ISA, __VA_ARGS__>(const __VA_ARGS__&, const std::int32_t*, std::int64_t, \
                                                        std::int64_t);
FUM_CPU_NODE_KERNELS(FUM_ROWS)
FUM_CPU_BAND_KERNELS(FUM_GROUPS)

}  // namespace fum
