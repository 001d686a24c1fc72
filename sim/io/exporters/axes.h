// Turns between up axes. Renderers accept neither mirrored nor rotated transforms, so a turn re-indexes the data.
#pragma once

#include <array>
#include <cstdint>

#include "sim/core/vec.h"
#include "sim/scene.h"

namespace fum {

/// A rotation by quarter turns: component a of a turned vector is sign[a] times component from[a]; determinant +1.
struct AxisTurn {
    std::array<int, 3> from{0, 1, 2};
    std::array<int, 3> sign{1, 1, 1};

    bool operator==(const AxisTurn&) const = default;

    /// Turns a vector or a place.
    template <class T>
    constexpr Vec3<T> operator*(const Vec3<T>& v) const {
        Vec3<T> turned;
        for (int a = 0; a < 3; ++a) turned[a] = static_cast<T>(sign[a]) * v[from[a]];
        return turned;
    }

    /// First `b`, then `a`.
    friend constexpr AxisTurn operator*(const AxisTurn& a, const AxisTurn& b) {
        AxisTurn both;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto middle = static_cast<std::size_t>(a.from[i]);
            both.from[i] = b.from[middle];
            both.sign[i] = a.sign[i] * b.sign[middle];
        }
        return both;
    }

    /// Edge lengths of a turned box.
    constexpr Int3 box(const Int3& nodes) const { return {nodes[from[0]], nodes[from[1]], nodes[from[2]]}; }

    /// Where voxel (0,0,0) of a turned grid of `nodes` stands, if node (0,0,0) stands at `origin`.
    constexpr Double3 first_voxel(const Double3& origin, const Int3& nodes, double dx) const {
        Double3 place;
        for (int a = 0; a < 3; ++a)
            place[a] = sign[a] > 0 ? origin[from[a]] : -(origin[from[a]] + dx * (nodes[from[a]] - 1));
        return place;
    }
};

/// Brings axis `from` to axis `to`: about x from y to z, (x, y, z) -> (x, -z, y), as Blender's importers do; about z
/// from x to y, (x, y, z) -> (-y, x, z); all others are made of these two and their inverses, by way of y.
constexpr AxisTurn turn_between(Axis from, Axis to) {
    constexpr AxisTurn none, y_to_z{{0, 2, 1}, {1, -1, 1}}, z_to_y{{0, 2, 1}, {1, 1, -1}};
    constexpr AxisTurn x_to_y{{1, 0, 2}, {-1, 1, 1}}, y_to_x{{1, 0, 2}, {1, -1, 1}};
    if (from == to) return none;
    const AxisTurn to_y = from == Axis::x ? x_to_y : from == Axis::z ? z_to_y : none;
    const AxisTurn from_y = to == Axis::x ? y_to_x : to == Axis::z ? y_to_z : none;
    return from_y * to_y;
}

/// Where the value of a turned voxel stands in [z][y][x] of the nodes: base + sum of stride[a] * voxel[a].
struct TurnedIndex {
    std::int64_t base = 0;
    std::array<std::int64_t, 3> stride{};

    constexpr TurnedIndex(const AxisTurn& turn, const Int3& nodes) {
        const std::array<std::int64_t, 3> step{1, nodes.x, std::int64_t{nodes.x} * nodes.y};
        for (std::size_t a = 0; a < 3; ++a) {
            const int source = turn.from[a];
            stride[a] = turn.sign[a] * step[static_cast<std::size_t>(source)];
            if (turn.sign[a] < 0) base += (nodes[source] - 1) * step[static_cast<std::size_t>(source)];
        }
    }
    constexpr std::int64_t operator()(int x, int y, int z) const {
        return base + stride[0] * x + stride[1] * y + stride[2] * z;
    }
};

}  // namespace fum
