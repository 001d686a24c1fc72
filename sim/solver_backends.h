// What solver.cpp asks of the CUDA side, which is device/cuda.cu or, in a build without CUDA, device/cuda_missing.cpp;
// and of the CPU's staged schedule.
#pragma once

#include <memory>
#include <vector>

#include "sim/solver.h"

namespace fum {

/// GPUs the driver shows; empty without a driver or without CUDA. Never throws.
std::vector<DeviceInfo> cuda_devices();

/// The group of Eq. 9 for rows of nx nodes: of those that are compiled the one that leaves the least of a row unused.
std::int64_t default_alpha(int nx);

/// Throws Error(device) or Error(input).
std::unique_ptr<Solver> make_cuda_solver(const Config&, const Plan&, int index);

/// The staged schedule on the CPU (device/cpu_staged.cpp). `threads` 0 = all.
std::unique_ptr<Solver> make_cpu_staged(const Config&, const Plan&, int threads);

/// Copy bandwidth of a GPU. Throws Error(device).
Bandwidth measure_cuda_bandwidth(int index, std::size_t bytes);

}  // namespace fum
