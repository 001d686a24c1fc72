// The rows of the menu that run on a GPU, in a file each so that they compile side by side. Each takes what alpha the
// plan names (0: the default) and throws Error(input) for one that it has not compiled.
#pragma once

#include <memory>

#include "sim/solver.h"

namespace fum {

std::unique_ptr<Solver> cuda_acm(const Config&, const Plan&, int index);     ///< fp32, any alpha
std::unique_ptr<Solver> cuda_models(const Config&, const Plan&, int index);  ///< the other models
std::unique_ptr<Solver> cuda_fp16(const Config&, const Plan&, int index);    ///< halves
std::unique_ptr<Solver> cuda_staged(const Config&, const Plan&, int index);  ///< the paper's schedule, any alpha
/// The same for alphas beside 1 and 64, which cuda_staged() has itself.
std::unique_ptr<Solver> cuda_staged_alpha(const Config&, const Plan&, int index);

}  // namespace fum
