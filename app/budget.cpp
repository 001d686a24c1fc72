#include "app/budget.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/core/error.h"
#include "sim/core/files.h"

namespace fum {

DeviceInfo choose_device(const std::string& wish) {
    std::string known;
    for (const DeviceInfo& device : devices()) {
        const bool wanted = wish == device.id || wish == "auto";
        if (wanted && device.note.empty()) return device;
        if (wish == device.id)
            throw Error(Exit::device, fmt::format("{} ({}) cannot be used: {}.", wish, device.name, device.note));
        known += (known.empty() ? "" : ", ") + device.id;
    }
    throw Error(Exit::device,
                fmt::format("There is no device {}; this machine has {}. {}", wish, known, cuda_status()));
}

Budget budget_of(const Setup& setup, const std::string& device) {
    Budget budget;
    budget.device = choose_device(device);
    budget.items = estimate_memory(setup.config, setup.plan, budget.device.id);
    budget.writing = writer_plan(setup, budget.device);
    budget.output = estimate_output(setup);
    const bool gpu = budget.device.id != "cpu";
    budget.items.push_back({"frames being written", gpu ? budget.writing.device_bytes : budget.writing.host_bytes});
    for (const MemoryItem& item : budget.items) budget.bytes += item.bytes;
    Config cube;
    cube.nodes = {128, 128, 128};
    double bytes_per_node = 0;
    for (const MemoryItem& item : estimate_memory(cube, setup.plan, budget.device.id))
        bytes_per_node += static_cast<double>(item.bytes) / (128.0 * 128 * 128);
    if (bytes_per_node > 0)
        budget.largest_cube =
            static_cast<std::int64_t>(std::cbrt(static_cast<double>(budget.device.free_bytes) / bytes_per_node));
    return budget;
}

void demand_memory(const Budget& budget, const Numbers& numbers) {
    if (budget.bytes <= budget.device.free_bytes) return;
    const Int3& n = numbers.grid.nodes;
    const double shrink =
        std::cbrt(static_cast<double>(budget.device.free_bytes) / static_cast<double>(budget.bytes)) * 0.98;
    throw Error(
        Exit::device,
        fmt::format(
            "{} x {} x {} nodes need {}, {} ({}) has {} free. The largest that fits: {} x {} x {} (domain.dx_m = "
            "{:.4g}), or a cube of {}^3.",
            n.x, n.y, n.z, human_bytes(static_cast<double>(budget.bytes)), budget.device.id, budget.device.name,
            human_bytes(static_cast<double>(budget.device.free_bytes)), static_cast<int>(n.x * shrink),
            static_cast<int>(n.y * shrink), static_cast<int>(n.z * shrink), numbers.units.dx_m / shrink,
            budget.largest_cube));
}

}  // namespace fum
