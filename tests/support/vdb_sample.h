// Frames of unequal sides for tests of exporters.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/core/error.h"
#include "sim/io/exporters/vdb.h"

namespace fum::test {

/// False in a build without OpenVDB, whose functions say so instead of looking for the file.
inline bool has_openvdb() {
    try {
        inspect_vdb("/nowhere/frame.vdb");
    } catch (const Error& e) { return e.code() == Exit::input; }
    return true;
}

/// Density and velocity on unequal sides, all zero; the frame's spans look into them.
struct VdbSample {
    Int3 n;
    std::vector<float> density, vel;

    explicit VdbSample(Int3 nodes = {24, 40, 56}) : n(nodes) {
        density.assign(count(), 0);
        vel.assign(3 * count(), 0);
    }
    std::size_t count() const { return static_cast<std::size_t>(n.x) * n.y * n.z; }
    std::size_t node(int x, int y, int z) const { return x + static_cast<std::size_t>(n.x) * (y + n.y * z); }

    /// Calls f(x, y, z, k) for every node that is not of the outermost layer.
    template <class F>
    void for_each_inner(F&& f) const {
        for (int z = 1; z < n.z - 1; ++z)
            for (int y = 1; y < n.y - 1; ++y)
                for (int x = 1; x < n.x - 1; ++x) f(x, y, z, node(x, y, z));
    }

    VdbFrame frame() const {
        VdbFrame f;
        f.nodes = n;
        f.dx_m = 0.05;
        f.origin_m = {-0.6, 0.25, 3};
        f.grids.push_back({.name = "density", .values = density});
        f.grids.push_back({.name = "vel", .components = 3, .values = vel, .mask_by_first = true});
        return f;
    }
};

}  // namespace fum::test
