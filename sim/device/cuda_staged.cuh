// Rows of the staged schedule on a GPU.
#pragma once

#include "sim/device/cuda_flow.cuh"

namespace fum {

template <class Layout>
using StagedRow = Row<float, Layout, AcmMrt<float>, true>;

}  // namespace fum
