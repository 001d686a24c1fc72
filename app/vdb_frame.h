// What a frame's OpenVDB file holds: the scene's wishes in [output.vdb] applied to the solver's fields.
#pragma once

#include "app/frame_data.h"
#include "sim/io/exporters/vdb.h"

namespace fum {

/// Refers into `data`. Quantities whose field was not read have no grid.
VdbFrame vdb_frame(const Setup&, const FrameData& data);

}  // namespace fum
