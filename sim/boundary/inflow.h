// Inflow: what arrives is in equilibrium at the wanted velocity and the node's own density, so that sound leaves
// through it. A jet limits it to a round part of the face with a smooth edge; noise of a few per mille starts
// turbulence early.
#pragma once

#include <cmath>

#include "sim/boundary/face.h"
#include "sim/core/random.h"

namespace fum {

template <class Real>
struct Inflow {
    Vec3<Real> u;     ///< at full strength
    Real centre[3];   ///< of the jet, nodes; the component along the face's axis is not used
    Real radius = 0;  ///< of the jet, nodes; 0 = the whole face blows
    Real edge = 2;    ///< nodes over which the profile falls
    Real coflow = 0;  ///< share of the velocity outside the radius
    Real noise = 0;   ///< amplitude as a share of |u|; changes every 4 steps
    std::uint32_t seed = 1;
    const Clock* clock = nullptr;

    template <class N>
    FUM_HD NodeState<Real> look(const N& node) const {
        const NodeState<Real> s = node.state();
        Real profile = 1;
        if (radius > 0) {
            const int a = node.frame.first, b = node.frame.second;
            const Real da = Real(node.column) - centre[a], db = Real(node.row) - centre[b];
            const Real x = (root(da * da + db * db) - radius) / (edge > Real(0.1) ? edge : Real(0.1));
            profile = coflow + (1 - coflow) * (Real(0.5) - Real(0.5) * std::tanh(2 * x));
        }
        const std::uint32_t time = clock->time;
        profile *= Real(clock->strength());
        Real v[3] = {u.x * profile, u.y * profile, u.z * profile};
        if (noise > 0) {
            const Real amplitude = noise * root(dot(u, u)) * profile;
            const Int3 p = node.place();
            const Node number = node.frame.grid.at(p.x, p.y, p.z);
            FUM_UNROLL for (int d = 0; d < 3; ++d) {
                const std::uint32_t frame = time / 4;
                const float t = static_cast<float>(time % 4) * 0.25f;
                const float before = hash_noise(number, frame, static_cast<std::uint32_t>(d), seed);
                const float after = hash_noise(number, frame + 1, static_cast<std::uint32_t>(d), seed);
                v[d] += amplitude * Real(before + (after - before) * t);
            }
        }
        const Vec3<Real> turned = node.frame.turned(Vec3<Real>{v[0], v[1], v[2]});
        return {s.drho, turned.x, turned.y, turned.z, 0, 0, 0};
    }

    template <class N>
    FUM_HD Real arriving(const N&, const NodeState<Real>& s, int j) const {
        return face_equilibrium(j, s.drho, Vec3<Real>{s.ux, s.uy, s.uz});
    }
};

}  // namespace fum
