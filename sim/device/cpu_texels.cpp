// Kernels that turn floats into halves. Compiled once per instruction set like cpu_rows.cpp: from AVX2 on there is an
// instruction for it.
#include "sim/device/cpu.h"
#include "sim/smoke/texels.h"

namespace fum {

template <Isa, class K>
void cpu_items(const K& k, std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) k(i);
}

template void cpu_items<Isa::FUM_ISA, PackFlow<FlowTexels>>(const PackFlow<FlowTexels>&, std::int64_t, std::int64_t);
template void cpu_items<Isa::FUM_ISA, PackSmoke<SmokeTexels>>(const PackSmoke<SmokeTexels>&, std::int64_t,
                                                              std::int64_t);

}  // namespace fum
