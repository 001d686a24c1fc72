// L floats that are worked on at once: GCC's vector extension with the operators kernels use. CPU only.
#pragma once

#include <cstring>
#include <utility>

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
    /// To memory without a copy in the caches, where there is an instruction for it. Needs p on a boundary of its own
    /// size and, at the end of the work, flush_stores().
    FUM_HD void store_past_caches(float* p) const {
#if defined(__AVX512F__)
        if constexpr (L == 16) return _mm512_stream_ps(p, (__m512)v);
#endif
        store(p);
    }
    /// Asks for the cache line of p.
    FUM_HD static void prefetch(const void* p) { __builtin_prefetch(p); }

    /// xyzw of L / 4 places of four floats, and adding to them.
    FUM_HD static Pack of_quarters(const Float4* from, const std::int64_t* index) {
        Pack r;
        if constexpr (L == 4)
            r.v = quad(from[index[0]]);
        else if constexpr (L == 8)
            r.v = __builtin_shufflevector(quad(from[index[0]]), quad(from[index[1]]), 0, 1, 2, 3, 4, 5, 6, 7);
        else
            r.v = __builtin_shufflevector(Pack<8>::of_quarters(from, index).v, Pack<8>::of_quarters(from, index + 2).v,
                                          0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        return r;
    }
    FUM_HD void add_quarters(Float4* to, const std::int32_t* index) const {
        if constexpr (L == 4) {
            (Pack(quad(to[index[0]])) + *this).store(&to[index[0]].x);
        } else {
            Pack<L / 2> low, high;
            std::memcpy(&low.v, &v, sizeof low.v);
            std::memcpy(&high.v, reinterpret_cast<const char*>(&v) + sizeof low.v, sizeof high.v);
            low.add_quarters(to, index);
            high.add_quarters(to, index + L / 8);
        }
    }
    /// Four floats in every four lanes.
    FUM_HD static Pack repeated(const Float4& from) {
        const std::int64_t same[4] = {0, 0, 0, 0};
        return of_quarters(&from, same);
    }
    FUM_HD void store_first_four(Float4* to) const { std::memcpy(to, &v, sizeof *to); }

    /// This with another number in one lane.
    FUM_HD Pack with(int lane, float a) const {
        typename Vectors<L>::Ints chosen{};
        chosen[lane] = -1;
        return Pack(chosen ? Pack(a).v : v);
    }

    /// The sum of all four lanes' first, second, third and fourth values, in every four lanes.
    FUM_HD Pack sum_of_quarters() const { return sum_of_quarters(std::make_integer_sequence<int, L>{}); }
    /// The fourth value of every four lanes in all four of them.
    FUM_HD Pack last_of_four() const { return last_of_four(std::make_integer_sequence<int, L>{}); }

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

private:
    using Quad = Vectors<4>::Floats;
    FUM_HD static Quad quad(const Float4& from) {
        Quad q;
        std::memcpy(&q, &from, sizeof q);
        return q;
    }
    template <int... I>
    FUM_HD Pack sum_of_quarters(std::integer_sequence<int, I...>) const {
        Pack r = *this;
        if constexpr (L == 16) r.v += __builtin_shufflevector(r.v, r.v, (I ^ 8)...);
        if constexpr (L >= 8) r.v += __builtin_shufflevector(r.v, r.v, (I ^ 4)...);
        return r;
    }
    template <int... I>
    FUM_HD Pack last_of_four(std::integer_sequence<int, I...>) const {
        return Pack(__builtin_shufflevector(v, v, (I | 3)...));
    }
};

/// Waits until what store_past_caches() stored can be seen by other threads.
FUM_HD void flush_stores() {
#if defined(__AVX512F__)
    _mm_sfence();
#endif
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
/// 1 / a. With AVX-512 within 1 ulp, by a table and one step of Newton's method; a must be normal.
template <int L>
FUM_HD Pack<L> inverse(Pack<L> a) {
#if defined(__AVX512F__)
    if constexpr (L == 16) {
        const auto r = (typename Pack<L>::Raw)_mm512_maskz_rcp14_ps(0xFFFF, (__m512)a.v);
        return Pack<L>(r + r * (1.0f - a.v * r));
    }
#endif
    return Pack<L>(1.0f - typename Pack<L>::Raw{}) / a;
}

template <int L>
FUM_HD Pack<L> root(Pack<L> a) {
    Pack<L> r;
    for (int lane = 0; lane < L; ++lane) r.v[lane] = __builtin_sqrtf(a.v[lane]);
    return r;
}

/// The largest whole number not above a. Needs |a| below 2^31.
template <int L>
FUM_HD Pack<L> floor(Pack<L> a) {
    const Pack<L> whole(
        __builtin_convertvector(__builtin_convertvector(a.v, typename Vectors<L>::Ints), typename Vectors<L>::Floats));
    return select(whole > a, whole - Pack<L>(1.0f), whole);
}

template <int L>
FUM_HD Pack<L> rough_inverse(Pack<L> a) {
    return inverse(a);
}

template <int L>
FUM_HD bool any(PackMask<L> c) {
    int all = 0;
    for (int lane = 0; lane < L; ++lane) all |= c.v[lane];
    return all != 0;
}

}  // namespace fum
