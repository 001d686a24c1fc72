// How a mouse moves things in space. Plain mathematics in metres and radians, no window.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "render/preview.h"
#include "sim/core/vec.h"

namespace fum {

struct Ray {
    Double3 from, direction;  ///< direction: unit
};

/// Through a pixel of a picture, y down.
Ray ray_through(const Camera&, float x, float y, int width, int height);

/// Metres that one pixel spans at a place; at least a tiny number behind the eye.
double metres_per_pixel(const Camera&, const Double3& at, int height);

/// t for which at + t axis (axis: unit) is nearest to the ray's line; nothing if the two are within 2 degrees of
/// parallel, where t runs away.
std::optional<double> along_line(const Ray&, const Double3& at, const Double3& axis);

/// Where the ray meets the plane; nothing behind the eye or where it only grazes the plane (within 2 degrees).
std::optional<Double3> on_plane(const Ray&, const Double3& at, const Double3& normal);

/// Angle about `axis` (unit) from one place to another, both seen from `centre`, in (-pi, pi].
double angle_between(const Double3& centre, const Double3& axis, const Double3& from, const Double3& to);

/// Pixels from a point to the piece of a line between two others.
float distance_to_segment(float x, float y, float ax, float ay, float bx, float by);

/// The nearest multiple of `step`; v itself if step is 0.
double snapped(double v, double step);
/// The smallest of 1, 2, 5 times a power of ten that is not less than `at_least`.
double round_step(double at_least);
/// A length that was `from` and is dragged: to a twentieth of it or so with `snap`, else to some four digits.
double rounded_length(double v, double from, bool snap);

/// Degrees about the fixed axes x, then y, then z, that give this rotation (turn_of()); of all such the nearest to
/// `near`, so that a drag does not jump by whole turns.
Double3 angles_of(const Quaternion&, const Double3& near = {});

/// Two unit vectors that are square to a unit vector and to each other.
std::array<Double3, 2> square_to(const Double3& axis);

/// t >= 0 at which the ray enters a box, or leaves it if it begins inside; nothing if it misses.
std::optional<double> meets_box(const Ray&, const Double3& low, const Double3& high);

/// t > 0 of the first triangle that the ray meets. Meshes beyond `most` triangles are looked at thinned out, each
/// triangle widened by as much, so that the answer comes within some 20 ms.
std::optional<double> meets_mesh(const Ray&, std::span<const Float3> vertices, std::span<const Int3> triangles,
                                 std::size_t most = 1'500'000);

/// Boxes round runs of triangles that follow each other in the mesh, so that most need not be looked at.
struct MeshBoxes {
    static constexpr std::size_t run = 128;
    struct Box {
        Float3 low, high;
    };
    std::vector<Box> boxes;  ///< [triangles / run, rounded up]
};
MeshBoxes boxes_of(std::span<const Float3> vertices, std::span<const Int3> triangles);
/// As meets_mesh() above, of all triangles.
std::optional<double> meets_mesh(const Ray&, std::span<const Float3> vertices, std::span<const Int3> triangles,
                                 const MeshBoxes&);

}  // namespace fum
