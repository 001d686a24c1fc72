// The paper's schedule on the CPU, node by node: it is there for figures and for tests of the GPU, not for speed.
#include "sim/device/cpu.h"
#include "sim/flow.h"
#include "sim/menu.h"
#include "sim/solver_backends.h"

namespace fum {

std::unique_ptr<Solver> make_cpu_staged(const Config& config, const Plan& plan, int threads) {
    const std::int64_t alpha = plan.alpha > 0 ? plan.alpha : 64;
    int shift = 0;
    while (std::int64_t{1} << shift < alpha) ++shift;
    using Staged = Row<float, CsoaAny, AcmMrt<float>, true>;
    return std::make_unique<Flow<Cpu, Staged>>(std::make_unique<Cpu>(threads), config, plan, CsoaAny{shift});
}

}  // namespace fum
