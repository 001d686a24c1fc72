// L floats that are worked on at once: GCC's vector extension with the operators kernels use. CPU only.
#pragma once

#include <cstring>

#include "sim/core/atomic.h"
#include "sim/core/half.h"
#include "sim/core/hd.h"
#include "sim/core/scalar.h"

namespace fum {

/// The vector types of L floats and L ints. Spelled out: GCC 12 does not take a dependent size in an overload.
template <int L>
struct Vectors;
template <>
struct Vectors<4> {
    typedef float Floats __attribute__((vector_size(16)));
    typedef int Ints __attribute__((vector_size(16)));
};
template <>
struct Vectors<8> {
    typedef float Floats __attribute__((vector_size(32)));
    typedef int Ints __attribute__((vector_size(32)));
};
template <>
struct Vectors<16> {
    typedef float Floats __attribute__((vector_size(64)));
    typedef int Ints __attribute__((vector_size(64)));
};

template <int L>
struct PackMask {
    typename Vectors<L>::Ints v;
};

template <int L>
struct Pack {
    using Raw = typename Vectors<L>::Floats;
    Raw v;

    Pack() = default;
    FUM_HD Pack(float a) : v(a - Raw{}) {}
    FUM_HD explicit Pack(Raw a) : v(a) {}

    FUM_HD friend Pack operator+(Pack a, Pack b) { return Pack(a.v + b.v); }
    FUM_HD friend Pack operator-(Pack a, Pack b) { return Pack(a.v - b.v); }
    FUM_HD friend Pack operator*(Pack a, Pack b) { return Pack(a.v * b.v); }
    FUM_HD friend Pack operator/(Pack a, Pack b) { return Pack(a.v / b.v); }
    FUM_HD friend Pack operator-(Pack a) { return Pack(-a.v); }
    FUM_HD Pack& operator+=(Pack b) {
        v += b.v;
        return *this;
    }
    FUM_HD Pack& operator-=(Pack b) {
        v -= b.v;
        return *this;
    }
    FUM_HD Pack& operator*=(Pack b) {
        v *= b.v;
        return *this;
    }
    FUM_HD friend PackMask<L> operator>(Pack a, Pack b) { return {a.v > b.v}; }
    FUM_HD friend PackMask<L> operator<(Pack a, Pack b) { return {a.v < b.v}; }

    FUM_HD static Pack load(const float* p) {
        Pack r;
        std::memcpy(&r.v, p, sizeof r.v);
        return r;
    }
    FUM_HD void store(float* p) const { std::memcpy(p, &v, sizeof v); }

    FUM_HD static Pack load(const Half* p) {
        Pack r;
#if defined(__AVX512F__)
        if constexpr (L == 16) {
            __m256i h;
            std::memcpy(&h, p, sizeof h);
            r.v = (Raw)_mm512_maskz_cvtph_ps(0xFFFF, h);
            return r;
        }
#endif
#if defined(__F16C__)
        if constexpr (L == 8) {
            __m128i h;
            std::memcpy(&h, p, sizeof h);
            r.v = (Raw)_mm256_cvtph_ps(h);
            return r;
        }
#endif
        for (int lane = 0; lane < L; ++lane) r.v[lane] = to_float(p[lane]);
        return r;
    }
    FUM_HD void store(Half* p) const {
#if defined(__AVX512F__)
        if constexpr (L == 16) {
            const __m256i h = _mm512_maskz_cvtps_ph(0xFFFF, (__m512)v, _MM_FROUND_TO_NEAREST_INT);
            std::memcpy(p, &h, sizeof h);
            return;
        }
#endif
#if defined(__F16C__)
        if constexpr (L == 8) {
            const __m128i h = _mm256_cvtps_ph((__m256)v, _MM_FROUND_TO_NEAREST_INT);
            std::memcpy(p, &h, sizeof h);
            return;
        }
#endif
        for (int lane = 0; lane < L; ++lane) p[lane] = to_half(v[lane]);
    }
};

/// x, y and z of L values of four floats that lie side by side.
template <int L>
FUM_HD void load_xyz(const Float4* p, Pack<L>& x, Pack<L>& y, Pack<L>& z) {
    float a[3][L];
    for (int lane = 0; lane < L; ++lane) a[0][lane] = p[lane].x, a[1][lane] = p[lane].y, a[2][lane] = p[lane].z;
    x = Pack<L>::load(a[0]), y = Pack<L>::load(a[1]), z = Pack<L>::load(a[2]);
}
template <int L>
FUM_HD void store_xyzw(Float4* p, const Pack<L>& x, const Pack<L>& y, const Pack<L>& z, const Pack<L>& w) {
    for (int lane = 0; lane < L; ++lane) p[lane] = {x.v[lane], y.v[lane], z.v[lane], w.v[lane]};
}

template <int L>
inline constexpr int lanes<Pack<L>> = L;

template <int L>
FUM_HD PackMask<L> operator&&(PackMask<L> a, PackMask<L> b) {
    return {a.v & b.v};
}
template <int L>
FUM_HD PackMask<L> operator!(PackMask<L> a) {
    return {~a.v};
}
template <int L>
FUM_HD Pack<L> select(PackMask<L> c, Pack<L> a, Pack<L> b) {
    return Pack<L>(c.v ? a.v : b.v);
}
template <int L>
FUM_HD Pack<L> larger(Pack<L> a, Pack<L> b) {
    return Pack<L>(a.v > b.v ? a.v : b.v);
}
template <int L>
FUM_HD Pack<L> smaller(Pack<L> a, Pack<L> b) {
    return Pack<L>(a.v < b.v ? a.v : b.v);
}
template <int L>
FUM_HD Pack<L> inverse(Pack<L> a) {
    return Pack<L>(1.0f - typename Pack<L>::Raw{}) / a;
}

template <int L>
FUM_HD Pack<L> root(Pack<L> a) {
    Pack<L> r;
    for (int lane = 0; lane < L; ++lane) r.v[lane] = __builtin_sqrtf(a.v[lane]);
    return r;
}

template <int L>
FUM_HD bool any(PackMask<L> c) {
    int all = 0;
    for (int lane = 0; lane < L; ++lane) all |= c.v[lane];
    return all != 0;
}

}  // namespace fum
