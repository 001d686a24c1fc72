// Poisson-disk samples of a triangle soup by weighted sample elimination (Yuksel 2015, paper ref. 98): an area-weighted
// overdraw of candidates, of which the most crowded is removed again and again.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/core/vec.h"
#include "sim/io/mesh.h"

namespace fum {

struct SurfaceSamples {
    std::vector<Float3> position;  ///< in the mesh's own frame and unit
    std::vector<Float3> normal;    ///< of the triangle it lies on, unit length
    std::vector<std::int32_t> triangle;
    double area = 0;          ///< of the whole surface; each sample stands for area / count
    double min_distance = 0;  ///< between any two samples
};

/// Exactly `count` >= 1 samples. Same mesh, count and seed give the same set on every machine. `progress` (0..1) may be
/// empty; returning false from it stops the work and throws Error(interrupted).
SurfaceSamples sample_surface(const Mesh&, std::int64_t count, std::uint64_t seed,
                              const std::function<bool(double)>& progress = {});

/// All samples at least `radius` apart and none can be added by the same seed's candidates (a maximal set for a radius,
/// rather than a count). At least one sample.
SurfaceSamples sample_surface_radius(const Mesh&, double radius, std::uint64_t seed);

/// How many samples the cells of a grid of edge `cell` hold: over cells that hold any.
struct CellStats {
    std::int64_t cells = 0;
    double mean = 0;
    std::int64_t min = 0, max = 0;
    std::int64_t percentile5 = 0, percentile95 = 0;
    double share_in_band = 0;  ///< of cells with 10 to 100 samples (Sec. 3.1)
};
CellStats samples_per_cell(const std::vector<Float3>& position, double cell);

}  // namespace fum
