#include "app/window/gizmo_math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "render/orbit.h"

namespace fum {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double grazing = 2 * degree;

/// The turn of `v` by whole turns that brings it nearest to `near`, degrees.
double nearest_turn(double v, double near) { return v - 360 * std::round((v - near) / 360); }

double distance(const Double3& a, const Double3& b) {
    return std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.z - b.z);
}

/// Möller and Trumbore (1997), both sides; `grow` widens the triangle about its middle.
double meets_triangle(const Float3& from, const Float3& along, const Float3& a, const Float3& b, const Float3& c,
                      float grow) {
    constexpr double miss = std::numeric_limits<double>::infinity();
    const Float3 e1 = b - a, e2 = c - a, p = cross(along, e2);
    const float det = dot(e1, p);
    if (det == 0) return miss;
    const float inverse = 1 / det, slack = (grow - 1) / 3;
    const Float3 s = from - a;
    const float u = dot(s, p) * inverse;
    if (u < -slack || u > 1 + 2 * slack) return miss;
    const Float3 q = cross(s, e1);
    const float v = dot(along, q) * inverse;
    if (v < -slack || u + v > 1 + slack) return miss;
    const float t = dot(e2, q) * inverse;
    return t > 0 ? static_cast<double>(t) : miss;
}

}  // namespace

Ray ray_through(const Camera& camera, float x, float y, int width, int height) {
    return {cast<double>(camera.eye), normalized(cast<double>(ray_of(camera, x, y, width, height)))};
}

double metres_per_pixel(const Camera& camera, const Double3& at, int height) {
    const Double3 look = cast<double>(camera.target - camera.eye);
    const double depth = dot(at - cast<double>(camera.eye), normalized(look));
    const double tangent = std::tan(0.5 * degree * std::clamp(static_cast<double>(camera.fov_deg), 1.0, 170.0));
    return std::max(depth, 1e-6 * length(look)) * 2 * tangent / std::max(height, 1);
}

std::optional<double> along_line(const Ray& ray, const Double3& at, const Double3& axis) {
    const double b = dot(ray.direction, axis), square = 1 - b * b;
    if (square < std::sin(grazing) * std::sin(grazing)) return std::nullopt;
    const Double3 between = ray.from - at;
    return (dot(between, axis) - b * dot(between, ray.direction)) / square;
}

std::optional<Double3> on_plane(const Ray& ray, const Double3& at, const Double3& normal) {
    const double slope = dot(ray.direction, normalized(normal));
    if (std::abs(slope) < std::sin(grazing)) return std::nullopt;
    const double t = dot(at - ray.from, normalized(normal)) / slope;
    if (t <= 0) return std::nullopt;
    return ray.from + ray.direction * t;
}

double angle_between(const Double3& centre, const Double3& axis, const Double3& from, const Double3& to) {
    const Double3 a = from - centre, b = to - centre;
    const Double3 a_flat = a - axis * dot(a, axis), b_flat = b - axis * dot(b, axis);
    return std::atan2(dot(cross(a_flat, b_flat), axis), dot(a_flat, b_flat));
}

float distance_to_segment(float x, float y, float ax, float ay, float bx, float by) {
    const float dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy;
    const float t = square > 0 ? std::clamp(((x - ax) * dx + (y - ay) * dy) / square, 0.0f, 1.0f) : 0.0f;
    return std::hypot(x - (ax + t * dx), y - (ay + t * dy));
}

double snapped(double v, double step) {
    if (!(step > 0)) return v;
    const double parts = std::round(1 / step);  // dividing by a whole number gives the decimal that people would write
    if (step < 1 && std::abs(parts * step - 1) < 1e-9) return std::round(v * parts) / parts;
    return std::round(v / step) * step;
}

double round_step(double at_least) {
    if (!(at_least > 0) || !std::isfinite(at_least)) return 0;
    const double power = std::pow(10, std::floor(std::log10(at_least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= at_least * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

double rounded_length(double v, double from, bool snap) {
    const double step = round_step(std::max(std::abs(from), 1e-9) * (snap ? 0.05 : 5e-4));
    return std::max(snapped(v, step), snap ? step : 0.0);
}

Double3 angles_of(const Quaternion& q, const Double3& near) {
    // Columns of Rz Ry Rx: x = (cz cy, sz cy, -sy); the lower row holds (-sy, cy sx, cy cx).
    const Double3 x = q * Double3{1, 0, 0}, y = q * Double3{0, 1, 0}, z = q * Double3{0, 0, 1};
    const double sy = std::clamp(-x.z, -1.0, 1.0);
    Double3 first;
    if (std::abs(sy) > 1 - 1e-9) {  // x and z turn about the same axis: x stays as it was
        const double ry = sy > 0 ? 90 : -90, rx = near.x;
        const double both = std::atan2(-y.x, y.y) / degree;  // rz - rx for +90, rz + rx for -90
        first = {rx, ry, sy > 0 ? both + rx : both - rx};
    } else {
        first = {std::atan2(y.z, z.z) / degree, std::asin(sy) / degree, std::atan2(x.y, x.x) / degree};
    }
    const Double3 second{first.x + 180, 180 - first.y, first.z + 180};
    const auto brought_near = [&](const Double3& v) {
        return Double3{nearest_turn(v.x, near.x), nearest_turn(v.y, near.y), nearest_turn(v.z, near.z)};
    };
    const Double3 a = brought_near(first), b = brought_near(second);
    return distance(a, near) <= distance(b, near) + 1e-9 ? a : b;
}

std::array<Double3, 2> square_to(const Double3& axis) {
    const Double3 other = std::abs(axis.y) < 0.9 ? Double3{0, 1, 0} : Double3{1, 0, 0};
    const Double3 u = normalized(cross(other, axis));
    return {u, cross(axis, u)};
}

std::optional<double> meets_box(const Ray& ray, const Double3& low, const Double3& high) {
    double in = -std::numeric_limits<double>::infinity(), out = std::numeric_limits<double>::infinity();
    for (int d = 0; d < 3; ++d) {
        if (ray.direction[d] == 0) {
            if (ray.from[d] < low[d] || ray.from[d] > high[d]) return std::nullopt;
            continue;
        }
        const double a = (low[d] - ray.from[d]) / ray.direction[d], b = (high[d] - ray.from[d]) / ray.direction[d];
        in = std::max(in, std::min(a, b));
        out = std::min(out, std::max(a, b));
    }
    if (in > out || out < 0) return std::nullopt;
    return in >= 0 ? in : out;
}

std::optional<double> meets_mesh(const Ray& ray, std::span<const Float3> vertices, std::span<const Int3> triangles,
                                 std::size_t most) {
    const std::size_t stride = triangles.empty() ? 1 : (triangles.size() - 1) / std::max<std::size_t>(most, 1) + 1;
    const float grow = stride == 1 ? 1.0f : 2.5f * std::sqrt(static_cast<float>(stride));
    const Float3 from = cast<float>(ray.from), along = cast<float>(ray.direction);
    double first = std::numeric_limits<double>::infinity();
    const auto corner = [&](int i) { return vertices[static_cast<std::size_t>(i)]; };
    for (std::size_t i = 0; i < triangles.size(); i += stride) {
        const Int3& t = triangles[i];
        first = std::min(first, meets_triangle(from, along, corner(t.x), corner(t.y), corner(t.z), grow));
    }
    if (!std::isfinite(first)) return std::nullopt;
    return first;
}

MeshBoxes boxes_of(std::span<const Float3> vertices, std::span<const Int3> triangles) {
    constexpr float far = std::numeric_limits<float>::infinity();
    MeshBoxes made;
    made.boxes.assign((triangles.size() + MeshBoxes::run - 1) / MeshBoxes::run, {{far, far, far}, {-far, -far, -far}});
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        MeshBoxes::Box& box = made.boxes[i / MeshBoxes::run];
        for (int c = 0; c < 3; ++c) {
            const Float3& v = vertices[static_cast<std::size_t>(triangles[i][c])];
            for (int d = 0; d < 3; ++d) {
                box.low[d] = std::min(box.low[d], v[d]);
                box.high[d] = std::max(box.high[d], v[d]);
            }
        }
    }
    return made;
}

std::optional<double> meets_mesh(const Ray& ray, std::span<const Float3> vertices, std::span<const Int3> triangles,
                                 const MeshBoxes& boxes) {
    std::optional<double> first;
    for (std::size_t b = 0; b < boxes.boxes.size(); ++b) {
        const auto& box = boxes.boxes[b];
        if (!meets_box(ray, cast<double>(box.low), cast<double>(box.high))) continue;
        const std::size_t begin = b * MeshBoxes::run, count = std::min(MeshBoxes::run, triangles.size() - begin);
        const auto t = meets_mesh(ray, vertices, triangles.subspan(begin, count), MeshBoxes::run);
        if (t && (!first || *t < *first)) first = t;
    }
    return first;
}

}  // namespace fum
