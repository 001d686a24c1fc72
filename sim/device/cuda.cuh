// One GPU as a device: the same launchers as device/cpu.h. Knows nothing of what the kernels do.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/device/check.h"
#include "sim/device/cuda_profile.cuh"
#include "sim/device/cuda_surface.cuh"
#include "sim/device/cuda_transfer.cuh"
#include "sim/fused.h"
#include "sim/lattice/grid.h"

namespace fum {

/// Every kernel begins so: its blocks may be on the card already while the kernel before is ending (launch() asks for
/// that), and wait here until all that wrote is seen. Saves the gap between launches, which is what small grids spend.
__device__ __forceinline__ void wait_for_the_kernel_before() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;\n\tgriddepcontrol.wait;" ::: "memory");
#endif
}

template <class K>
__global__ void __launch_bounds__(256) each_kernel(const K k, std::int64_t n) {
    wait_for_the_kernel_before();
    const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
    if (i < n) k(i);
}

/// How many threads a block of a kernel may have, and how many blocks a multiprocessor should hold at once: what bounds
/// its registers. For halves, more threads pay (56 registers: 31.9 GLUPS at 512^3; 64 registers 30.4, 48 31.8); for
/// floats fewer do (72: 97 % of copy, 64: 95 %).
template <class K>
struct Shape {
    static constexpr int threads = 256, blocks = 1;
};
template <class Layout, class Collide>
struct Shape<PullCollide<Half, Layout, Collide>> {
    static constexpr int threads = 128, blocks = 9;
};

/// One node a thread; a block is a piece of one row, so that all it computes of y and z is uniform.
template <class K>
__global__ void __launch_bounds__(Shape<K>::threads, Shape<K>::blocks) nodes_kernel(const K k, int z0) {
    wait_for_the_kernel_before();
    const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < k.pull.grid.n.x)
        k.template operator()<typename K::Number>(x, static_cast<int>(blockIdx.y), z0 + static_cast<int>(blockIdx.z));
}

/// A node of the band a thread: the groups of one are neighbours in a row.
template <class K>
__global__ void __launch_bounds__(128) groups_kernel(const K k, const std::int32_t* list, std::int64_t items) {
    wait_for_the_kernel_before();
    const std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
    if (i >= items) return;
    const std::int32_t group = list[i >> k.band.shift], row = group / k.band.per_row;
    const int x = ((group - row * k.band.per_row) << k.band.shift) + static_cast<int>(i & ((1 << k.band.shift) - 1));
    if (x < k.pull.grid.n.x) k.template operator()<typename K::Number>(x, row % k.pull.grid.n.y, row / k.pull.grid.n.y);
}

/// Samples of a cell are neighbours, so a warp sums runs of equal cells before its run heads add to memory.
template <class K>
__global__ void __launch_bounds__(128) scatter_kernel(const K k, std::int64_t n) {
    wait_for_the_kernel_before();
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

/// A block a tile, which lies in shared memory: adding whole numbers there is one instruction.
template <class K>
__global__ void __launch_bounds__(256) tiles_kernel(const K k) {
    wait_for_the_kernel_before();
    __shared__ std::uint32_t tile[K::values];
    const std::int32_t bin = k.bin(blockIdx.x);
    const std::int64_t last = k.first(bin) + k.count(bin);
    for (std::int64_t from = k.first(bin); from < last; from += K::at_once) {
        for (int place = static_cast<int>(threadIdx.x); place < K::values; place += 256) tile[place] = 0;
        __syncthreads();
        const std::int64_t stop = min(static_cast<long long>(last), static_cast<long long>(from + K::at_once));
        for (std::int64_t i = from + threadIdx.x; i < stop; i += 256)
            k.add(bin, i, [&](int place, std::uint32_t v) { atomicAdd(&tile[place], v); });
        __syncthreads();
        for (int place = static_cast<int>(threadIdx.x); place < K::values; place += 256)
            k.flush(bin, place, tile[place]);
        __syncthreads();
    }
}

template <class K>
__global__ void __launch_bounds__(256) reduce_kernel(const K k, std::int64_t n, double* partial) {
    wait_for_the_kernel_before();
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

/// result[t] += sum of partial[count][terms], by one block.
__global__ void __launch_bounds__(256) finish_kernel(const double* partial, unsigned count, int terms, double* result);

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

    /// `block_threads` of node kernels at most, 0 = the default.
    explicit Cuda(int index, int block_threads = 0) : index_(index), block_threads_(block_threads) {
        use();
        cudaDeviceProp properties;
        CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
        name_ = properties.name;
        early_launch_ = properties.major >= 9;
        cudaStream_t stream = nullptr;
        CUDA_CHECK(cudaStreamCreate(&stream));
        stream_.reset(stream);
        partial_ = Buffer<double>(*this, reduce_blocks * 8);
    }

    std::string name() const { return name_; }
    int index() const { return index_; }
    cudaStream_t stream() const { return stream_.get(); }
    void use() const { CUDA_CHECK(cudaSetDevice(index_)); }

    template <class K>
    void each(std::int64_t n, const K& k) const {
        if (n <= 0) return;
        note<K>(each_kernel<K>, 256);
        launch(each_kernel<K>, dim3(blocks(n, 256)), dim3(256), k, n);
    }

    /// A node kernel over the planes z0 .. z1 - 1 of its grid.
    template <class K>
    void nodes(const K& k, int z0, int z1) const {
        const Int3 n = k.pull.grid.n;
        int width = std::min(block_threads_ > 0 ? block_threads_ : 256, Shape<K>::threads);
        while (width > 32 && width / 2 >= n.x) width /= 2;
        // the width that leaves the fewest threads idle at the end of a row
        for (int w = width / 2; w >= 32; w /= 2)
            if ((n.x + w - 1) / w * w < (n.x + width - 1) / width * width) width = w;
        const dim3 block(static_cast<unsigned>(width));
        const dim3 grid(blocks(n.x, width), static_cast<unsigned>(n.y), static_cast<unsigned>(z1 - z0));
        note<K>(nodes_kernel<K>, width);
        launch(nodes_kernel<K>, grid, block, k, z0);
    }

    template <class K>
    void groups(const K& k, const std::int32_t* list, std::int32_t count) const {
        if (count <= 0) return;
        const std::int64_t items = std::int64_t{count} << k.band.shift;
        note<K>(groups_kernel<K>, 128);
        launch(groups_kernel<K>, dim3(blocks(items, 128)), dim3(128), k, list, items);
    }

    template <class K>
    void scatter(std::int64_t n, const K& k) const {
        if (n <= 0) return;
        note<K>(scatter_kernel<K>, 128);
        launch(scatter_kernel<K>, dim3(blocks(n, 128)), dim3(128), k, n);
    }

    template <class K>
    void tiles(std::int64_t n, const K& k) const {
        if (n <= 0) return;
        note<K>(tiles_kernel<K>, 256);
        launch(tiles_kernel<K>, dim3(static_cast<unsigned>(n)), dim3(256), k);
    }

    /// Adds the sums of k(i, sum) to result[K::terms] in device memory, always in the same order.
    template <class K>
    void accumulate(std::int64_t n, const K& k, double* result) const {
        static_assert(K::terms <= 8);
        if (n <= 0) return;
        const unsigned count = std::min<unsigned>(blocks(n, 256), reduce_blocks);
        note<K>(reduce_kernel<K>, 256);
        launch(reduce_kernel<K>, dim3(count), dim3(256), k, n, partial_.data());
        launch(finish_kernel, dim3(1), dim3(256), static_cast<const double*>(partial_.data()), count, int{K::terms},
               result);
    }

    /// The same into memory of the host.
    template <class K>
    void reduce(std::int64_t n, const K& k, double* result) const {
        const Buffer<double> sum(*this, K::terms);
        accumulate(n, k, sum.data());
        double here[K::terms];
        download(std::span<double>(here), sum.data());
        for (int t = 0; t < K::terms; ++t) result[t] += here[t];
    }

    template <class T>
    void fill(T* p, std::size_t n, T value) const {
        const T zero{};
        if (std::memcmp(&value, &zero, sizeof(T)) == 0)
            CUDA_CHECK(cudaMemsetAsync(p, 0, n * sizeof(T), stream_.get()));
        else
            each(static_cast<std::int64_t>(n), FillKernel<T>{p, value});
    }
    template <class T>
    void upload(T* to, std::span<const T> from) const {
        if (from.empty()) return;
        CUDA_CHECK(cudaMemcpyAsync(to, from.data(), from.size_bytes(), cudaMemcpyHostToDevice, stream_.get()));
        wait();
    }
    template <class T>
    void download(std::span<T> to, const T* from) const {
        if (to.empty()) return;
        CUDA_CHECK(cudaMemcpyAsync(to.data(), from, to.size_bytes(), cudaMemcpyDeviceToHost, stream_.get()));
        wait();
    }
    void wait() const { CUDA_CHECK(cudaStreamSynchronize(stream_.get())); }

    /// Memory of the host for a frame on its way to the disk, and a copy into it that goes on while the device works.
    template <class T>
    struct HostBuffer : PinnedBuffer<T> {
        HostBuffer() = default;
        HostBuffer(const Cuda& gpu, std::size_t n) : PinnedBuffer<T>((gpu.use(), n)) {}
    };
    using Transfer = CudaEvent;
    /// Copies `from` as it is after all that was launched so far; it must not change before the transfer has ended.
    template <class T>
    Transfer send(std::span<T> to, const T* from) {
        use();
        return outbox_.send(stream_.get(), to.data(), from, to.size());
    }
    /// What is launched from now on begins after the transfer.
    void after(const Transfer& t) const { t.hold_back(stream_.get()); }

    /// Where kernels put texels that OpenGL reads (cuda_surface.cuh).
    using FlowSurface = fum::FlowSurface;
    using SmokeSurface = fum::SmokeSurface;

    /// Launches that were recorded, to be repeated as one.
    class Recording {
    public:
        explicit operator bool() const { return graph_ != nullptr; }

    private:
        friend class Cuda;
        struct Destroy {
            void operator()(cudaGraphExec_t g) const noexcept { cudaGraphExecDestroy(g); }
        };
        std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, Destroy> graph_;
    };

    /// Runs `work`, which launches kernels and touches no memory of the host, without executing what it launches.
    template <class Work>
    Recording record(const Work& work) const {
        CUDA_CHECK(cudaStreamBeginCapture(stream_.get(), cudaStreamCaptureModeThreadLocal));
        work();
        cudaGraph_t graph = nullptr;
        CUDA_CHECK(cudaStreamEndCapture(stream_.get(), &graph));
        cudaGraphExec_t ready = nullptr;
        const cudaError_t code = cudaGraphInstantiate(&ready, graph, 0);
        cudaGraphDestroy(graph);
        CUDA_CHECK(code);
        Recording recording;
        recording.graph_.reset(ready);
        return recording;
    }
    void replay(const Recording& r) const { CUDA_CHECK(cudaGraphLaunch(r.graph_.get(), stream_.get())); }

    /// A moment in the order of what is launched, and how long after another it came.
    using Stamp = CudaStamp;
    Stamp stamp() const noexcept { return Stamp(stream_.get()); }
    double seconds(const Stamp& from, const Stamp& to) const { return Stamp::seconds(from, to); }

    /// While `into` is not null, kernels that are launched are added to it, each once.
    void observe(std::vector<KernelInfo>* into) { observed_ = into; }

    static constexpr bool on_gpu = true;
    static constexpr bool ordered_sums = false;  ///< of scatter()

private:
    template <class K, class Kernel>
    void note(Kernel* kernel, int threads) const {
        if (observed_) note_kernel<K>(*observed_, [&] { return cuda_kernel_info(kernel, threads, index_); });
    }

    static constexpr unsigned reduce_blocks = 1024;
    static unsigned blocks(std::int64_t n, std::int64_t each) { return static_cast<unsigned>((n + each - 1) / each); }

    template <class... P, class... A>
    void launch(void (*kernel)(P...), dim3 grid, dim3 block, const A&... arguments) const {
        cudaLaunchAttribute early{};
        early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        early.val.programmaticStreamSerializationAllowed = 1;
        cudaLaunchConfig_t config{};
        config.gridDim = grid;
        config.blockDim = block;
        config.stream = stream_.get();
        config.attrs = &early;
        config.numAttrs = early_launch_ ? 1 : 0;
        CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, P(arguments)...));
    }

    struct DestroyStream {
        void operator()(cudaStream_t s) const noexcept { cudaStreamDestroy(s); }
    };
    int index_, block_threads_;
    bool early_launch_ = false;  ///< from compute capability 9.0 on
    std::unique_ptr<std::remove_pointer_t<cudaStream_t>, DestroyStream> stream_;
    CudaOutbox outbox_;
    std::string name_;
    Buffer<double> partial_;
    std::vector<KernelInfo>* observed_ = nullptr;
};

}  // namespace fum
