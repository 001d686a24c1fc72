// How populations are stored. Where they lie is the layout's business (csoa.h) and the grid's (grid.h).
#pragma once

#include "sim/core/half.h"
#include "sim/lattice/d3q27.h"
#include "sim/lattice/grid.h"

namespace fum {

/// What is stored is unit * (f_i - w_i). Halves are scaled by 2^15, so that what matters (1e-9 to 2) lies in their
/// normal range. The factor is carried through the collision (NodeState), not divided out.
template <class T>
struct StoredAs {
    using Number = T;  ///< that arithmetic is done in
    static constexpr int unit = 1;
};
template <>
struct StoredAs<Half> {
    using Number = float;
    static constexpr int unit = 32768;
};
template <class T>
using NumberOf = typename StoredAs<T>::Number;

FUM_HD float fetch(const float* p) { return *p; }
FUM_HD double fetch(const double* p) { return *p; }
FUM_HD float fetch(const Half* p) { return to_float(*p); }
FUM_HD void keep(float* p, float v) { *p = v; }
FUM_HD void keep(double* p, double v) { *p = v; }
FUM_HD void keep(Half* p, float v) { *p = to_half(v); }

/// f = load(p) / unit, for kernels that look at single populations.
template <class T>
FUM_HD NumberOf<T> population(const T* p) {
    return fetch(p) * NumberOf<T>(1.0 / StoredAs<T>::unit);
}
template <class T>
FUM_HD void set_population(T* p, NumberOf<T> f) {
    keep(p, NumberOf<T>(StoredAs<T>::unit) * f);
}

}  // namespace fum
