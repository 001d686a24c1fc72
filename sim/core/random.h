// Numbers from a hash: the same on every machine and in any order.
#pragma once

#include <cstdint>

#include "sim/core/hd.h"

namespace fum {

/// A number in [-1, 1) from three integers and a seed (two rounds of the PCG output permutation, O'Neill 2014).
FUM_HD float hash_noise(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t seed) {
    std::uint32_t h =
        a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA77u ^ (c + 0x165667B1u) * 0xC2B2AE3Du ^ seed * 0x27D4EB2Fu;
    for (int round = 0; round < 2; ++round) {
        h = h * 747796405u + 2891336453u;
        h = ((h >> ((h >> 28) + 4)) ^ h) * 277803737u;
        h = (h >> 22) ^ h;
    }
    // 24 bits: the largest float below 1 is not rounded up to it
    return static_cast<float>(h >> 8) * (2.0f / 16777216.0f) - 1.0f;
}

}  // namespace fum
