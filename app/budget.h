// Which device a run gets, and whether it fits there.
#pragma once

#include <string>
#include <vector>

#include "app/output_estimate.h"
#include "app/setup.h"
#include "app/writer_plan.h"
#include "sim/solver.h"

namespace fum {

/// "auto", "cpu", "cuda:N" as a device of this machine. Throws Error(device) naming those that exist.
DeviceInfo choose_device(const std::string& wish);

struct Budget {
    DeviceInfo device;
    std::vector<MemoryItem> items;  ///< of the device
    std::int64_t bytes = 0;
    WriterPlan writing;             ///< its memory on the device is among the items
    OutputEstimate output;          ///< on the disk
    std::int64_t largest_cube = 0;  ///< nodes an edge that would fit with the same plan and no solids
};

Budget budget_of(const Setup&, const std::string& device);

/// Throws Error(device) with the estimate and the largest size that fits if the budget exceeds what is free.
void demand_memory(const Budget&, const Numbers&);

}  // namespace fum
