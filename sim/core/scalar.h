// The few functions that kernels need of a number, for plain numbers. lattice/pack.h gives the same for vectors of
// floats, so that one collision text serves both.
#pragma once

#include <cmath>

#include "sim/core/hd.h"

namespace fum {

/// Nodes that one value of type V stands for.
template <class V>
inline constexpr int lanes = 1;

/// The plain number type inside V.
template <class V>
struct real_of {
    using type = float;
};
template <>
struct real_of<double> {
    using type = double;
};

/// A constant of the formulas at V's own precision.
template <class V>
FUM_HD V num(double a) {
    return V(static_cast<typename real_of<V>::type>(a));
}

FUM_HD float select(bool c, float a, float b) { return c ? a : b; }
FUM_HD double select(bool c, double a, double b) { return c ? a : b; }
FUM_HD float larger(float a, float b) { return a > b ? a : b; }
FUM_HD double larger(double a, double b) { return a > b ? a : b; }
FUM_HD float smaller(float a, float b) { return a < b ? a : b; }
FUM_HD double smaller(double a, double b) { return a < b ? a : b; }
/// On the GPU within 1 ulp, by one instruction.
FUM_HD float root(float a) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(a));
    return r;
#else
    return std::sqrt(a);
#endif
}
FUM_HD double root(double a) { return std::sqrt(a); }
FUM_HD bool any(bool c) { return c; }

/// 1 / a where 1 ulp does not matter, as in a rate of relaxation: one instruction on the GPU.
FUM_HD float rough_inverse(float a) {
#if defined(__CUDA_ARCH__)
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));
    return r;
#else
    return 1.0f / a;
#endif
}
FUM_HD double rough_inverse(double a) { return 1.0 / a; }

/// 1 / a. On the GPU the estimate and one step of Newton: three instructions where a division takes nine.
FUM_HD float inverse(float a) {
#if defined(__CUDA_ARCH__)
    const float r = rough_inverse(a);
    return r + r * (1.0f - a * r);
#else
    return 1.0f / a;
#endif
}
FUM_HD double inverse(double a) { return 1.0 / a; }

}  // namespace fum
