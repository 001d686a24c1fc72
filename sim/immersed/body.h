// The immersed boundary (Eqs. 6-8), one launch over samples: interpolate u* and rho* with the 2x2x2 hat kernel, penalty
// force, spread. Area weights and the self-normaliser make the result independent of how densely a surface is sampled:
//
//   G(x) = sum_s K(x_s - x) dA_s      c_s = sum_x K(x_s - x) G(x)
//   g_s  = chi rho_s (u_b - u*_s) / c_s      F(x) += sum_s K(x_s - x) dA_s g_s
//
// (row-sum lumped Wu-Shu correction). The hat kernel sums to 1 and has exact first moments, so force and torque on the
// grid equal those of the samples.
#pragma once

#include <cmath>

#include "sim/core/vec.h"
#include "sim/lattice/band.h"

namespace fum {

/// A rigid pose as kernels use it: x = centre + R X, velocity of x: v + spin x (x - centre).
struct PoseF {
    float centre[3], turn[9], v[3], spin[3];  // turn: rows of R
};

/// Samples of all bodies, each body's side by side.
struct Samples {
    const float* place;  ///< [3][count]: x_s in nodes
    const float* area;   ///< [count]: dA_s, nodes^2
    float* normaliser;   ///< [count]: c_s
    std::int64_t count = 0;
};

/// The 2x2x2 nodes round a place.
struct Stencil {
    int base[3];
    float frac[3];
    bool inside;  ///< all eight nodes exist (periodic axes wrap)

    FUM_HD float weight(int corner) const {
        const float wx = corner & 1 ? frac[0] : 1 - frac[0], wy = corner & 2 ? frac[1] : 1 - frac[1];
        return wx * wy * (corner & 4 ? frac[2] : 1 - frac[2]);
    }
    /// Where the band keeps a corner.
    FUM_HD std::int64_t index(const Grid& grid, const Band& band, int corner) const {
        const int x = base[0] + (corner & 1), y = base[1] + (corner >> 1 & 1), z = base[2] + (corner >> 2);
        return band.index(x < grid.n.x ? x : 0, y < grid.n.y ? y : 0, z < grid.n.z ? z : 0);
    }
};

/// `periodic` bit d set: axis d wraps.
FUM_HD Stencil stencil_at(const Grid& grid, int periodic, float x, float y, float z) {
    Stencil s{};
    float p[3] = {x, y, z};
    s.inside = true;
    FUM_UNROLL for (int d = 0; d < 3; ++d) {
        const float n = static_cast<float>(grid.n[d]);
        if (periodic >> d & 1) {
            p[d] -= n * std::floor(p[d] / n);
            if (!(p[d] < n)) p[d] = 0;
        }
        const float floor = std::floor(p[d]);
        s.inside = s.inside && floor >= 0 && (periodic >> d & 1 ? floor < n : floor + 1 < n);
        s.base[d] = static_cast<int>(floor);
        s.frac[d] = p[d] - floor;
    }
    return s;
}

/// x_s of one body from its pose.
struct PlaceSamples {
    const float* body;                ///< [3][count] in the body frame
    float* place;                     ///< [3][count]
    std::int64_t count, first, last;  ///< of the arrays; this body's samples
    PoseF pose;

    FUM_HD void operator()(std::int64_t item) const {
        const std::int64_t s = first + item;
        const float x = body[s], y = body[count + s], z = body[2 * count + s];
        FUM_UNROLL for (int d = 0; d < 3; ++d) place[d * count + s] =
            pose.centre[d] + pose.turn[3 * d] * x + pose.turn[3 * d + 1] * y + pose.turn[3 * d + 2] * z;
    }
};

/// Marks the groups of the band: those within `margin` nodes of a sample's stencil.
struct MarkBand {
    Grid grid;
    int periodic;
    Samples samples;
    std::int32_t* slot_of;  ///< [groups]: -1 becomes -2
    Band band;              ///< its shape
    int margin;

    FUM_HD void operator()(std::int64_t s) const {
        const Stencil at = stencil_at(grid, periodic, samples.place[s], samples.place[samples.count + s],
                                      samples.place[2 * samples.count + s]);
        for (int dz = -margin; dz <= margin + 1; ++dz)
            for (int dy = -margin; dy <= margin + 1; ++dy)
                for (int dx = -margin; dx <= margin + 1; ++dx) mark(at.base[0] + dx, at.base[1] + dy, at.base[2] + dz);
    }
    FUM_HD void mark(int x, int y, int z) const {
        int p[3] = {x, y, z};
        FUM_UNROLL for (int d = 0; d < 3; ++d) {
            if (periodic >> d & 1) p[d] = (p[d] + grid.n[d]) % grid.n[d];
            if (p[d] < 0 || p[d] >= grid.n[d]) return;
        }
        const std::int32_t group = band.group(p[0], p[1], p[2]);
        if (slot_of[group] == -1) slot_of[group] = -2;  // every writer writes the same
    }
};

/// Gives each marked group a slot, in no particular order. `count` may pass the room: the host then makes more and
/// repeats.
struct NumberBand {
    std::int32_t* slot_of;  ///< [groups]: -2 becomes a slot
    std::int32_t* list;     ///< [room]: slot -> group
    std::int32_t* count;
    std::int32_t room;

    FUM_HD void operator()(std::int64_t group) const {
        if (slot_of[group] != -2) return;
        const std::int32_t slot = atomic_next(count);
        if (slot >= room) return;
        slot_of[group] = slot;
        list[slot] = static_cast<std::int32_t>(group);
    }
};

/// What a sample spreads, by Device::scatter().
struct Contribution {
    Stencil at;
    std::int64_t cell;  ///< key: equal for samples of one cell; -1: none
    float fx, fy, fz;
};

/// G(x), into a compact array over the band that holds zeros.
struct SpreadArea {
    using Contribution = fum::Contribution;

    Grid grid;
    int periodic;
    Samples samples;
    Band band;
    float* area;                          ///< [slots << shift]
    unsigned long long* fixed = nullptr;  ///< [slots << shift]: instead, where not null

    FUM_HD Contribution evaluate(std::int64_t s) const {
        Contribution r{stencil_at(grid, periodic, samples.place[s], samples.place[samples.count + s],
                                  samples.place[2 * samples.count + s]),
                       -1, 0, 0, 0};
        if (!r.at.inside) return r;
        r.cell = static_cast<std::int64_t>(grid.at(r.at.base[0], r.at.base[1], r.at.base[2]));
        r.fx = samples.area[s];
        return r;
    }
    FUM_HD void add(const Stencil& at, int corner, float area_there, float, float) const {
        const std::int64_t node = at.index(grid, band, corner);
        fixed ? atomic_add_area(&fixed[node], area_there) : atomic_add(&area[node], area_there);
    }
    float* target() const { return area; }
};

/// c_s.
struct GatherNormaliser {
    using InPacks = void;  ///< how the CPU runs it

    Grid grid;
    int periodic;
    Samples samples;
    Band band;
    const float* area;

    FUM_HD void operator()(std::int64_t s) const {
        const Stencil at = stencil_at(grid, periodic, samples.place[s], samples.place[samples.count + s],
                                      samples.place[2 * samples.count + s]);
        float sum = 0;
        if (at.inside)
            FUM_UNROLL for (int corner = 0; corner < 8; ++corner) sum +=
                at.weight(corner) * area[at.index(grid, band, corner)];
        samples.normaliser[s] = sum > 1e-12f ? sum : 1.0f;
    }
    float* target() const { return nullptr; }
};

/// Eqs. 6 and 7 for a sample, and where Eq. 8 puts it. A device's scatter() sums what goes to the same cell before it
/// calls add(), since samples of a cell are neighbours in memory (sample_order.h).
struct PenaltySpread {
    using Contribution = fum::Contribution;  ///< dA_s g_s

    Grid grid;
    int periodic;
    Samples samples;
    std::int64_t first;  ///< this body's first sample
    PoseF pose;
    float chi;
    Band band;
    const Float4* u;          ///< [slots << shift]: u*, rho*
    Float4* g_s;              ///< [count]: force on the fluid, kept where not null
    Fixed4* fixed = nullptr;  ///< [slots << shift]: takes the sums instead of band.g, where not null

    FUM_HD Contribution evaluate(std::int64_t item) const {
        const std::int64_t s = first + item;
        const float x = samples.place[s], y = samples.place[samples.count + s],
                    z = samples.place[2 * samples.count + s];
        Contribution r{stencil_at(grid, periodic, x, y, z), -1, 0, 0, 0};
        if (r.at.inside) {
            float ux = 0, uy = 0, uz = 0, rho = 0;
            FUM_UNROLL for (int corner = 0; corner < 8; ++corner) {
                const Float4 v = u[r.at.index(grid, band, corner)];
                const float weight = r.at.weight(corner);
                ux += weight * v.x, uy += weight * v.y, uz += weight * v.z, rho += weight * v.w;
            }
            const Float3 b = wall(x, y, z);
            const float scale = chi * rho * samples.area[s] / samples.normaliser[s];
            r.cell = static_cast<std::int64_t>(grid.at(r.at.base[0], r.at.base[1], r.at.base[2]));
            r.fx = scale * (b.x - ux), r.fy = scale * (b.y - uy), r.fz = scale * (b.z - uz);
        }
        if (g_s) g_s[s] = {r.fx, r.fy, r.fz, 0};
        return r;
    }

    /// u_b at a place; V a number or a pack of them.
    template <class V>
    FUM_HD Vec3<V> wall(const V& x, const V& y, const V& z) const {
        const V dx = x - V(pose.centre[0]), dy = y - V(pose.centre[1]), dz = z - V(pose.centre[2]);
        return {V(pose.v[0]) + V(pose.spin[1]) * dz - V(pose.spin[2]) * dy,
                V(pose.v[1]) + V(pose.spin[2]) * dx - V(pose.spin[0]) * dz,
                V(pose.v[2]) + V(pose.spin[0]) * dy - V(pose.spin[1]) * dx};
    }

    /// Adds a summed force to one corner node of a cell.
    FUM_HD void add(const Stencil& at, int corner, float fx, float fy, float fz) const {
        const std::int64_t node = at.index(grid, band, corner);
        fixed ? atomic_add_xyz(&fixed[node], fx, fy, fz) : atomic_add_xyz(&band.g[node], fx, fy, fz);
    }
    /// Where a device that adds pieces in order puts the sums.
    Float4* target() const { return band.g; }
};

/// From fixed point to floats, and zeros for the next sum.
struct SettleForce {
    Fixed4* fixed;
    Float4* g;
    FUM_HD void operator()(std::int64_t i) const {
        const Fixed4 sum = fixed[i];
        constexpr float step = 1 / force_steps;
        g[i] = {static_cast<float>(sum.x) * step, static_cast<float>(sum.y) * step, static_cast<float>(sum.z) * step,
                0};
        fixed[i] = {0, 0, 0, 0};
    }
};
struct SettleArea {
    unsigned long long* fixed;
    float* area;
    FUM_HD void operator()(std::int64_t i) const {
        area[i] = static_cast<float>(static_cast<double>(fixed[i]) * (1 / area_steps));
        fixed[i] = 0;
    }
};

/// Force and torque on a body: minus what its samples gave the fluid, torque about the centre. For Device::reduce.
struct BodyLoad {
    Samples samples;
    const Float4* g_s;
    std::int64_t first;
    float centre[3];

    static constexpr int terms = 6;
    FUM_HD void operator()(std::int64_t item, double (&sum)[6]) const {
        const std::int64_t s = first + item;
        const double fx = -g_s[s].x, fy = -g_s[s].y, fz = -g_s[s].z;
        const double x = samples.place[s] - centre[0], y = samples.place[samples.count + s] - centre[1],
                     z = samples.place[2 * samples.count + s] - centre[2];
        sum[0] += fx, sum[1] += fy, sum[2] += fz;
        sum[3] += y * fz - z * fy, sum[4] += z * fx - x * fz, sum[5] += x * fy - y * fx;
    }
};

}  // namespace fum
