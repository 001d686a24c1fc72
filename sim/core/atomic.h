// Additions that many threads may do to one place.
#pragma once

#include <cmath>
#include <cstdint>

#include "sim/core/hd.h"

#if !defined(__CUDA_ARCH__)
#include <atomic>
#endif

namespace fum {

/// *p += v, atomically. float, double, std::int32_t, std::uint32_t and unsigned long long.
template <class T>
FUM_HD void atomic_add(T* p, T v) {
#if defined(__CUDA_ARCH__)
    atomicAdd(p, v);
#else
    std::atomic_ref<T>(*p).fetch_add(v, std::memory_order_relaxed);
#endif
}

/// Four floats, 16-byte aligned, as one value where the machine can load, store or add them at once.
struct alignas(16) Float4 {
    float x, y, z, w;
};

FUM_HD void store_xyzw(Float4* p, float x, float y, float z, float w) { *p = {x, y, z, w}; }
FUM_HD void store_xyzw(Float4* p, double x, double y, double z, double w) {
    *p = {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), static_cast<float>(w)};
}

/// p->xyz += v.xyz. One instruction on sm_90 and later.
FUM_HD void atomic_add_xyz(Float4* p, float x, float y, float z) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    atomicAdd(reinterpret_cast<float4*>(p), make_float4(x, y, z, 0.0f));
#else
    atomic_add(&p->x, x);
    atomic_add(&p->y, y);
    atomic_add(&p->z, z);
#endif
}

/// Sums in fixed point: integers add up to the same whatever the order, so two runs are equal to the bit. Forces: three
/// of 32 bits in units of 2^-26 (they stay below 1, 32 would be too much; 1.5e-8 is finer than a float at 0.2); areas:
/// 64 bits in 2^-32; smoke: 32 bits in 2^-18 of a tracer (16,384 of them on one node).
struct alignas(16) Fixed4 {
    std::int32_t x, y, z, w;
};
inline constexpr float force_steps = 67108864.0f, smoke_steps = 262144.0f;
inline constexpr double area_steps = 4294967296.0;

FUM_HD void atomic_add_xyz(Fixed4* p, float x, float y, float z) {
    atomic_add(&p->x, static_cast<std::int32_t>(std::rint(x * force_steps)));
    atomic_add(&p->y, static_cast<std::int32_t>(std::rint(y * force_steps)));
    atomic_add(&p->z, static_cast<std::int32_t>(std::rint(z * force_steps)));
}
FUM_HD void atomic_add_area(unsigned long long* p, float area) {
    atomic_add(p, static_cast<unsigned long long>(static_cast<double>(area) * area_steps));
}

/// *p becomes v if it was `expected`; true if this call changed it.
FUM_HD bool atomic_claim(std::int32_t* p, std::int32_t expected, std::int32_t v) {
#if defined(__CUDA_ARCH__)
    return atomicCAS(p, expected, v) == expected;
#else
    return std::atomic_ref<std::int32_t>(*p).compare_exchange_strong(expected, v, std::memory_order_relaxed);
#endif
}

/// Returns *p and adds `count`.
FUM_HD std::int32_t atomic_next(std::int32_t* p, std::int32_t count = 1) {
#if defined(__CUDA_ARCH__)
    return atomicAdd(p, count);
#else
    return std::atomic_ref<std::int32_t>(*p).fetch_add(count, std::memory_order_relaxed);
#endif
}

/// Returns *p and adds 1, as atomic_next. Threads of a warp that come with the same p at once add once together: memory
/// answers one atomic after another, a million tracers in order in 163 us.
FUM_HD std::int32_t atomic_next_in_warp(std::int32_t* p) {
#if defined(__CUDA_ARCH__)
    const unsigned here = __activemask(), lane = threadIdx.x & 31u;
    const unsigned same = __match_any_sync(here, reinterpret_cast<unsigned long long>(p));
    const int first = __ffs(static_cast<int>(same)) - 1;
    std::int32_t before = 0;
    if (lane == static_cast<unsigned>(first)) before = atomicAdd(p, __popc(same));
    before = __shfl_sync(same, before, first);
    return before + __popc(same & ((1u << lane) - 1u));
#else
    return atomic_next(p);
#endif
}

}  // namespace fum
