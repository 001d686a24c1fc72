// What is looked at before and after OpenVDB's own work; needs no OpenVDB. verify_vdb is here, too.
#pragma once

#include <string>

#include "sim/io/exporters/vdb.h"

namespace fum {

/// A frame that a caller may not hand over (sizes, names, voxel size) is a bug: throws std::logic_error.
void check_shape(const VdbFrame& frame);

/// True if half floats hold values up to `peak` to 2^-11 of the peak; see write_vdb.
bool fits_half(float peak);

/// One clause a difference ("its grid "vel" has ..."), at most one a grid. Unknown fields of `expected` are skipped.
/// `slack` is what the ends of a range may differ by, relative to the larger one.
std::vector<std::string> differences(const VdbReport& expected, const VdbReport& found, float slack);

/// The first of them, or nothing.
std::string first_difference(const VdbReport& expected, const VdbReport& found, float slack);

/// What must be the same in every frame of a sequence: names, types, transforms and boxes. A clause, or nothing.
std::string shape_difference(const VdbReport& first, const VdbReport& other);

/// Throws Error(output): path, about how many bytes, the reason, the free space and what to do.
[[noreturn]] void throw_unwritten(const std::filesystem::path& path, double bytes, const std::string& reason);

}  // namespace fum
