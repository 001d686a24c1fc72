// Texels into 3D arrays of a GPU through surfaces: OpenGL's textures while they are CUDA's. The counterpart of
// FlowTexels and SmokeTexels; places on the first axis are counted in bytes.
#pragma once

#include <cuda_runtime.h>

#include "sim/lattice/grid.h"
#include "sim/smoke/texels.h"

namespace fum {

struct FlowSurface {
    cudaSurfaceObject_t surface;
    Grid grid;
    FUM_HD void put(std::int64_t k, const Float4& u) const {
#if defined(__CUDA_ARCH__)
        const Int3 p = grid.place(static_cast<Node>(k));
        const Half4 t = flow_texel(u);
        surf3Dwrite(make_ushort4(t.x.bits, t.y.bits, t.z.bits, t.w.bits), surface, p.x * 8, p.y, p.z);
#endif
    }
};

struct SmokeSurface {
    cudaSurfaceObject_t surface;
    Grid grid;
    FUM_HD void put(std::int64_t k, float density) const {
#if defined(__CUDA_ARCH__)
        const Int3 p = grid.place(static_cast<Node>(k));
        surf3Dwrite(to_half(density).bits, surface, p.x * 2, p.y, p.z);
#endif
    }
};

}  // namespace fum
