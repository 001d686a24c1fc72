// The compiled combinations, one row each. A knob is here only if it changes the inner loop; all others are run-time
// values.
#pragma once

#include "sim/collision/acm_mrt.h"
#include "sim/collision/bgk.h"
#include "sim/collision/central_mrt.h"
#include "sim/collision/none.h"
#include "sim/collision/raw_mrt.h"
#include "sim/fused.h"

namespace fum {

/// How populations are stored, laid out and relaxed, and which schedule of step.h they follow.
template <class T, class L, class C, bool Staged = false>
struct Row {
    using Stored = T;
    using Layout = L;
    using Collide = C;
    static constexpr bool staged = Staged;
};

// Node kernels of the CPU, which are compiled once per instruction set: SoA is what runs; any alpha is for comparison;
// fp64 is the tests' reference.
#define FUM_CPU_NODE_KERNELS(ROW)                     \
    ROW(PullCollide<float, Soa, AcmMrt<float>>)       \
    ROW(PullCollide<float, Soa, CentralMrt<float>>)   \
    ROW(PullCollide<float, Soa, RawMrt<float>>)       \
    ROW(PullCollide<float, Soa, Bgk<float, 2>>)       \
    ROW(PullCollide<float, Soa, Bgk<float, 6>>)       \
    ROW(PullCollide<float, Soa, NoCollision<float>>)  \
    ROW(PullCollide<float, CsoaAny, AcmMrt<float>>)   \
    ROW(PullCollide<Half, Soa, AcmMrt<float>>)        \
    ROW(PullCollide<double, Soa, AcmMrt<double>>)     \
    ROW(PullCollide<double, Soa, CentralMrt<double>>) \
    ROW(PullCollide<double, Soa, RawMrt<double>>)     \
    ROW(PullCollide<double, Soa, Bgk<double, 2>>)     \
    ROW(PullCollide<double, Soa, Bgk<double, 6>>)

#define FUM_CPU_BAND_KERNELS(ROW)  \
    ROW(BandMacro<float, Soa>)     \
    ROW(BandMacro<float, CsoaAny>) \
    ROW(BandMacro<Half, Soa>)      \
    ROW(BandMacro<double, Soa>)

}  // namespace fum
