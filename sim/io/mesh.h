// Triangle meshes from files: Assimp and tinyobjloader read them, our own checks judge them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/core/error.h"
#include "sim/core/vec.h"

namespace fum {

/// A triangle soup in metres. Positions are relative to `offset`, which is kept in double so that a model far from the
/// origin (map coordinates) loses nothing.
struct Mesh {
    std::string name;
    std::vector<Float3> vertices;  ///< metres, relative to offset
    std::vector<Int3> triangles;   ///< indices into vertices, each in range
    Double3 offset{};              ///< metres
};

/// What was found in a file. Printed by `fumarole info`, shown in the import report.
struct MeshReport {
    std::int64_t triangles = 0;  ///< kept
    std::int64_t vertices = 0;
    Double3 min_m{}, max_m{};  ///< bounding box, metres, offset included
    double area_m2 = 0;
    double volume_m3 = 0;         ///< signed; only meaningful when open_edges == 0
    std::int64_t degenerate = 0;  ///< triangles of no area, dropped
    std::int64_t non_finite = 0;  ///< triangles with a corner that is nan, infinite or beyond 1e12 m, dropped
    std::int64_t bad_faces = 0;   ///< faces with an index that does not exist, dropped
    std::int64_t open_edges = 0;  ///< edges with one triangle (holes), after welding equal positions
    std::int64_t odd_edges = 0;   ///< edges with more than two triangles
    std::int64_t components = 0;  ///< connected pieces
    double unit_m = 1;            ///< metres a file unit that was applied
    std::string unit_from;        ///< "file", "given", "guessed"
    Issues issues;                ///< warnings, with line numbers where the format has lines
};

struct MeshOptions {
    double unit_m = 0;  ///< metres a file unit; 0 = what the file says, else 1
};

/// Reads OBJ, STL, PLY, FBX, glTF and what else Assimp knows. Throws Error(input) with one sentence if nothing usable
/// is in the file: not found, not a mesh, decimal commas, truncated, no triangle left.
Mesh read_mesh(const std::filesystem::path&, const MeshOptions&, MeshReport&);

/// The same judgement for a mesh that was made, not read.
MeshReport judge(const Mesh&);

/// Writes Wavefront OBJ with full float precision (shortest decimal that reads back the same), dots whatever the
/// locale. Throws Error(output).
void write_obj(const Mesh&, const std::filesystem::path&);

}  // namespace fum
