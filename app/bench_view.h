// `fumarole bench view`: what it costs the solver to be watched.
#pragma once

#include "app/bench.h"

namespace fum {

/// The solver headless, and showing flow, smoke and tracers once in 20 steps: by interop and by a pinned copy on a GPU,
/// by upload on the CPU. Needs OpenGL off screen; throws Error(device).
int bench_view(const BenchOptions&);

}  // namespace fum
