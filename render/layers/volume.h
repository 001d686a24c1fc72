// The smoke as the picture samples it; made on the CPU, no OpenGL here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/core/vec.h"

namespace fum {

/// Density in three resolutions, all [z][y][x]. Texel (i,j,k) of `density` stands at node `stride` * (i,j,k) + `shift`.
struct Volume {
    Int3 nodes{};
    int stride = 1;
    float shift = 0;
    float peak = 0;                      ///< density of the value 65535; 0 = no smoke
    std::vector<std::uint16_t> density;  ///< smoothed, see below
    Int3 half{};                         ///< ceil(nodes / 2)
    std::vector<std::uint16_t> coarse;   ///< means over 2x2x2 texels
    Int3 bricks{};                       ///< ceil(nodes / brick)
    std::vector<std::uint8_t> occupied;  ///< 255 where a sample in the brick, or one texel around it, is not zero

    static constexpr int brick = 8;  ///< texels a side
};

/// Smooths with the quadratic B-spline's weights (1 6 1)/8 on each axis, so that linear lookups show no lattice; fades
/// the outer 4 % (at least 3 texels, but no more than a quarter) to zero, so that smoke which leaves shows no box;
/// takes `negligible` off (the veil of rounding errors that fills a computed field). Sides longer than `max_side` are
/// averaged down. Values that are negative or not finite count as 0.
Volume prepared(std::span<const float> smoke, const Int3& nodes, int max_side, float negligible);

}  // namespace fum
