// What lies behind a domain face, and the order in which faces are kept.
#pragma once

namespace fum {

enum class FaceKind { periodic, no_slip, free_slip, inflow, outflow };

/// Faces in this order everywhere.
enum FaceIndex { xmin, xmax, ymin, ymax, zmin, zmax };

}  // namespace fum
