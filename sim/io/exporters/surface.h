// Surfaces of solids where they stand in a frame, in metres: what renderers put beside the volume.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "sim/core/vec.h"

namespace fum {

/// A vertex v stands at position_m + turn v.
struct Surface {
    std::string name;
    std::span<const Float3> vertices;  ///< body frame, metres
    std::span<const Int3> triangles;   ///< indices into vertices
    Quaternion turn{};
    Double3 position_m{};
};

/// Wavefront OBJ, an object ("o name") each, decimals that read back the same, dots whatever the locale. Throws
/// Error(output).
void write_surfaces_obj(const std::filesystem::path&, std::span<const Surface>);

/// Binary PLY, float32, all surfaces as one mesh. Throws Error(output).
void write_surfaces_ply(const std::filesystem::path&, std::span<const Surface>);

}  // namespace fum
