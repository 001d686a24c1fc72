// How many frames are written at once beside the solver, and what memory that takes.
#pragma once

#include <cstdint>

#include "app/setup.h"
#include "sim/solver.h"

namespace fum {

struct WriterPlan {
    int writers = 1;                      ///< frames written at once
    int threads_each = 1;                 ///< that work on one of them
    int alive = 2;                        ///< frames on their way at most, those being written included
    std::int64_t device_bytes = 0;        ///< of the device, for the frame put aside
    std::int64_t host_bytes = 0;          ///< of the host, for all frames alive and their trees
    std::int64_t host_bytes_a_frame = 0;  ///< of the host, for the values of one
};

/// output.threads, or by the machine: on a GPU all cores; on the CPU an eighth of them, one at least, since there the
/// solver needs them. Frames alive take at most a quarter of the host's free memory, but one is always allowed.
WriterPlan writer_plan(const Setup&, const DeviceInfo&);

}  // namespace fum
