// Frames from a GPU to the host while the GPU works on: pinned memory, a stream of their own, and events between them.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <memory>
#include <type_traits>

#include "sim/device/check.h"

namespace fum {

/// n values of T in pinned host memory, which the copy engine reaches without the help of the CPU.
template <class T>
class PinnedBuffer {
public:
    PinnedBuffer() = default;
    explicit PinnedBuffer(std::size_t n) : size_(n) {
        if (n == 0) return;
        void* p = nullptr;
        CUDA_CHECK(cudaHostAlloc(&p, n * sizeof(T), cudaHostAllocPortable));
        data_.reset(static_cast<T*>(p));
    }
    T* data() const { return data_.get(); }
    std::size_t size() const { return data_ ? size_ : 0; }

private:
    struct Free {
        void operator()(void* p) const noexcept { cudaFreeHost(p); }
    };
    std::unique_ptr<T, Free> data_;
    std::size_t size_ = 0;
};

/// A moment in a stream that several may wait for. Waiting sleeps: writers leave the cores to whoever can use them.
class CudaEvent {
public:
    CudaEvent() = default;
    explicit CudaEvent(cudaStream_t stream) {
        cudaEvent_t event = nullptr;
        CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventBlockingSync));
        event_.reset(event, [](cudaEvent_t e) { cudaEventDestroy(e); });
        CUDA_CHECK(cudaEventRecord(event, stream));
    }
    /// On the host; from any thread.
    void wait() const {
        if (event_) CUDA_CHECK(cudaEventSynchronize(event_.get()));
    }
    /// What is launched into `stream` from now on begins after this moment.
    void hold_back(cudaStream_t stream) const {
        if (event_) CUDA_CHECK(cudaStreamWaitEvent(stream, event_.get(), 0));
    }

private:
    std::shared_ptr<std::remove_pointer_t<cudaEvent_t>> event_;
};

/// The stream of the copies; made when the first one is asked for.
class CudaOutbox {
public:
    /// Copies n values to the host once `work` has come so far; later work may run meanwhile. `from` must be left alone
    /// until the event: hold_back() the stream that writes there next.
    template <class T>
    CudaEvent send(cudaStream_t work, T* to, const T* from, std::size_t n) {
        if (!stream_) {
            cudaStream_t made = nullptr;
            CUDA_CHECK(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
            stream_.reset(made);
        }
        CudaEvent(work).hold_back(stream_.get());
        CUDA_CHECK(cudaMemcpyAsync(to, from, n * sizeof(T), cudaMemcpyDeviceToHost, stream_.get()));
        return CudaEvent(stream_.get());
    }

private:
    struct Destroy {
        void operator()(cudaStream_t s) const noexcept { cudaStreamDestroy(s); }
    };
    std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroy> stream_;
};

}  // namespace fum
