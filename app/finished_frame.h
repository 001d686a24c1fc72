// A frame that is whole on the disk.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/io/exporters/vdb.h"

namespace fum {

struct FinishedFrame {
    int frame = 0;
    std::int64_t step = 0;
    double time_s = 0;
    std::string vdb, picture;  ///< file names; empty = not written
    VdbReport report{};
    std::vector<std::string> companions{};  ///< file names
};

}  // namespace fum
