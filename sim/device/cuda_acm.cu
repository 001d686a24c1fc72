#include "sim/device/cuda_flow.cuh"

namespace fum {

std::unique_ptr<Solver> cuda_acm(const Config& config, const Plan& plan, int index) {
    using Acm = AcmMrt<float>;
    const std::int64_t alpha = plan.alpha > 0 ? plan.alpha : default_alpha(config.nodes.x);
    if (alpha == 32) return gpu_flow<Row<float, Csoa<32>, Acm>>(config, plan, index);
    if (alpha == 64) return gpu_flow<Row<float, Csoa<64>, Acm>>(config, plan, index);
    if (alpha == 128) return gpu_flow<Row<float, Csoa<128>, Acm>>(config, plan, index);
    if (plan.streaming == Plan::Streaming::in_place)
        throw Error(Exit::input,
                    "solver.streaming = in_place is compiled for advanced.alpha 32, 64 and 128; leave it at 0.");
    int shift = 0;
    while (std::int64_t{1} << shift < alpha) ++shift;
    return gpu_flow<Row<float, CsoaAny, Acm>>(config, plan, index, CsoaAny{shift});
}

}  // namespace fum
