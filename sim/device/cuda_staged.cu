// The staged schedule with the layouts of the named plans; cuda_staged_alpha.cu has the others, to compile beside it.
#include "sim/device/cuda_staged.cuh"

namespace fum {

std::unique_ptr<Solver> cuda_staged(const Config& config, const Plan& plan, int index) {
    if (plan.alpha == 0 || plan.alpha == 64) return gpu_flow<StagedRow<Csoa<64>>>(config, plan, index);
    if (plan.alpha == 1) return gpu_flow<StagedRow<Csoa<1>>>(config, plan, index);
    return cuda_staged_alpha(config, plan, index);
}

}  // namespace fum
