// The CUDA backend: devices, bandwidth, and which file has the row of the menu that a plan asks for (cuda_rows.h).
#include "sim/device/cuda.cuh"
//
#include "sim/device/cuda_rows.h"
#include "sim/fused.h"
#include "sim/solver_backends.h"

namespace fum {

std::string cuda_status() {
    int count = -1;
    const cudaError_t code = cudaGetDeviceCount(&count);
    if (code != cudaSuccess)
        return std::string("CUDA finds no usable GPU (") + cudaGetErrorString(code) +
               "); the CPU backend runs everything.";
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    return "CUDA " + std::to_string(runtime / 1000) + "." + std::to_string(runtime % 1000 / 10) + ", driver for CUDA " +
           std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10) + ", " + std::to_string(count) +
           " GPU(s).";
}

std::vector<DeviceInfo> cuda_devices() {
    int count = -1;
    if (cudaGetDeviceCount(&count) != cudaSuccess) return {};
    std::vector<DeviceInfo> all;
    for (int i = 0; i < count; ++i) {
        DeviceInfo info;
        info.id = "cuda:" + std::to_string(i);
        cudaDeviceProp properties;
        cudaError_t code = cudaGetDeviceProperties(&properties, i);
        std::size_t free = 0, total = 0;
        if (code == cudaSuccess) {
            info.name = properties.name;
            if ((code = cudaSetDevice(i)) == cudaSuccess) code = cudaMemGetInfo(&free, &total);
        }
        cudaFuncAttributes attributes;
        if (code == cudaSuccess)  // is there code for this card in the program?
            code = cudaFuncGetAttributes(&attributes, each_kernel<FillKernel<float>>);
        if (code != cudaSuccess) {
            info.note = std::string(cudaGetErrorString(code)) + " (" + cudaGetErrorName(code) + ")";
            cudaGetLastError();
        }
        info.memory_bytes = static_cast<std::int64_t>(total);
        info.free_bytes = static_cast<std::int64_t>(free);
        all.push_back(info);
    }
    return all;
}

__global__ void __launch_bounds__(256) finish_kernel(const double* partial, unsigned count, int terms, double* result) {
    wait_for_the_kernel_before();
    __shared__ double warps[8];
    for (int t = 0; t < terms; ++t) {
        double sum = 0;
        for (unsigned j = threadIdx.x; j < count; j += 256) sum += partial[j * static_cast<unsigned>(terms) + t];
        for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
        if ((threadIdx.x & 31) == 0) warps[threadIdx.x >> 5] = sum;
        __syncthreads();
        if (threadIdx.x == 0) {
            double whole = 0;
            for (int j = 0; j < 8; ++j) whole += warps[j];
            result[t] += whole;
        }
        __syncthreads();
    }
}

namespace {

struct CopyWide {
    const float4* a;
    float4* b;
    FUM_HD void operator()(std::int64_t i) const { b[i] = a[i]; }
};

}  // namespace

Bandwidth measure_cuda_bandwidth(int index, std::size_t bytes) {
    const Cuda gpu(index);
    const std::int64_t n =
        static_cast<std::int64_t>(std::max<std::size_t>(bytes, std::size_t{1} << 30) / sizeof(float4));
    const Cuda::Buffer<float4> a(gpu, static_cast<std::size_t>(n)), b(gpu, static_cast<std::size_t>(n));
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    float best = 1e30f;
    for (int run = 0; run < 7; ++run) {
        CUDA_CHECK(cudaEventRecord(begin, gpu.stream()));
        for (int j = 0; j < 4; ++j) gpu.each(n, CopyWide{a.data(), b.data()});
        CUDA_CHECK(cudaEventRecord(end, gpu.stream()));
        CUDA_CHECK(cudaEventSynchronize(end));
        float ms = 0;
        CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
        if (run > 0) best = std::min(best, ms / 4);
    }
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
    Bandwidth result;
    result.copy = 2.0 * static_cast<double>(n) * sizeof(float4) / (static_cast<double>(best) * 1e-3);
    return result;
}

std::unique_ptr<Solver> make_cuda_solver(const Config& config, const Plan& plan, int index) {
    if (plan.storage == Plan::Storage::fp64)
        throw Error(Exit::input,
                    "solver.storage = fp64 is the reference of the tests and runs on the CPU only; use --device cpu.");
    if (plan.schedule == Plan::Schedule::staged) return cuda_staged(config, plan, index);
    const bool acm = config.model == Model::acm_mrt;
    if (plan.storage == Plan::Storage::fp16) {
        if (!acm)
            throw Error(Exit::input, "solver.storage = fp16 is compiled for solver.model = acm_mrt only; choose fp32.");
        return cuda_fp16(config, plan, index);
    }
    return acm ? cuda_acm(config, plan, index) : cuda_models(config, plan, index);
}

}  // namespace fum
