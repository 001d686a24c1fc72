// OpenVDB frames that can be trusted: written to a temporary name, re-opened, compared, then renamed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sim/core/vec.h"

namespace fum {

/// One grid of a frame. One component becomes a FloatGrid, three become one Vec3SGrid.
struct VdbGrid {
    std::string name;              ///< "density", "vel", ...
    int components = 1;            ///< 1 or 3
    std::span<const float> values; ///< [component][z][y][x], one value a node
    float scale = 1;               ///< what a value is multiplied by (lattice to physical units)
    bool half = false;             ///< stored as half float; refused (written as float, said so) if out of half's range
    float tolerance = 0;           ///< values with |v| * scale <= tolerance become background
    bool mask_by_first = false;    ///< active only where the first grid of the frame is (velocity inside the smoke)
};

struct VdbFrame {
    Int3 nodes{};                  ///< nx, ny, nz of every grid
    double dx_m = 1;               ///< voxel size, metres
    Double3 origin_m{};            ///< place of node (0,0,0), metres
    std::vector<VdbGrid> grids;
    std::map<std::string, std::string> metadata;  ///< file metadata: creator, fps, frame, ...
};

struct VdbGridReport {
    std::string name;
    std::int64_t active = 0;
    float min = 0, max = 0;        ///< over active voxels (components together)
    bool half = false;
};

struct VdbReport {
    std::int64_t bytes = 0;        ///< of the finished file
    std::vector<VdbGridReport> grids;
};

/// Writes `frame` to `path`. Every grid gets one active voxel at the first and the last node, so that all frames of a
/// sequence have the same box, and the outermost layer of nodes is background (a zero rim). Throws Error(output) with
/// path, bytes needed and free space if anything fails (then nothing is left under `path` or its temporary name),
/// Error(diverged) naming grid and node if a value is not finite (checked before any file exists).
VdbReport write_vdb(const std::filesystem::path& path, const VdbFrame& frame);

/// Opens a finished file and compares it with what write_vdb reported. Throws Error(output) at the first difference.
void verify_vdb(const std::filesystem::path& path, const VdbReport& expected);

/// Names, types, active counts and ranges of the grids in a file. Throws Error(input).
VdbReport inspect_vdb(const std::filesystem::path& path);

}  // namespace fum
