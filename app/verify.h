// Looks through a finished sequence: is everything there, is it what was written, does it hang together?
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace fum {

struct Verification {
    std::vector<std::string> problems;  ///< one sentence each, with the file's name
    int frames = 0;                     ///< VDB files that were read whole
    std::int64_t bytes = 0;             ///< of these
    std::string grids;                  ///< of the first of them: "density float half, vel vec3s"
    int left_over = 0;                  ///< files of a run that did not end: unfinished, or not in the manifest yet
    std::string state;                  ///< the manifest's: "finished", "interrupted", ...; empty = no manifest
};

/// Called before each file with the number of those that were read. False: no more is wanted, Error(interrupted).
using VerifyProgress = std::function<bool(int read)>;

/// A folder against its manifest.json: missing, foreign and unfinished files, gaps in the numbers, and each frame's
/// content as verify_files() sees it and as the manifest has it. Without a manifest its .vdb files alone, by name.
/// Throws Error(input) if there is no such folder, if it holds neither, or if the manifest is not understood.
Verification verify_folder(const std::filesystem::path& folder, const VerifyProgress& = {});

/// The files as one sequence: each can be read, holds no NaN, no two grids of one name and none without an active
/// voxel, and has an upright transform; all have the same grids, transform and box; their numbers leave no gap.
Verification verify_files(const std::vector<std::filesystem::path>& files, const VerifyProgress& = {});

/// The .vdb files of a folder by name. Throws Error(input) if it cannot be listed.
std::vector<std::filesystem::path> vdb_files(const std::filesystem::path& folder);

}  // namespace fum
