#include "sim/device/cuda_flow.cuh"

namespace fum {

std::unique_ptr<Solver> cuda_fp16(const Config& config, const Plan& plan, int index) {
    demand_default_alpha(plan, "solver.storage = fp16");
    return gpu_flow<Row<Half, Csoa<64>, AcmMrt<float>>>(config, plan, index);
}

}  // namespace fum
