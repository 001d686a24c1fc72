// Mesh files as they were read, shared by whoever prepares a scene: the window and its solver's thread do at once, and
// the window again with every edit.
#pragma once

#include <memory>

#include "sim/io/mesh.h"

namespace fum {

struct ReadMesh {
    Mesh mesh;
    MeshReport report;
};

/// As read_mesh(). A file is read once: two threads that ask at the same time share the reading, and what was read
/// last is remembered while path, size, time of change and options are the same, up to `mesh_files_kept_bytes` in all.
std::shared_ptr<const ReadMesh> mesh_file(const std::filesystem::path&, const MeshOptions& = {});

inline constexpr std::int64_t mesh_files_kept_bytes = std::int64_t{128} << 20;

}  // namespace fum
