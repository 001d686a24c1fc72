// OpenVDB frames that can be trusted: written to a temporary name, re-opened, compared, then renamed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sim/core/vec.h"
#include "sim/io/exporters/axes.h"
#include "sim/scene.h"

namespace fum {

/// One grid of a frame. One component becomes a FloatGrid, three become one Vec3SGrid.
struct VdbGrid {
    std::string name;               ///< "density", "vel", ...
    int components = 1;             ///< 1 or 3
    std::span<const float> values;  ///< [component][z][y][x], one value a node
    float scale = 1;                ///< what a value is multiplied by (lattice to physical units)
    float offset = 0;               ///< added to a value before it is scaled
    bool half = false;           ///< stored as half float; refused (written as float, said so) if out of half's range
    float tolerance = 0;         ///< share of the grid's largest |value|; what is not above it becomes background
    bool mask_by_first = false;  ///< active only where the first grid of the frame is (velocity inside the smoke), and
    float carries = 0;           ///< where that comes by, forth or back: voxels a value of 1 (before scale) carries it
    std::string quantity{}, unit{};  ///< grid metadata: what the values are, in which unit; empty = not said
};

struct VdbFrame {
    Int3 nodes{};                ///< nx, ny, nz of every grid
    double dx_m = 1;             ///< distance of nodes, metres; > 0
    Double3 origin_m{};          ///< place of node (0,0,0), metres
    AxisTurn turn{};             ///< from the axes of the nodes to those of the file; places and vectors turn with it
    double units_per_m = 1;      ///< file units in a metre: of voxel size and places, not of values
    std::vector<VdbGrid> grids;  ///< names lower case and different
    /// Grids are of the class "fog volume"; zipped ones of none, because OpenVDB does not zip fog volumes. Without
    /// blosc in OpenVDB, blosc is none.
    VdbCompression compression = VdbCompression::blosc;
    std::map<std::string, std::string> metadata;  ///< file metadata: creator, fps, frame, ...
};

/// Where the voxels of a file stand.
struct VdbPlace {
    double dx = 1;     ///< file units
    Double3 origin{};  ///< of voxel (0,0,0), file units
    Int3 nodes{};      ///< along the file's axes
};
VdbPlace place_of(const VdbFrame&);
std::map<std::string, std::string> place_metadata(const VdbFrame&);  ///< dx and origin, for the file

struct VdbGridReport {
    std::string name;
    std::int64_t active = 0;
    float min = 0, max = 0;  ///< over the finite values of active voxels (components together)
    bool half = false;
    std::string type;             ///< OpenVDB's word for the values: "float", "vec3s"; empty = not known
    std::int64_t non_finite = 0;  ///< active values (components counted one by one) that are NaN or infinite
    double dx = 0;                ///< voxel size, file units; 0 = not known, and origin and box too
    Double3 origin{};             ///< place of voxel (0,0,0), file units
    Int3 box_min{}, box_max{};    ///< first and last active voxel on each axis; max < min where nothing is active
    bool uniform = true;          ///< the transform is one positive scale and a translation
    std::string quantity{}, unit{}, compression{};  ///< as the grid's metadata say; not compared
};

struct VdbReport {
    std::int64_t bytes = 0;  ///< of the finished file
    std::vector<VdbGridReport> grids;
    std::map<std::string, std::string> metadata;  ///< of the file, texts; not compared
};

/// A grid of a file as a box of values.
struct VdbDenseGrid {
    VdbGridReport report;
    int components = 1;
    std::vector<float> values;  ///< [component][z][y][x] of the box; inactive voxels give the background
};

struct VdbDense {
    std::vector<VdbDenseGrid> grids;  ///< those of type float and vec3s, in the file's order
    std::map<std::string, std::string> metadata;
};

/// Writes `frame` to `path`. The folder must exist. Voxel (i,j,k) of the file is the node that `turn` brings there:
/// without a turn, node (i,j,k).
///
/// The outermost layer of nodes is background in every grid, whatever the values there are: renderers that extend the
/// edge show no box, and trilinear lookups fall to zero inside the grid. Two voxels of that layer, the file's first and
/// last corner, are active all the same. They hold 0 like the rest of the rim, so they change no picture,
/// and they give every frame of a sequence, an empty one too, the same box. Each grid therefore counts them in
/// `active`, and 0 lies in its range.
///
/// Half floats are used only where the largest |value| lies in [2^-14, 65504] (or all values are 0): above, half has
/// only infinity; below, its step is coarser than 2^-11 of the peak. The report says which kind was written.
///
/// Throws Error(output) with path, bytes needed and free space if anything fails (then nothing new is left under `path`
/// or its temporary name; an older file at `path` stays as it was), Error(diverged) naming grid and node if a value is
/// not finite (checked before any file exists). May be called from several threads for different paths.
VdbReport write_vdb(const std::filesystem::path& path, const VdbFrame& frame);

/// Opens a finished file, reads it whole and compares it with what write_vdb reported; fields of `expected` that are
/// not known (bytes 0, empty type, dx 0) are not compared. Ranges may differ by 1e-6 of the larger end (text
/// manifests). Throws Error(output) at the first difference.
void verify_vdb(const std::filesystem::path& path, const VdbReport& expected);

/// Names, types, active counts and ranges of the grids in a file, in the file's order; two grids of one name are listed
/// twice. Grids of other types than float and vec3s have the range 0..0. Throws Error(input).
VdbReport inspect_vdb(const std::filesystem::path& path);

/// The float and vec3s grids of a file between voxel `first` and voxel `first` + `nodes` - 1. Throws Error(input).
VdbDense read_vdb(const std::filesystem::path& path, const Int3& first, const Int3& nodes);

/// Values of grid `name` at the voxels (0,0,0) to `nodes` - 1 as [component][z][y][x]; inactive voxels give the
/// background. Throws Error(input) if the file cannot be read or holds no float or vec3s grid of that name.
std::vector<float> read_vdb_dense(const std::filesystem::path& path, const std::string& name, const Int3& nodes);

}  // namespace fum
