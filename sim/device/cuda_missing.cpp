// Stands for the CUDA backend in a build without it.
#include "sim/core/error.h"
#include "sim/solver_backends.h"

namespace fum {

std::string cuda_status() { return "This program was built without CUDA; the CPU backend runs everything."; }
std::vector<DeviceInfo> cuda_devices() { return {}; }
std::unique_ptr<Solver> make_cuda_solver(const Config&, const Plan&, int) { throw Error(Exit::device, cuda_status()); }
Bandwidth measure_cuda_bandwidth(int, std::size_t) { throw Error(Exit::device, cuda_status()); }

}  // namespace fum
