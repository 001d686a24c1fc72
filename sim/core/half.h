// Half floats (IEEE binary16) as storage: arithmetic is always done in float.
#pragma once

#include <bit>
#include <cstdint>

#include "sim/core/hd.h"

#if !defined(__CUDACC__) && defined(__F16C__)
#include <immintrin.h>
#endif

namespace fum {

/// 1 sign, 5 exponent and 10 fraction bits.
struct Half {
    std::uint16_t bits;
};

/// Four of them, as a texel holds them.
struct alignas(8) Half4 {
    Half x, y, z, w;
};

namespace detail {

/// By bit operations, for machines without an instruction for it. Exact.
inline float half_to_float(std::uint16_t h) {
    const std::uint32_t sign = static_cast<std::uint32_t>(h & 0x8000u) << 16, rest = h & 0x7FFFu;
    if (rest >= 0x7C00u) return std::bit_cast<float>(sign | 0x7F800000u | (rest & 0x3FFu) << 13);
    if (rest >= 0x400u) return std::bit_cast<float>(sign | ((rest << 13) + (112u << 23)));
    const float tiny = static_cast<float>(rest) * 5.9604644775390625e-8f;  // 2^-24
    return sign ? -tiny : tiny;
}

/// Round to nearest, ties to even; beyond the range infinity; nan stays nan.
inline std::uint16_t float_to_half(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value), sign = bits >> 16 & 0x8000u;
    const std::uint32_t rest = bits & 0x7FFFFFFFu;
    if (rest > 0x7F800000u) return static_cast<std::uint16_t>(sign | 0x7E00u);
    if (rest >= 0x477FF000u) return static_cast<std::uint16_t>(sign | 0x7C00u);  // from 65520 on
    if (rest < 0x38800000u) {  // below the smallest normal half: let the float unit round at 2^-24
        const float shifted = std::bit_cast<float>(rest) + 0.5f;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000u));
    }
    const std::uint32_t odd = rest >> 13 & 1u;
    return static_cast<std::uint16_t>(sign | ((rest + 0xFFFu + odd - (112u << 23)) >> 13));
}

}  // namespace detail

FUM_HD float to_float(Half h) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(h.bits));
    return r;
#elif !defined(__CUDACC__) && defined(__F16C__)
    return _cvtsh_ss(h.bits);
#else
    return detail::half_to_float(h.bits);
#endif
}

FUM_HD Half to_half(float value) {
#if defined(__CUDA_ARCH__)
    Half r;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r.bits) : "f"(value));
    return r;
#elif !defined(__CUDACC__) && defined(__F16C__)
    return {static_cast<std::uint16_t>(_cvtss_sh(value, _MM_FROUND_TO_NEAREST_INT))};
#else
    return {detail::float_to_half(value)};
#endif
}

}  // namespace fum
