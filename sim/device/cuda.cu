// The CUDA backend: devices, bandwidth, and the rows of the menu that run on a GPU.
#include "sim/device/cuda.cuh"
//
#include "sim/flow.h"
#include "sim/menu.h"
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
            code = cudaFuncGetAttributes(&attributes, nodes_kernel<PullCollide<float, Csoa<64>, AcmMrt<float>>>);
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

namespace {

struct CopyWide {
    const float4* a;
    float4* b;
    FUM_HD void operator()(std::int64_t i) const { b[i] = a[i]; }
};

template <class Layout, class Collide>
std::unique_ptr<Solver> gpu_flow(const Config& config, const Plan& plan, int index, Layout layout) {
    return std::make_unique<Flow<Cuda, float, Layout, Collide>>(std::make_unique<Cuda>(index), config, plan, layout);
}

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
        CUDA_CHECK(cudaEventRecord(begin));
        for (int j = 0; j < 4; ++j) gpu.each(n, CopyWide{a.data(), b.data()});
        CUDA_CHECK(cudaEventRecord(end));
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
        throw Error(
            Exit::input,
            "advanced.storage = fp64 is the reference of the tests and runs on the CPU only; use --device cpu.");
    const std::int64_t alpha = plan.alpha > 0 ? plan.alpha : 64;
    int shift = 0;
    while (std::int64_t{1} << shift < alpha) ++shift;
    if (config.model == Model::acm_mrt) {
        if (alpha == 32) return gpu_flow<Csoa<32>, AcmMrt<float>>(config, plan, index, {});
        if (alpha == 64) return gpu_flow<Csoa<64>, AcmMrt<float>>(config, plan, index, {});
        if (alpha == 128) return gpu_flow<Csoa<128>, AcmMrt<float>>(config, plan, index, {});
        return gpu_flow<CsoaAny, AcmMrt<float>>(config, plan, index, CsoaAny{shift});
    }
    if (plan.alpha != 0 && plan.alpha != 64)
        throw Error(Exit::input,
                    "On the GPU the models beside acm_mrt are compiled for alpha 64 only; leave advanced.alpha at 0.");
    switch (config.model) {
        case Model::bgk2:
            return gpu_flow<Csoa<64>, Bgk<float, 2>>(config, plan, index, {});
        case Model::bgk:
            return gpu_flow<Csoa<64>, Bgk<float, 6>>(config, plan, index, {});
        case Model::raw_mrt:
            return gpu_flow<Csoa<64>, RawMrt<float>>(config, plan, index, {});
        case Model::none:
            return gpu_flow<Csoa<64>, NoCollision<float>>(config, plan, index, {});
        default:
            return gpu_flow<Csoa<64>, CentralMrt<float>>(config, plan, index, {});
    }
}

}  // namespace fum
