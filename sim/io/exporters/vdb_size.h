// What a frame costs on the disk against what it loses, measured before a run is long.
#pragma once

#include <span>

#include "sim/io/exporters/vdb.h"

namespace fum {

/// One way to write a frame. The lists have an entry a grid, in the frame's order.
struct SizeRow {
    double tolerance = 0;      ///< share of the peak below which the first grid was left out
    bool half_wanted = false;  ///< of every grid
    std::int64_t bytes = 0;    ///< of the whole file
    std::vector<std::int64_t> active;
    std::vector<double> error;  ///< largest difference (components apart) as a share of the grid's peak; of masked
                                ///< grids where they are active; the rim, which is always 0, not counted
    std::vector<bool> half;     ///< what was written; false where the range forbids half
};

/// `frame` as it is, written to memory and read back; `tolerance` and `half_wanted` are not filled. Throws as
/// write_vdb.
SizeRow measure_vdb(const VdbFrame& frame);

inline constexpr double size_tolerances[] = {0, 1e-5, 1e-4, 1e-3};

/// Each tolerance without and with half floats, in this order. Throws as write_vdb.
std::vector<SizeRow> measure_vdb_sizes(const VdbFrame& frame, std::span<const double> tolerances = size_tolerances);

}  // namespace fum
