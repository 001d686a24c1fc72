// Inflow: what arrives is in equilibrium at the wanted velocity and the node's own density, so that sound leaves through
// it. A jet limits it to a round part of the face with a smooth edge; noise of a few per mille starts turbulence early.
#pragma once

#include "sim/boundary/face.h"

namespace fum {

/// A number in [-1, 1) from three integers and a seed; the same on every machine (after PCG, O'Neill 2014).
FUM_HD float hash_noise(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t seed) {
    std::uint32_t h = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA77u ^ (c + 0x165667B1u) * 0xC2B2AE3Du ^ seed * 0x27D4EB2Fu;
    for (int round = 0; round < 2; ++round) {
        h = h * 747796405u + 2891336453u;
        h = ((h >> ((h >> 28) + 4)) ^ h) * 277803737u;
        h = (h >> 22) ^ h;
    }
    return static_cast<float>(h) * (2.0f / 4294967296.0f) - 1.0f;
}

template <class Real>
struct Inflow {
    Vec3<Real> u;             ///< at full strength, ramp included
    Real centre[3];           ///< of the jet, nodes; the component along the face's axis is not used
    Real radius = 0;          ///< of the jet, nodes; 0 = the whole face blows
    Real edge = 2;            ///< nodes over which the profile falls
    Real noise = 0;           ///< amplitude as a share of |u|
    std::uint32_t time = 0;   ///< noise changes every 4 steps
    std::uint32_t seed = 1;

    template <class N>
    FUM_HD NodeState<Real> look(const N& node) const {
        NodeState<Real> s = node.state();
        Real profile = 1;
        if (radius > 0) {
            const int a = node.frame.along_a(), b = node.frame.along_b();
            const Real da = Real(node.p[a]) - centre[a], db = Real(node.p[b]) - centre[b];
            const Real x = (root(da * da + db * db) - radius) / (edge > Real(0.1) ? edge : Real(0.1));
            profile = Real(0.5) - Real(0.5) * std::tanh(2 * x);
        }
        Real v[3] = {u.x * profile, u.y * profile, u.z * profile};
        if (noise > 0) {
            const Real amplitude = noise * root(dot(u, u)) * profile;
            for (int d = 0; d < 3; ++d) {
                const std::uint32_t frame = time / 4;
                const float t = static_cast<float>(time % 4) * 0.25f;
                const float before = hash_noise(node.k, frame, static_cast<std::uint32_t>(d), seed);
                const float after = hash_noise(node.k, frame + 1, static_cast<std::uint32_t>(d), seed);
                v[d] += amplitude * Real(before + (after - before) * t);
            }
        }
        s.ux = v[0], s.uy = v[1], s.uz = v[2];
        return s;
    }

    template <class N>
    FUM_HD Real arriving(const N&, const NodeState<Real>& s, int i) const {
        return equilibrium(i, s.drho, s.ux, s.uy, s.uz);
    }
};

}  // namespace fum
