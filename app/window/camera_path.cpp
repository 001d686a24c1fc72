#include "app/window/camera_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "sim/core/error.h"

namespace fum {
namespace {

/// What is interpolated: target (3), up (3), azimuth, elevation, logarithm of the distance, field of view.
using Numbers = std::array<double, 10>;
enum : std::size_t { at_target = 0, at_up = 3, at_azimuth = 6, at_elevation, at_distance, at_fov };

Double3 double3(const Numbers& n, std::size_t at) { return {n[at], n[at + 1], n[at + 2]}; }

void put(Numbers& n, std::size_t at, const Double3& v) {
    for (int d = 0; d < 3; ++d) n[at + static_cast<std::size_t>(d)] = v[d];
}

/// Angles are counted about the first view's up.
struct Frame {
    Double3 up, ahead, side;

    explicit Frame(const Camera& camera) : up(normalized(cast<double>(camera.up))) {
        const Double3 across = std::abs(up.x) < 0.8 ? Double3{1, 0, 0} : Double3{0, 1, 0};
        ahead = normalized(across - up * dot(across, up));
        side = cross(up, ahead);
    }

    /// `before`: an azimuth to be near to; it is also the answer straight above and below, where there is none.
    Numbers numbers_of(const Camera& camera, double before) const {
        const Double3 target = cast<double>(camera.target), offset = cast<double>(camera.eye) - target;
        const double distance = std::max(length(offset), 1e-9);
        const Double3 direction = offset * (1 / distance);
        const double x = dot(direction, ahead), y = dot(direction, side), turn = 2 * std::numbers::pi;
        const double azimuth = std::hypot(x, y) < 1e-3 ? before : std::atan2(y, x);
        Numbers n{};
        put(n, at_target, target);
        put(n, at_up, cast<double>(camera.up));
        n[at_azimuth] = azimuth - turn * std::round((azimuth - before) / turn);
        n[at_elevation] = std::asin(std::clamp(dot(direction, up), -1.0, 1.0));
        n[at_distance] = std::log(distance);
        n[at_fov] = camera.fov_deg;
        return n;
    }

    Camera camera_of(const Numbers& n) const {
        const double elevation = std::clamp(n[at_elevation], -std::numbers::pi / 2, std::numbers::pi / 2);
        const Double3 level = ahead * std::cos(n[at_azimuth]) + side * std::sin(n[at_azimuth]);
        const Double3 direction = level * std::cos(elevation) + up * std::sin(elevation);
        const Double3 target = double3(n, at_target), top = double3(n, at_up);
        Camera camera;
        camera.target = cast<float>(target);
        camera.eye = cast<float>(target + direction * std::exp(n[at_distance]));
        camera.up = cast<float>(length(top) > 1e-3 ? normalized(top) : up);
        camera.fov_deg = static_cast<float>(std::clamp(n[at_fov], 1.0, 150.0));
        return camera;
    }
};

/// One of each time, the last of them.
std::vector<CameraKey> distinct(std::span<const CameraKey> keys) {
    std::vector<CameraKey> found;
    for (const CameraKey& key : keys)
        if (!found.empty() && key.time <= found.back().time)
            found.back().camera = key.camera;
        else
            found.push_back(key);
    return found;
}

/// The slope of number d at view i, a frame of film.
double slope_at(const std::vector<CameraKey>& keys, const std::vector<Numbers>& n, std::size_t i, std::size_t d) {
    if (i == 0 || i + 1 == keys.size()) return 0;
    return (n[i + 1][d] - n[i - 1][d]) / (keys[i + 1].time - keys[i - 1].time);
}

/// Between views i and i + 1.
Numbers between(const std::vector<CameraKey>& keys, const std::vector<Numbers>& n, std::size_t i, double time) {
    const double span = keys[i + 1].time - keys[i].time, t = (time - keys[i].time) / span, t2 = t * t, t3 = t2 * t;
    Numbers there{};
    for (std::size_t d = 0; d < there.size(); ++d)
        there[d] = (2 * t3 - 3 * t2 + 1) * n[i][d] + (t3 - 2 * t2 + t) * span * slope_at(keys, n, i, d) +
                   (3 * t2 - 2 * t3) * n[i + 1][d] + (t3 - t2) * span * slope_at(keys, n, i + 1, d);
    return there;
}

}  // namespace

Camera camera_at(std::span<const CameraKey> all, double time) {
    FUM_ASSERT(!all.empty(), "");
    const std::vector<CameraKey> keys = distinct(all);
    if (time <= keys.front().time) return keys.front().camera;
    if (time >= keys.back().time) return keys.back().camera;
    const Frame frame(keys.front().camera);
    std::vector<Numbers> n;
    for (const CameraKey& key : keys) n.push_back(frame.numbers_of(key.camera, n.empty() ? 0 : n.back()[at_azimuth]));
    const auto next =
        std::upper_bound(keys.begin(), keys.end(), time, [](double t, const CameraKey& key) { return t < key.time; });
    return frame.camera_of(between(keys, n, static_cast<std::size_t>(next - keys.begin()) - 1, time));
}

}  // namespace fum
