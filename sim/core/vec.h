// Three numbers. A plain aggregate for kernels, hosts and tests alike; anything cleverer (matrices, quaternions of the
// camera) is GLM's work.
#pragma once

#include <cmath>

#include "sim/core/hd.h"

namespace fum {

template <class T>
struct Vec3 {
    T x{}, y{}, z{};

    FUM_HD constexpr T& operator[](int d) { return d == 0 ? x : d == 1 ? y : z; }
    FUM_HD constexpr const T& operator[](int d) const { return d == 0 ? x : d == 1 ? y : z; }
    FUM_HD constexpr bool operator==(const Vec3&) const = default;
    FUM_HD constexpr Vec3& operator+=(const Vec3& o) { return *this = *this + o; }
    FUM_HD constexpr Vec3& operator-=(const Vec3& o) { return *this = *this - o; }
    FUM_HD friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    FUM_HD friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    FUM_HD friend constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
    FUM_HD friend constexpr Vec3 operator*(const Vec3& a, T s) { return {a.x * s, a.y * s, a.z * s}; }
    FUM_HD friend constexpr Vec3 operator*(T s, const Vec3& a) { return a * s; }
    FUM_HD friend constexpr Vec3 operator/(const Vec3& a, T s) { return {a.x / s, a.y / s, a.z / s}; }
};

using Float3 = Vec3<float>;
using Double3 = Vec3<double>;
using Int3 = Vec3<int>;

template <class T>
FUM_HD constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
FUM_HD constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class T>
FUM_HD T length(const Vec3<T>& a) {
    return std::sqrt(dot(a, a));
}

/// The unit vector along a, or a itself where a is zero.
template <class T>
FUM_HD Vec3<T> normalized(const Vec3<T>& a) {
    const T len = length(a);
    return len > T(0) ? a / len : a;
}

template <class To, class T>
FUM_HD constexpr Vec3<To> cast(const Vec3<T>& a) {
    return {static_cast<To>(a.x), static_cast<To>(a.y), static_cast<To>(a.z)};
}

/// A rotation: unit quaternion (w, x, y, z), body frame to world frame.
struct Quaternion {
    double w = 1, x = 0, y = 0, z = 0;

    /// The rotation by `angle` radians about `axis` (any length but zero; zero gives the identity).
    static Quaternion about(const Double3& axis, double angle) {
        const Double3 n = normalized(axis);
        const double s = std::sin(angle / 2);
        return length(axis) > 0 ? Quaternion{std::cos(angle / 2), n.x * s, n.y * s, n.z * s} : Quaternion{};
    }

    friend Quaternion operator*(const Quaternion& a, const Quaternion& b) {
        return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    }

    /// Rotates v.
    Double3 operator*(const Double3& v) const {
        const Double3 q{x, y, z};
        const Double3 t = cross(q, v) * 2.0;
        return v + t * w + cross(q, t);
    }
};

}  // namespace fum
