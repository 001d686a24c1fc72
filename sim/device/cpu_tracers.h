// Tracers on the CPU, for cpu_rows.cpp: a vector holds xyzw of one node, so that interpolation is seven steps between
// vectors, and the nodes round a tracer are asked for some tracers before they are needed (three times as fast where
// tracers lie in no order). Working out the three axes in one vector as well was slower.
#pragma once

#include "sim/lattice/pack.h"
#include "sim/smoke/tracers.h"

namespace fum {

/// VelocityField::at() and, in w, the density there.
FUM_HD Pack<4> velocity_at(const VelocityField& field, const Pack<4>& place) {
    int at[2][3];
    Pack<4> frac[3];
    FUM_UNROLL for (int d = 0; d < 3; ++d) {
        const VelocityField::Between between = field.between(d, place.v[d]);
        at[0][d] = between.low, at[1][d] = between.high;
        frac[d] = Pack<4>(between.frac);
    }
    Pack<4> plane[2];
    FUM_UNROLL for (int k = 0; k < 2; ++k) {
        Pack<4> row[2];
        FUM_UNROLL for (int j = 0; j < 2; ++j) {
            const Pack<4> low = Pack<4>::load(&field.u[field.grid.at(at[0][0], at[j][1], at[k][2])].x);
            const Pack<4> high = Pack<4>::load(&field.u[field.grid.at(at[1][0], at[j][1], at[k][2])].x);
            row[j] = low + frac[0] * (high - low);
        }
        plane[k] = row[0] + frac[1] * (row[1] - row[0]);
    }
    return plane[0] + frac[2] * (plane[1] - plane[0]);
}

/// Asks for the nodes round a tracer, if all are in the box.
FUM_HD void ask_for_nodes(const VelocityField& field, const Float4& t) {
    const Int3 n = field.grid.n;
    const float x = static_cast<float>(n.x - 1), y = static_cast<float>(n.y - 1), z = static_cast<float>(n.z - 1);
    if (!(t.x >= 0 && t.y >= 0 && t.z >= 0 && t.x < x && t.y < y && t.z < z)) return;
    const Float4* p = field.u + field.grid.at(static_cast<int>(t.x), static_cast<int>(t.y), static_cast<int>(t.z));
    FUM_UNROLL for (int j = 0; j < 4; ++j)
        Pack<4>::prefetch(p + n.x * (j & 1) + static_cast<std::int64_t>(n.x) * n.y * (j >> 1));
}

/// AdvectTracers for tracers [begin, end).
FUM_HD void advect_tracers(const AdvectTracers& k, std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t ahead = 16;
    for (std::int64_t i = begin; i < end; ++i) {
        if (i + ahead < end) ask_for_nodes(k.field, k.tracers[i + ahead]);
        const Float4 t = k.tracers[i];
        if (t.w < 0) continue;
        const Pack<4> start = Pack<4>::load(&t.x), h(0.5f * k.dt), dt(k.dt);
        const Pack<4> middle = start + h * velocity_at(k.field, start);
        const Pack<4> stop = start + dt * velocity_at(k.field, middle);
        k.put(i, {stop.v[0], stop.v[1], stop.v[2]}, t.w + k.dt);
    }
}

}  // namespace fum
