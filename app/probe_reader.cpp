#include "app/probe_reader.h"

#include <algorithm>
#include <cmath>

namespace fum {
namespace {

/// The node below a place and the shares of the next one along each axis. The outermost half cell of the domain, where
/// no node lies beyond, has the values of its face.
struct Corner {
    Int3 low{};
    Double3 share{};
    bool inside = true;
};

Corner corner_of(const Double3& place, const Int3& nodes) {
    constexpr double rim = 0.5 + 1e-9;  // a probe on a face is inside, whatever rounding says
    Corner c;
    for (int d = 0; d < 3; ++d) {
        c.inside = c.inside && place[d] >= -rim && place[d] <= nodes[d] - 1 + rim;
        const double x = std::clamp(place[d], 0.0, static_cast<double>(nodes[d] - 1));
        c.low[d] = std::clamp(static_cast<int>(x), 0, std::max(0, nodes[d] - 2));
        c.share[d] = x - c.low[d];
    }
    return c;
}

}  // namespace

std::vector<ProbeReading> read_probes(Solver& solver, const Setup& setup) {
    const Units& units = setup.numbers.units;
    const Int3& n = setup.config.nodes;
    std::vector<Corner> corners;
    std::vector<Int3> nodes;
    for (const Probe& probe : setup.scene.probes) {
        const Corner c = corners.emplace_back(corner_of(units.place_to_nodes(probe.at_m), n));
        for (int i = 0; c.inside && i < 8; ++i)
            nodes.push_back({std::min(c.low.x + (i & 1), n.x - 1), std::min(c.low.y + (i >> 1 & 1), n.y - 1),
                             std::min(c.low.z + (i >> 2), n.z - 1)});
    }
    const std::vector<ProbeValue> values = solver.probe(nodes);
    const double to_ms = units.velocity_to_ms();
    std::vector<ProbeReading> readings;
    auto value = values.begin();
    for (const Corner& c : corners) {
        ProbeReading& r = readings.emplace_back();
        r.inside = c.inside;
        if (!c.inside) continue;
        for (int i = 0; i < 8; ++i, ++value) {
            const double weight = (i & 1 ? c.share.x : 1 - c.share.x) * (i >> 1 & 1 ? c.share.y : 1 - c.share.y) *
                                  (i >> 2 ? c.share.z : 1 - c.share.z);
            r.velocity_ms = r.velocity_ms + cast<double>(value->u) * (weight * to_ms);
            r.pressure_pa += weight * (value->rho - 1.0) / 3 * units.density_kgm3 * to_ms * to_ms;
        }
        r.speed_ms = length(r.velocity_ms);
    }
    return readings;
}

}  // namespace fum
