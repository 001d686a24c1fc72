// The shapes smoke begins in.
#pragma once

namespace fum {

enum class EmitterShape { sphere, box, disk, points };

}  // namespace fum
