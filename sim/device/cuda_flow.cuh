// Makes a Flow on a GPU from a row of the menu.
#pragma once

#include "sim/device/cuda.cuh"
//
#include "sim/device/cuda_rows.h"
#include "sim/flow.h"
#include "sim/menu.h"
#include "sim/solver_backends.h"

namespace fum {

template <class R>
std::unique_ptr<Solver> gpu_flow(const Config& config, const Plan& plan, int index, typename R::Layout layout = {}) {
    return std::make_unique<Flow<Cuda, R>>(std::make_unique<Cuda>(index, plan.block_threads), config, plan, layout);
}

/// Throws Error(input) if the plan names an alpha other than 64.
inline void demand_default_alpha(const Plan& plan, const char* what) {
    if (plan.alpha != 0 && plan.alpha != 64)
        throw Error(Exit::input,
                    std::string("On the GPU ") + what + " is compiled for alpha 64 only; leave advanced.alpha at 0.");
}

}  // namespace fum
