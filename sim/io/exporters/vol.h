// Mitsuba 3's grid volumes (.vol, version 3), dense float32, little endian:
//
//     bytes 0-3    "VOL" and the version, 3
//     4-7          int32 1: float32
//     8-19         int32 nx, ny, nz
//     20-23        int32 channels, 1 or 3
//     24-47        float32 xmin, ymin, zmin, xmax, ymax, zmax
//     48-          float32 [z][y][x][channel]
//
// Mitsuba reads the box only where the scene says use_grid_bbox. A texel covers 1 / N of the box, so the box begins
// half a voxel before node (0,0,0): node (i,j,k) stands in the middle of its texel, where OpenVDB's voxel (i,j,k)
// stands.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "sim/core/vec.h"

namespace fum {

/// `values` as [component][z][y][x], one or three components, `origin_m` the place of node (0,0,0). The outermost layer
/// of nodes is 0 whatever the values there are: Mitsuba extends the edge, and the rim keeps that from showing. Throws
/// Error(diverged) naming file and node if a value is not finite (before any file exists), Error(output) if the file
/// cannot be written; an older file at `path` then stays. May be called from several threads for different paths.
/// Returns the file's bytes.
std::int64_t write_vol(const std::filesystem::path& path, const Int3& nodes, double dx_m, const Double3& origin_m,
                       int components, std::span<const float> values);

/// A .vol as it lies on the disk.
struct Vol {
    Int3 nodes{};
    int components = 0;
    Float3 box_min{}, box_max{};
    std::vector<float> values;  ///< [component][z][y][x]
};

/// Throws Error(input) if the file cannot be read, is no .vol of this kind or has not the bytes its header promises.
Vol read_vol(const std::filesystem::path&);

}  // namespace fum
