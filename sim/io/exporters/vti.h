// ParaView's image data (.vti): VTK XML, values appended as raw binary, little endian, headers UInt64. Values stand on
// nodes (PointData), node (i,j,k) at Origin + (i,j,k) Spacing. And the list of a sequence (.pvd) that gives each file
// its time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "sim/core/vec.h"

namespace fum {

/// Written as (value + shift) * scale, float32.
struct VtiArray {
    std::string name;  ///< with the unit in it where it has one
    int components = 1;
    std::span<const float> values;  ///< [component][z][y][x]
    float shift = 0, scale = 1;
};

struct VtiFrame {
    Int3 nodes{};
    double dx_m = 1;
    Double3 origin_m{};  ///< of node (0,0,0)
    double time_s = 0;   ///< as field data TimeValue, which ParaView knows
    std::vector<VtiArray> arrays;
};

/// Throws Error(diverged) naming array and node if a value is not finite (before any file exists), Error(output) if the
/// file cannot be written. May be called from several threads for different paths. Returns the file's bytes.
std::int64_t write_vti(const std::filesystem::path&, const VtiFrame&);

struct TimedFile {
    std::string name;  ///< beside the list
    double time_s = 0;
};

/// A ParaView collection. Throws Error(output).
void write_pvd(const std::filesystem::path&, std::span<const TimedFile>);

/// &, <, > and quotes of a text as XML wants them.
std::string xml_text(const std::string&);

}  // namespace fum
