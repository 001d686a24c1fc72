// What profile() asks of a GPU: moments in its order of work, and what the compiler made of a kernel.
#pragma once

#include <cuda_runtime.h>

#include <utility>

#include "sim/core/kernel_info.h"
#include "sim/device/check.h"

namespace fum {

/// The moment at which all that was launched on a stream before it is done. Owns an event; moved, not copied. A call
/// that fails is reported by seconds(), so that a stamp can be taken where nothing may throw.
class CudaStamp {
public:
    explicit CudaStamp(cudaStream_t stream) noexcept {
        code_ = cudaEventCreate(&event_);
        if (code_ == cudaSuccess) code_ = cudaEventRecord(event_, stream);
    }
    CudaStamp(CudaStamp&& other) noexcept : event_(std::exchange(other.event_, nullptr)), code_(other.code_) {}
    CudaStamp& operator=(CudaStamp&&) = delete;
    ~CudaStamp() {
        if (event_) cudaEventDestroy(event_);
    }

    /// From one to the other, both past. Throws Error(device).
    static double seconds(const CudaStamp& from, const CudaStamp& to) {
        CUDA_CHECK(from.code_);
        CUDA_CHECK(to.code_);
        float ms = 0;
        CUDA_CHECK(cudaEventElapsedTime(&ms, from.event_, to.event_));
        return 1e-3 * static_cast<double>(ms);
    }

private:
    cudaEvent_t event_ = nullptr;
    cudaError_t code_;
};

/// Of `kernel` in blocks of so many threads on the device in use. Throws Error(device).
template <class Kernel>
KernelInfo cuda_kernel_info(Kernel* kernel, int threads, int device) {
    cudaFuncAttributes attributes;
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
    int blocks = 0, most = 1;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0));
    CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerMultiProcessor, device));
    return {"", attributes.numRegs, static_cast<std::int64_t>(attributes.localSizeBytes), threads,
            static_cast<double>(blocks * threads) / most};
}

}  // namespace fum
