// How much a run will write: judged by its emitters, or weighed by running the scene small.
#pragma once

#include <cstdint>
#include <vector>

#include "app/setup.h"

namespace fum {

/// A frame at another tolerance and precision.
struct OutputSize {
    double tolerance = 0;     ///< share of the peak below which density is left out
    bool half = false;        ///< of every grid whose range allows it
    std::int64_t bytes = 0;   ///< of the whole file
    double max_error = 0;     ///< of density, as a share of its peak
    std::int64_t active = 0;  ///< voxels of density
};

struct OutputEstimate {
    int frames = 0;
    double bytes_per_frame = 0;  ///< VDB file, mean over the run
    bool measured = false;
    bool coarse = false;            ///< measured: at a lower resolution, which makes it an upper estimate
    Int3 nodes{};                   ///< measured: of the small run
    std::vector<OutputSize> sizes;  ///< measured: a frame at other tolerances, mean and scaled up; max_error the worst

    double bytes() const { return bytes_per_frame * frames; }
};

/// At once, within a factor of about two: cells that the tracers alive fill, times what an active voxel takes.
OutputEstimate estimate_output(const Setup&);

/// Runs the whole scene on the CPU at a resolution for which it takes a few seconds, writes some of its frames into
/// memory and scales them by the number of nodes. An upper estimate: rims of smoke are as many cells wide there, but
/// the cells are larger (measured at half the resolution: 2 to 38 % too much). Throws as prepare() and make_solver()
/// do.
OutputEstimate measure_output(const Setup&);

}  // namespace fum
