// Where streamlines begin, and the flow they are traced in. No OpenGL here.
#pragma once

#include <span>
#include <vector>

#include "app/window/view_settings.h"
#include "render/layers/streamlines.h"
#include "sim/config.h"

namespace fum {

/// A copy of a flow for work in another thread; every `stride`-th node of a large one.
struct OwnFlow {
    std::vector<float> u;  ///< [3][z][y][x]
    Int3 nodes{};
    int stride = 1;
    HostFlow flow() const { return {u, nodes}; }
};

/// u [3][z][y][x]. At most about `most` nodes are kept.
OwnFlow copied(std::span<const float> u, const Int3& nodes, std::int64_t most);

/// A ball that seeds go round, nodes.
struct SeedBall {
    Float3 centre{};
    float radius = 1;
};

/// A jet in a face, nodes.
struct SeedDisk {
    Float3 centre{}, normal{1, 0, 0};
    float radius = 1;
};

/// `count` points, nodes, as evenly as a grid can: just inside the faces of `inflow` (those that are true), on disks,
/// on a plane (point and unit normal), or on a ring of each ball's upstream side. What there is none of is replaced by
/// the middle plane across x.
std::vector<Float3> face_seeds(const Int3& nodes, const std::array<bool, 6>& inflow, int count);
std::vector<Float3> disk_seeds(const Int3& nodes, std::span<const SeedDisk> disks, int count);
std::vector<Float3> plane_seeds(const Int3& nodes, const Float3& point, const Float3& normal, int count);
std::vector<Float3> ball_seeds(const Int3& nodes, std::span<const SeedBall> balls, const Float3& upstream, int count);

}  // namespace fum
