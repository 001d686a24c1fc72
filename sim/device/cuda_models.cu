#include "sim/device/cuda_flow.cuh"

namespace fum {

std::unique_ptr<Solver> cuda_models(const Config& config, const Plan& plan, int index) {
    demand_default_alpha(plan, "a model beside acm_mrt");
    switch (config.model) {
        case Model::bgk2:
            return gpu_flow<Row<float, Csoa<64>, Bgk<float, 2>>>(config, plan, index);
        case Model::bgk:
            return gpu_flow<Row<float, Csoa<64>, Bgk<float, 6>>>(config, plan, index);
        case Model::raw_mrt:
            return gpu_flow<Row<float, Csoa<64>, RawMrt<float>>>(config, plan, index);
        case Model::none:
            return gpu_flow<Row<float, Csoa<64>, NoCollision<float>>>(config, plan, index);
        default:
            return gpu_flow<Row<float, Csoa<64>, CentralMrt<float>>>(config, plan, index);
    }
}

}  // namespace fum
