// One GPU as a device: the same launchers as device/cpu.h. Knows nothing of what the kernels do.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "sim/device/check.h"
#include "sim/lattice/grid.h"

namespace fum {

template <class K>
__global__ void __launch_bounds__(256) each_kernel(const K k, std::int64_t n) {
    const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
    if (i < n) k(i);
}

/// One node a thread; blocks are 128 threads along rows, several rows where rows are short.
template <class K>
__global__ void __launch_bounds__(128) nodes_kernel(const K k) {
    const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    const int z = static_cast<int>(blockIdx.z);
    if (x < k.pull.grid.n.x && y < k.pull.grid.n.y) k.template operator()<typename K::Number>(x, y, z);
}

template <class K>
__global__ void __launch_bounds__(128)
    groups_kernel(const K k, const std::int32_t* list, std::int64_t items, int shift) {
    const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
    if (i >= items) return;
    const Node node =
        (static_cast<Node>(list[i >> shift]) << shift) + (static_cast<Node>(i) & ((Node{1} << shift) - 1));
    if (node >= k.pull.grid.nodes()) return;
    const Int3 p = k.pull.grid.place(node);
    k.template operator()<typename K::Number>(p.x, p.y, p.z);
}

/// Samples of a cell are neighbours, so a warp sums runs of equal cells before its run heads add to memory.
template <class K>
__global__ void __launch_bounds__(128) scatter_kernel(const K k, std::int64_t n) {
    const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
    typename K::Contribution mine{};
    mine.cell = -1;
    if (i < n) mine = k.evaluate(i);
    const unsigned lane = threadIdx.x & 31u;
    const std::int64_t before = __shfl_up_sync(~0u, mine.cell, 1);
    const bool head = lane == 0 || before != mine.cell;
    const unsigned heads = __ballot_sync(~0u, head);
    const unsigned later = lane == 31 ? 0u : heads & (~0u << (lane + 1));
    const unsigned end = later ? static_cast<unsigned>(__ffs(static_cast<int>(later)) - 1) : 32u;
    unsigned longest = end - lane;  // of the runs in this warp
    for (int d = 16; d > 0; d >>= 1) longest = max(longest, __shfl_xor_sync(~0u, longest, d));
#pragma unroll
    for (int corner = 0; corner < 8; ++corner) {
        const float weight = mine.cell < 0 ? 0.0f : mine.at.weight(corner);
        float x = weight * mine.fx, y = weight * mine.fy, z = weight * mine.fz;
        for (unsigned d = 1; d < longest; d <<= 1) {
            const float tx = __shfl_down_sync(~0u, x, d), ty = __shfl_down_sync(~0u, y, d),
                        tz = __shfl_down_sync(~0u, z, d);
            if (lane + d < end) x += tx, y += ty, z += tz;
        }
        if (head && mine.cell >= 0) k.add(mine.at, corner, x, y, z);
    }
}

template <class K>
__global__ void __launch_bounds__(256) reduce_kernel(const K k, std::int64_t n, double* partial) {
    double sum[K::terms] = {};
    const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x; i < n; i += stride)
        k(i, sum);
    __shared__ double warps[8][K::terms];
    for (int t = 0; t < K::terms; ++t) {
        for (int d = 16; d > 0; d >>= 1) sum[t] += __shfl_down_sync(~0u, sum[t], d);
        if ((threadIdx.x & 31) == 0) warps[threadIdx.x >> 5][t] = sum[t];
    }
    __syncthreads();
    if (threadIdx.x < K::terms) {
        double whole = 0;
        for (int j = 0; j < 8; ++j) whole += warps[j][threadIdx.x];
        partial[blockIdx.x * K::terms + threadIdx.x] = whole;
    }
}

template <class T>
struct FillKernel {
    T* p;
    T value;
    FUM_HD void operator()(std::int64_t i) const { p[i] = value; }
};

class Cuda {
public:
    /// n values of T in device memory, zero at first. Owns them; moved, not copied; empty is valid.
    template <class T>
    class Buffer {
    public:
        Buffer() = default;
        Buffer(const Cuda& gpu, std::size_t n) : size_(n) {
            gpu.use();
            void* p = nullptr;
            if (n == 0) return;
            CUDA_CHECK(cudaMalloc(&p, n * sizeof(T)));
            data_.reset(static_cast<T*>(p));
            CUDA_CHECK(cudaMemset(p, 0, n * sizeof(T)));
        }
        T* data() const { return data_.get(); }
        std::size_t size() const { return size_; }

    private:
        struct Free {
            void operator()(void* p) const noexcept { cudaFree(p); }
        };
        std::unique_ptr<T, Free> data_;
        std::size_t size_ = 0;
    };

    explicit Cuda(int index) : index_(index) {
        use();
        cudaDeviceProp properties;
        CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
        name_ = properties.name;
        partial_ = Buffer<double>(*this, reduce_blocks * 8);
    }

    std::string name() const { return name_; }
    void use() const { CUDA_CHECK(cudaSetDevice(index_)); }

    template <class K>
    void each(std::int64_t n, const K& k) const {
        if (n <= 0) return;
        each_kernel<<<blocks(n, 256), 256>>>(k, n);
        CUDA_CHECK(cudaGetLastError());
    }

    template <class K>
    void nodes(const K& k) const {
        const Int3 n = k.pull.grid.n;
        const int wide = n.x > 64 ? 128 : n.x > 32 ? 64 : 32;
        // the width that leaves the fewest threads idle at the end of a row
        int width = wide;
        for (int w = 32; w < wide; w *= 2)
            if ((n.x + w - 1) / w * w < (n.x + width - 1) / width * width) width = w;
        const dim3 block(static_cast<unsigned>(width), static_cast<unsigned>(128 / width));
        const dim3 grid(blocks(n.x, block.x), blocks(n.y, block.y), static_cast<unsigned>(n.z));
        nodes_kernel<<<grid, block>>>(k);
        CUDA_CHECK(cudaGetLastError());
    }

    template <class K>
    void groups(const K& k, const std::int32_t* list, std::int32_t count, int shift) const {
        if (count <= 0) return;
        const std::int64_t items = std::int64_t{count} << shift;
        groups_kernel<<<blocks(items, 128), 128>>>(k, list, items, shift);
        CUDA_CHECK(cudaGetLastError());
    }

    template <class K>
    void scatter(std::int64_t n, const K& k) const {
        if (n <= 0) return;
        scatter_kernel<<<blocks(n, 128), 128>>>(k, n);
        CUDA_CHECK(cudaGetLastError());
    }

    template <class K>
    void reduce(std::int64_t n, const K& k, double* result) const {
        static_assert(K::terms <= 8);
        if (n <= 0) return;
        const unsigned count = std::min<unsigned>(blocks(n, 256), reduce_blocks);
        reduce_kernel<<<count, 256>>>(k, n, partial_.data());
        CUDA_CHECK(cudaGetLastError());
        std::unique_ptr<double[]> partial(new double[count * K::terms]);
        CUDA_CHECK(
            cudaMemcpy(partial.get(), partial_.data(), count * K::terms * sizeof(double), cudaMemcpyDeviceToHost));
        for (unsigned j = 0; j < count; ++j)
            for (int t = 0; t < K::terms; ++t) result[t] += partial[j * K::terms + static_cast<unsigned>(t)];
    }

    template <class T>
    void fill(T* p, std::size_t n, T value) const {
        each(static_cast<std::int64_t>(n), FillKernel<T>{p, value});
    }
    template <class T>
    void upload(T* to, std::span<const T> from) const {
        if (!from.empty()) CUDA_CHECK(cudaMemcpy(to, from.data(), from.size_bytes(), cudaMemcpyHostToDevice));
    }
    template <class T>
    void download(std::span<T> to, const T* from) const {
        if (!to.empty()) CUDA_CHECK(cudaMemcpy(to.data(), from, to.size_bytes(), cudaMemcpyDeviceToHost));
    }
    void wait() const { CUDA_CHECK(cudaDeviceSynchronize()); }

    static constexpr bool on_gpu = true;

private:
    static constexpr unsigned reduce_blocks = 1024;
    static unsigned blocks(std::int64_t n, std::int64_t each) { return static_cast<unsigned>((n + each - 1) / each); }

    int index_;
    std::string name_;
    Buffer<double> partial_;
};

}  // namespace fum
