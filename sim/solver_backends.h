// What solver.cpp asks of the CUDA side, which is device/cuda.cu or, in a build without CUDA, device/cuda_missing.cpp.
#pragma once

#include <memory>
#include <vector>

#include "sim/solver.h"

namespace fum {

/// GPUs the driver shows; empty without a driver or without CUDA. Never throws.
std::vector<DeviceInfo> cuda_devices();

/// Throws Error(device) or Error(input).
std::unique_ptr<Solver> make_cuda_solver(const Config&, const Plan&, int index);

/// Copy bandwidth of a GPU. Throws Error(device).
Bandwidth measure_cuda_bandwidth(int index, std::size_t bytes);

}  // namespace fum
