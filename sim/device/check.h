// Every CUDA call is checked; what it said is passed on.
#pragma once

#include <cuda_runtime.h>

#include <string>

#include "sim/core/error.h"

namespace fum {

inline void cuda_check(cudaError_t code, const char* call) {
    if (code == cudaSuccess) return;
    const Exit exit = code == cudaErrorMemoryAllocation || code == cudaErrorNoDevice || code == cudaErrorInvalidDevice
                          ? Exit::device
                          : Exit::failure;
    throw Error(exit, std::string("CUDA: ") + cudaGetErrorString(code) + " (" + cudaGetErrorName(code) + ", code " +
                          std::to_string(static_cast<int>(code)) + ") from " + call + ".");
}

}  // namespace fum

#define CUDA_CHECK(call) ::fum::cuda_check((call), #call)
