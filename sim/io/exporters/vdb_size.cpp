#include "sim/io/exporters/vdb_size.h"

#include "sim/io/exporters/vdb_check.h"

namespace fum {

std::vector<SizeRow> measure_vdb_sizes(const VdbFrame& frame, std::span<const double> tolerances) {
    check_shape(frame);
    FUM_ASSERT(!frame.grids.empty(), "a frame without grids has no size to choose");
    std::vector<SizeRow> rows;
    for (const double tolerance : tolerances)
        for (const bool half : {false, true}) {
            VdbFrame changed = frame;
            changed.grids.front().tolerance = static_cast<float>(tolerance);
            for (VdbGrid& grid : changed.grids) grid.half = half;
            SizeRow row = measure_vdb(changed);
            row.tolerance = tolerance;
            row.half_wanted = half;
            rows.push_back(std::move(row));
        }
    return rows;
}

}  // namespace fum
