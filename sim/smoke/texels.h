// What is drawn of a flow, as textures hold it: 16-bit floats, [z][y][x]. Kernels write through a target, which is
// memory here and a surface in device/.
#pragma once

#include <cstdint>

#include "sim/core/atomic.h"
#include "sim/core/half.h"

namespace fum {

/// A node's velocity and what its density differs from 1; `u` is u_x, u_y, u_z, rho.
FUM_HD Half4 flow_texel(const Float4& u) { return {to_half(u.x), to_half(u.y), to_half(u.z), to_half(u.w - 1)}; }

struct FlowTexels {
    Half4* texels;
    FUM_HD void put(std::int64_t k, const Float4& u) const { texels[k] = flow_texel(u); }
};
struct SmokeTexels {
    Half* texels;
    FUM_HD void put(std::int64_t k, float density) const { texels[k] = to_half(density); }
};

/// The flow that a collision has left on all nodes.
template <class To>
struct PackFlow {
    using ForEachIsa = void;  ///< how the CPU compiles it

    const Float4* u;  ///< [nodes]
    To to;
    FUM_HD void operator()(std::int64_t k) const { to.put(k, u[k]); }
};

template <class To>
struct PackSmoke {
    using ForEachIsa = void;

    const float* density;  ///< [nodes]; null: there is no smoke
    To to;
    FUM_HD void operator()(std::int64_t k) const { to.put(k, density ? density[k] : 0.0f); }
};

/// `room` of `count` tracers, evenly: all of them where there is room for all.
struct PickTracers {
    const Float4* from;
    Float4* to;
    std::int64_t count, room;
    FUM_HD void operator()(std::int64_t i) const { to[i] = from[count <= room ? i : i * count / room]; }
};

}  // namespace fum
