#include "sim/io/exporters/dense.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "sim/core/error.h"

namespace fum {

void check_dense(const Int3& nodes, double dx_m, int components, std::size_t values) {
    FUM_ASSERT(nodes.x > 0 && nodes.y > 0 && nodes.z > 0, fmt::format("{} x {} x {}", nodes.x, nodes.y, nodes.z));
    FUM_ASSERT(dx_m > 0 && std::isfinite(dx_m), std::to_string(dx_m));
    FUM_ASSERT(components == 1 || components == 3, std::to_string(components));
    FUM_ASSERT(values == node_count(nodes) * static_cast<std::size_t>(components), std::to_string(values));
}

void demand_finite(const std::string& grid, const Int3& nodes, std::span<const float> values) {
    // Bits without the sign: an exponent of ones is NaN or infinite. Integer arithmetic, so that this is vector code.
    std::uint32_t peak = 0;
    for (const float v : values) peak = std::max(peak, std::bit_cast<std::uint32_t>(v) & 0x7fffffffu);
    if (peak >= 0x7f800000u) throw_not_finite(grid, nodes, values);
}

void throw_not_finite(const std::string& grid, const Int3& nodes, std::span<const float> values, float offset,
                      float scale) {
    std::size_t i = 0;
    const auto value = [&] { return (values[i] + offset) * scale; };
    while (std::isfinite(value())) ++i;
    const std::size_t nx = static_cast<std::size_t>(nodes.x), ny = static_cast<std::size_t>(nodes.y);
    const std::size_t k = i % node_count(nodes), component = i / node_count(nodes);
    const std::string which = values.size() > node_count(nodes) ? fmt::format(", component {}", "xyz"[component]) : "";
    throw Error(Exit::diverged, fmt::format("Grid \"{}\" holds {} at node ({}, {}, {}){}: the flow has diverged, no "
                                            "file was written. Lower the velocity or the time step, or raise the "
                                            "viscosity.",
                                            grid, value(), k % nx, k / nx % ny, k / (nx * ny), which));
}

}  // namespace fum
