// Fields made from the velocity: speed, vorticity, Q = (|Omega|^2 - |S|^2) / 2. Gradients by central differences,
// one-sided at faces that are not periodic.
#pragma once

#include "sim/smoke/tracers.h"

namespace fum {

struct DeriveField {
    enum class What { rho, velocity, speed, vorticity, q };
    VelocityField field;
    What what;
    std::int64_t first, count;  ///< nodes first .. first + count - 1
    float* out;                 ///< [components][count]

    FUM_HD Float3 slope(Int3 p, int axis) const {
        Int3 a = p, b = p;
        const int n = field.grid.n[axis];
        float span = 2;
        if (field.periodic >> axis & 1) {
            a[axis] = wrapped(p[axis] - 1, n), b[axis] = wrapped(p[axis] + 1, n);
        } else {
            a[axis] = p[axis] > 0 ? p[axis] - 1 : 0;
            b[axis] = p[axis] + 1 < n ? p[axis] + 1 : n - 1;
            span = static_cast<float>(b[axis] - a[axis] > 0 ? b[axis] - a[axis] : 1);
        }
        const Float4 lo = field.u[field.grid.at(a.x, a.y, a.z)], hi = field.u[field.grid.at(b.x, b.y, b.z)];
        return {(hi.x - lo.x) / span, (hi.y - lo.y) / span, (hi.z - lo.z) / span};
    }

    FUM_HD void operator()(std::int64_t item) const {
        const Float4 v = field.u[first + item];
        switch (what) {
            case What::rho:
                out[item] = v.w;
                return;
            case What::velocity:
                out[item] = v.x, out[count + item] = v.y, out[2 * count + item] = v.z;
                return;
            case What::speed:
                out[item] = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
                return;
            default:
                break;
        }
        const Int3 p = field.grid.place(static_cast<Node>(first + item));
        const Float3 dx = slope(p, 0), dy = slope(p, 1), dz = slope(p, 2);
        if (what == What::vorticity) {
            out[item] = dy.z - dz.y, out[count + item] = dz.x - dx.z, out[2 * count + item] = dx.y - dy.x;
        } else {  // Q = -1/2 (du_a/dx_b)(du_b/dx_a) + 1/2 (div u)^2
            const float divergence = dx.x + dy.y + dz.z;
            const float product =
                dx.x * dx.x + dy.y * dy.y + dz.z * dz.z + 2 * (dx.y * dy.x + dx.z * dz.x + dy.z * dz.y);
            out[item] = 0.5f * (divergence * divergence - product);
        }
    }
};

/// A field as it is, put aside.
struct CopyField {
    const float* from;
    float* out;
    FUM_HD void operator()(std::int64_t i) const { out[i] = from[i]; }
};

}  // namespace fum
