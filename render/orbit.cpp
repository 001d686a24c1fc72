#include "render/orbit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fum {
namespace {

constexpr float degree = std::numbers::pi_v<float> / 180;

struct Axes {
    Float3 forward, right, up;  // unit, square to each other
    float distance;
};

/// Any vector that is not along v; the same choice as lens_of makes.
Float3 across(const Float3& v) { return std::abs(v.y) < 0.9f * length(v) ? Float3{0, 1, 0} : Float3{1, 0, 0}; }

Axes axes_of(const Camera& camera) {
    const Float3 look = camera.target - camera.eye;
    const Float3 forward = length(look) > 0 ? normalized(look) : Float3{0, 0, -1};
    Float3 up = camera.up;
    if (length(cross(forward, up)) < 1e-4f * length(up) || length(up) == 0) up = across(forward);
    const Float3 right = normalized(cross(forward, up));
    return {forward, right, cross(right, forward), std::max(length(look), 1e-6f)};
}

/// v turned by `angle` radians about the unit vector n (Rodrigues 1840).
Float3 turned(const Float3& v, const Float3& n, float angle) {
    const float c = std::cos(angle), s = std::sin(angle);
    return v * c + cross(n, v) * s + n * (dot(n, v) * (1 - c));
}

float half_angle(const Camera& camera) { return 0.5f * degree * std::clamp(camera.fov_deg, 1.0f, 170.0f); }

}  // namespace

Camera orbited(const Camera& camera, float right_deg, float up_deg) {
    const Axes a = axes_of(camera);
    const Float3 up = length(camera.up) > 0 ? normalized(camera.up) : a.up;
    const float height = std::asin(std::clamp(-dot(a.forward, up), -1.0f, 1.0f));
    const float limit = 89 * degree, goal = std::clamp(height + up_deg * degree, -limit, limit);
    const Float3 lifted = turned(-a.forward, a.right, height - goal);
    Camera moved = camera;
    moved.eye = camera.target + turned(lifted, up, right_deg * degree) * a.distance;
    return moved;
}

Camera panned(const Camera& camera, float right, float up) {
    const Axes a = axes_of(camera);
    const float height = 2 * a.distance * std::tan(half_angle(camera));
    const Float3 by = (a.right * right + a.up * up) * height;
    Camera moved = camera;
    moved.eye += by;
    moved.target += by;
    return moved;
}

Camera zoomed(const Camera& camera, float factor) {
    Camera moved = camera;
    moved.eye = camera.target - axes_of(camera).forward * (axes_of(camera).distance * factor);
    return moved;
}

Camera framed(const Camera& camera, const Float3& center, float radius, float aspect, float fill) {
    const float narrow = std::min(1.0f, aspect), tangent = std::tan(half_angle(camera)) * narrow * fill;
    const float distance = radius * std::sqrt(1 + 1 / (tangent * tangent));  // the cone touches the ball
    Camera moved = camera;
    moved.target = center;
    moved.eye = center - axes_of(camera).forward * distance;
    return moved;
}

Camera framed_box(const Camera& camera, const Float3& low, const Float3& high, float aspect, float fill) {
    const Axes a = axes_of(camera);
    const float tangent = std::tan(half_angle(camera)) * fill;
    const Float3 middle = (low + high) * 0.5f;
    float distance = 1e-6f;
    for (int corner = 0; corner < 8; ++corner) {
        const Float3 p{corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z};
        const Float3 d = p - middle;
        const float aside = std::max(std::abs(dot(d, a.right)) / aspect, std::abs(dot(d, a.up)));
        distance = std::max(distance, aside / tangent - dot(d, a.forward));
    }
    Camera moved = camera;
    moved.target = middle;
    moved.eye = middle - a.forward * distance;
    return moved;
}

Camera seen_along(const Camera& camera, const Float3& direction) {
    const Float3 forward = normalized(direction);
    Camera moved = camera;
    moved.eye = camera.target - forward * axes_of(camera).distance;
    if (length(cross(forward, camera.up)) < 1e-3f * length(camera.up)) {
        // Looking down, what was ahead goes up the picture; along z or x ahead is y.
        const Float3 ahead = std::abs(forward.y) > 0.5f ? Float3{0, 0, forward.y < 0 ? -1.0f : 1.0f} : Float3{0, 1, 0};
        moved.up = ahead;
    }
    return moved;
}

Float3 pixel_of(const Camera& camera, const Float3& place, int width, int height) {
    const Axes a = axes_of(camera);
    const Float3 d = place - camera.eye;
    const float depth = dot(d, a.forward), focal = 0.5f * static_cast<float>(height) / std::tan(half_angle(camera));
    const float scale = depth > 0 ? focal / depth : 0;
    return {0.5f * static_cast<float>(width) + dot(d, a.right) * scale,
            0.5f * static_cast<float>(height) - dot(d, a.up) * scale, depth};
}

Float3 ray_of(const Camera& camera, float x, float y, int width, int height) {
    const Axes a = axes_of(camera);
    const float focal = 0.5f * static_cast<float>(height) / std::tan(half_angle(camera));
    return normalized(a.forward * focal + a.right * (x - 0.5f * static_cast<float>(width)) +
                      a.up * (0.5f * static_cast<float>(height) - y));
}

}  // namespace fum
