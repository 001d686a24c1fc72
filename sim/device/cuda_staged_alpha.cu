#include "sim/device/cuda_staged.cuh"

namespace fum {

std::unique_ptr<Solver> cuda_staged_alpha(const Config& config, const Plan& plan, int index) {
    if (plan.alpha == 32) return gpu_flow<StagedRow<Csoa<32>>>(config, plan, index);
    if (plan.alpha == 128) return gpu_flow<StagedRow<Csoa<128>>>(config, plan, index);
    int shift = 0;
    while (std::int64_t{1} << shift < plan.alpha) ++shift;
    return gpu_flow<StagedRow<CsoaAny>>(config, plan, index, CsoaAny{shift});
}

}  // namespace fum
