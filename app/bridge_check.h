// What CUDA answers the bridge, as an error that a person can read.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "sim/core/error.h"

namespace fum {

/// Throws Error(device) that begins with `what`. The answer is then forgotten, so that nobody takes it for his own.
inline void demand(cudaError_t code, const char* what) {
    if (code == cudaSuccess) return;
    cudaGetLastError();
    throw Error(Exit::device,
                std::string(what) + ": " + cudaGetErrorString(code) + " (" + cudaGetErrorName(code) + ").");
}

}  // namespace fum
