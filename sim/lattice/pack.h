// L floats that are worked on at once: GCC's vector extension with the operators kernels use. CPU only.
#pragma once

#include <cstring>

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
};

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
