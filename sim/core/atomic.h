// Additions that many threads may do to one place.
#pragma once

#include <cstdint>

#include "sim/core/hd.h"

#if !defined(__CUDA_ARCH__)
#include <atomic>
#endif

namespace fum {

/// *p += v, atomically. float and double.
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

/// *p becomes v if it was `expected`; true if this call changed it.
FUM_HD bool atomic_claim(std::int32_t* p, std::int32_t expected, std::int32_t v) {
#if defined(__CUDA_ARCH__)
    return atomicCAS(p, expected, v) == expected;
#else
    return std::atomic_ref<std::int32_t>(*p).compare_exchange_strong(expected, v, std::memory_order_relaxed);
#endif
}

/// Returns *p and adds 1.
FUM_HD std::int32_t atomic_next(std::int32_t* p) {
#if defined(__CUDA_ARCH__)
    return atomicAdd(p, 1);
#else
    return std::atomic_ref<std::int32_t>(*p).fetch_add(1, std::memory_order_relaxed);
#endif
}

}  // namespace fum
