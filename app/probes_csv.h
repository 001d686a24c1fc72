// probes.csv: velocity and pressure at every probe, one line a probe and frame, SI units.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/frame_table.h"
#include "app/probe_reader.h"

namespace fum {

class ProbesCsv {
public:
    /// Creates the file, as FrameTable::begin(). Throws Error(output).
    ProbesCsv(const std::filesystem::path&, const Scene&, const std::string& earlier = {},
              const std::function<bool(int)>& stays = {});

    /// Adds the lines of one frame, as FrameTable::append(). Those of probes outside the domain have no values.
    void append(int frame, double time_s, std::int64_t step, const std::vector<ProbeReading>&);

private:
    FrameTable table_;
    std::vector<std::string> names_;
};

}  // namespace fum
