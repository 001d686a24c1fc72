// Frames on the disk written again for another program. What they can become is one list, convert_targets().
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/io/exporters/profile.h"
#include "sim/io/exporters/vdb.h"

namespace fum {

/// A frame read back: values, places and axes as in its file, and what they mean.
struct SourceFrame {
    std::filesystem::path file;
    VdbConventions conventions;  ///< of the file
    double fps = 0;              ///< of the film; 0 = neither the file nor the user says
    VdbDense content;            ///< over the box of the whole sequence
    Int3 nodes{};                ///< of that box, along the file's axes
    double dx_m = 1;
    Double3 origin_m{};  ///< of the box's first voxel
};

/// Something a frame can become. A new one is a row in convert_targets.cpp.
struct ConvertTarget {
    std::string_view name;    ///< what --to is given
    std::string_view ending;  ///< of its files, with the dot
    /// Throws Error.
    void (*write)(const ConvertTarget&, const SourceFrame&, const std::filesystem::path& to);
};
std::span<const ConvertTarget> convert_targets();

/// For --help and the check of --to and --from.
std::string convert_targets_help();
std::vector<std::string> convert_target_names();
std::vector<std::string> convert_source_names();

/// A box of voxels that all frames of a sequence share.
struct SequenceBox {
    Int3 first{}, nodes{};
    double dx = 1;                      ///< file units
    Double3 origin{};                   ///< of voxel `first`, file units
    std::vector<std::string> left_out;  ///< clauses on grids of types that no target takes, one a name
};

/// The box that holds the active voxels of all files, with a layer of empty ones round it where the files are not
/// Fumarole's own (those have it). Throws Error(input) if a file cannot be read, holds no grid or two of one name, if
/// voxel sizes or origins differ, or if a transform is not upright.
SequenceBox box_of(const std::vector<std::filesystem::path>& files);

/// Reads a frame. `from` (a profile's name, may be empty) and `fps` (0 = unknown) are taken where the file says
/// nothing. Throws Error(usage) if neither does, Error(input) if the file cannot be used.
SourceFrame read_source(const std::filesystem::path& file, const SequenceBox& box, const std::string& from, double fps);

/// The frame as an OpenVDB file of `profile`; refers into `source`. Throws Error(usage) if velocities become those per
/// frame and nobody says how many frames a second has.
VdbFrame converted(const SourceFrame& source, VdbProfile profile);

}  // namespace fum
