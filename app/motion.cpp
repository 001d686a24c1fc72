#include "app/motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fum {
namespace {

constexpr double radians = std::numbers::pi / 180;

/// A speed that rises as 3 x^2 - 2 x^3 over the ramp: the share reached, and its integral, the time that counts.
struct Ramp {
    double share, time_s;
};
Ramp ramp_at(double time_s, double ramp_s) {
    if (time_s <= 0) return {0, 0};
    if (time_s >= ramp_s) return {1, time_s - ramp_s / 2};
    const double x = time_s / ramp_s;
    return {x * x * (3 - 2 * x), ramp_s * x * x * x * (1 - x / 2)};
}

struct Sampled {
    Double3 value{}, rate{};
};

/// Tangent of key i; zero at the ends.
Double3 tangent(const std::vector<double>& t, const std::vector<Double3>& v, std::size_t i) {
    if (i == 0 || i + 1 == t.size()) return {};
    return (v[i + 1] - v[i - 1]) / (t[i + 1] - t[i - 1]);
}

Sampled hermite(const std::vector<double>& t, const std::vector<Double3>& v, double time) {
    if (time <= t.front()) return {v.front(), {}};
    if (time >= t.back()) return {v.back(), {}};
    const auto i = static_cast<std::size_t>(std::upper_bound(t.begin(), t.end(), time) - t.begin()) - 1;
    const double h = t[i + 1] - t[i], s = (time - t[i]) / h;
    const Double3 m0 = tangent(t, v, i) * h, m1 = tangent(t, v, i + 1) * h;
    const double s2 = s * s, s3 = s2 * s;
    return {
        v[i] * (2 * s3 - 3 * s2 + 1) + m0 * (s3 - 2 * s2 + s) + v[i + 1] * (3 * s2 - 2 * s3) + m1 * (s3 - s2),
        (v[i] * (6 * s2 - 6 * s) + m0 * (3 * s2 - 4 * s + 1) + v[i + 1] * (6 * s - 6 * s2) + m1 * (3 * s2 - 2 * s)) /
            h};
}

/// A scene that is being edited may have keyframes that are not complete yet.
bool has_keyframes(const Solid& solid) {
    return solid.motion == Motion::keyframes && solid.times_s.size() > 1 &&
           solid.positions_m.size() == solid.times_s.size() &&
           (solid.rotations_deg.empty() || solid.rotations_deg.size() == solid.times_s.size());
}

Quaternion turn_at(const Solid& solid, double time) {
    if (solid.rotations_deg.empty()) return turn_of(solid.rotate_deg);
    return turn_of(hermite(solid.times_s, solid.rotations_deg, time).value);
}

/// From the turn a moment before and after: omega = 2 Im(q(t+h) q(t-h)*) / 2h.
Double3 spin_at(const Solid& solid, double time) {
    if (solid.rotations_deg.empty()) return {};
    const double h = 1e-5 * (solid.times_s.back() - solid.times_s.front());
    const Quaternion before = turn_at(solid, time - h);
    const Quaternion d = turn_at(solid, time + h) * Quaternion{before.w, -before.x, -before.y, -before.z};
    const double sign = d.w < 0 ? -1 : 1;
    return Double3{d.x, d.y, d.z} * (sign / h);
}

Double3 spin_rate(const Solid& solid) {
    return normalized(solid.axis) * (solid.spin_rpm * 2 * std::numbers::pi / 60 + solid.spin_deg_s * radians);
}

}  // namespace

Quaternion turn_of(const Double3& deg) {
    return Quaternion::about({0, 0, 1}, deg.z * radians) * Quaternion::about({0, 1, 0}, deg.y * radians) *
           Quaternion::about({1, 0, 0}, deg.x * radians);
}

Pose pose_at(const Solid& solid, double time_s, double ramp_s) {
    Pose pose{solid.translate_m, turn_of(solid.rotate_deg), {}, {}};
    if (has_keyframes(solid)) {
        const Sampled place = hermite(solid.times_s, solid.positions_m, time_s);
        return {place.value, turn_at(solid, time_s), place.rate, spin_at(solid, time_s)};
    }
    if (solid.motion == Motion::fixed || solid.motion == Motion::keyframes) return pose;
    const Ramp ramp = ramp_at(time_s, ramp_s);
    pose.velocity = solid.velocity_ms * ramp.share;
    pose.centre += solid.velocity_ms * ramp.time_s;
    if (solid.motion == Motion::spin) {
        const Double3 spin = spin_rate(solid);
        pose.spin = spin * ramp.share;
        pose.turn = Quaternion::about(spin, length(spin) * ramp.time_s) * pose.turn;
    }
    return pose;
}

double fastest_point(const Solid& solid, double radius_m, double end_s) {
    if (solid.motion == Motion::fixed) return 0;
    if (solid.motion == Motion::straight) return length(solid.velocity_ms);
    if (solid.motion == Motion::spin) return length(solid.velocity_ms) + length(spin_rate(solid)) * radius_m;
    double fastest = 0;
    constexpr int looks = 1000;
    for (int i = 0; i <= looks; ++i) {
        const Pose pose = pose_at(solid, end_s * i / looks, 0);
        fastest = std::max(fastest, length(pose.velocity) + length(pose.spin) * radius_m);
    }
    return fastest;
}

Pose to_lattice(const Pose& pose, const Units& units) {
    return {units.place_to_nodes(pose.centre), pose.turn, units.velocity_to_lattice(pose.velocity),
            pose.spin * units.dt_s};
}

std::function<Pose(double)> lattice_motion(const Solid& solid, const Units& units, double ramp_s) {
    if (solid.motion == Motion::fixed) return {};
    return [solid, units, ramp_s](double step) { return to_lattice(pose_at(solid, step * units.dt_s, ramp_s), units); };
}

std::function<Pose(double)> continued_motion(const Solid& solid, const Units& units, const Pose& now, double step,
                                             double ramp) {
    const Double3 velocity = units.velocity_to_lattice(solid.velocity_ms) - now.velocity;
    const Double3 spin = (solid.motion == Motion::spin ? spin_rate(solid) * units.dt_s : Double3{}) - now.spin;
    return [=](double at) {
        const double since = at - step;
        const Ramp change = ramp_at(since, ramp);
        const Double3 turned = now.spin * since + spin * change.time_s;
        return Pose{now.centre + now.velocity * since + velocity * change.time_s,
                    Quaternion::about(turned, length(turned)) * now.turn, now.velocity + velocity * change.share,
                    now.spin + spin * change.share};
    };
}

}  // namespace fum
