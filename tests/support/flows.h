// Flows with known answers, and sums over fields. Lattice units.
#pragma once

#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sim/core/error.h"
#include "sim/solver.h"

namespace fum::test {

constexpr double pi = 3.14159265358979323846;

/// Velocity of a node.
using VelocityOf = std::function<Double3(int x, int y, int z)>;

inline std::size_t count(Int3 n) {
    return static_cast<std::size_t>(n.x) * static_cast<std::size_t>(n.y) * static_cast<std::size_t>(n.z);
}

/// Starts a solver from u(x, y, z) at density rho(x, y, z) (1 where empty).
inline void start(Solver& solver, const VelocityOf& u, const std::function<double(int, int, int)>& rho = {}) {
    const Int3 n = solver.config().nodes;
    const std::size_t nodes = count(n);
    std::vector<float> r(nodes, 1.0f), v(3 * nodes);
    std::size_t k = 0;
    for (int z = 0; z < n.z; ++z)
        for (int y = 0; y < n.y; ++y)
            for (int x = 0; x < n.x; ++x, ++k) {
                const Double3 a = u(x, y, z);
                for (std::size_t d = 0; d < 3; ++d) v[d * nodes + k] = static_cast<float>(a[static_cast<int>(d)]);
                if (rho) r[k] = static_cast<float>(rho(x, y, z));
            }
    solver.start_from(r, v);
}

inline std::vector<float> field(Solver& solver, Field what) {
    std::vector<float> out(static_cast<std::size_t>(components(what)) * count(solver.config().nodes));
    solver.read(what, out);
    return out;
}

/// Largest |a - b| over both fields, as a share of the largest |b|.
inline double difference(const std::vector<float>& a, const std::vector<float>& b) {
    double worst = 0, largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        worst = std::max(worst, std::abs(static_cast<double>(a[i]) - b[i]));
        largest = std::max(largest, std::abs(static_cast<double>(b[i])));
    }
    return largest > 0 ? worst / largest : worst;
}

/// Amplitude of the sine mode sin(k . x) of one velocity component, by projection.
inline double amplitude(const std::vector<float>& u, Int3 n, int component, Double3 k) {
    const std::size_t nodes = count(n);
    double s = 0, c = 0;
    std::size_t i = 0;
    for (int z = 0; z < n.z; ++z)
        for (int y = 0; y < n.y; ++y)
            for (int x = 0; x < n.x; ++x, ++i) {
                const double phase = k.x * x + k.y * y + k.z * z,
                             v = u[static_cast<std::size_t>(component) * nodes + i];
                s += v * std::sin(phase);
                c += v * std::cos(phase);
            }
    return 2 * std::sqrt(s * s + c * c) / static_cast<double>(nodes);
}

/// A sphere of `diameter` nodes about `centre`, samples spread by the golden spiral.
inline Body sphere(Double3 centre, double diameter, std::size_t samples) {
    Body body;
    body.name = "sphere";
    body.pose.centre = centre;
    for (std::size_t i = 0; i < samples; ++i) {
        const double z = 1 - 2 * (static_cast<double>(i) + 0.5) / static_cast<double>(samples);
        const double phi = 2.399963229728653 * static_cast<double>(i), r = std::sqrt(1 - z * z);
        body.samples.push_back(cast<float>(Double3{r * std::cos(phi), r * std::sin(phi), z} * (diameter / 2)));
    }
    body.area.assign(samples, static_cast<float>(pi * diameter * diameter / static_cast<double>(samples)));
    return body;
}

/// A line of the test's output that says what came out: where the README's table of checks is from.
inline void measured(const char* what, double value, double known) {
    std::printf("[ measured ] %-64s %12.6g   known %g\n", what, value, known);
}

inline Plan reference() {
    Plan plan;
    plan.storage = Plan::Storage::fp64;
    return plan;
}

}  // namespace fum::test
