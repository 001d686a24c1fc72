// Random points spread evenly over a triangle soup's area, the same on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/core/vec.h"
#include "sim/io/mesh.h"

namespace fum {

/// The n-th of a sequence of 64 random bits (splitmix64, Steele et al. 2014), for any n at once.
inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t n) {
    std::uint64_t h = seed + (n + 1) * 0x9E3779B97F4A7C15u;
    h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9u;
    h = (h ^ (h >> 27)) * 0x94D049BB133111EBu;
    return h ^ (h >> 31);
}

/// In [0, 1), 53 bits.
inline double random_unit(std::uint64_t seed, std::uint64_t n) {
    return static_cast<double>(random_bits(seed, n) >> 11) * 0x1p-53;
}

struct SurfacePoints {
    std::vector<Float3> position;
    std::vector<std::int32_t> triangle;
};

/// The area of a soup, each piece of it once: triangles without area count nothing, and of several with the same three
/// corners only the first counts.
class SurfaceArea {
public:
    explicit SurfaceArea(const Mesh& mesh) : mesh_(mesh) {
        const std::vector<bool> repeated = repeats();
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            const double twice = length(twice_area_vector(static_cast<std::int32_t>(t)));
            if (repeated[t] || !(twice > 0) || !std::isfinite(twice)) continue;
            total_ += twice / 2;
            triangle_.push_back(static_cast<std::int32_t>(t));
            until_.push_back(total_);
        }
    }

    double total() const { return total_; }

    Float3 normal(std::int32_t t) const { return cast<float>(normalized(twice_area_vector(t))); }

    /// n points: the area, laid out triangle after triangle, is cut into n equal shares, and each has one point.
    SurfacePoints draw(std::int64_t n, std::uint64_t seed) const {
        SurfacePoints points;
        points.position.reserve(static_cast<std::size_t>(n));
        points.triangle.reserve(static_cast<std::size_t>(n));
        std::size_t at = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            const auto counter = static_cast<std::uint64_t>(i) * 3;
            const double share =
                (static_cast<double>(i) + random_unit(seed, counter)) / static_cast<double>(n) * total_;
            while (at + 1 < until_.size() && until_[at] <= share) ++at;
            const double root = std::sqrt(random_unit(seed, counter + 1)), v = random_unit(seed, counter + 2);
            points.position.push_back(point_in(triangle_[at], root * (1 - v), root * v));
            points.triangle.push_back(triangle_[at]);
        }
        return points;
    }

    /// Box of the triangles that count.
    std::array<Double3, 2> box() const {
        Double3 low = corner(triangle_[0], 0), high = low;
        for (const std::int32_t t : triangle_)
            for (int c = 0; c < 3; ++c)
                for (int d = 0; d < 3; ++d) {
                    low[d] = std::min(low[d], corner(t, c)[d]);
                    high[d] = std::max(high[d], corner(t, c)[d]);
                }
        return {low, high};
    }

private:
    Double3 corner(std::int32_t t, int c) const {
        return cast<double>(mesh_.vertices[static_cast<std::size_t>(mesh_.triangles[static_cast<std::size_t>(t)][c])]);
    }

    Double3 twice_area_vector(std::int32_t t) const {
        const Double3 a = corner(t, 0);
        return cross(corner(t, 1) - a, corner(t, 2) - a);
    }

    Float3 point_in(std::int32_t t, double u, double v) const {
        const Double3 a = corner(t, 0);
        return cast<float>(a + (corner(t, 1) - a) * u + (corner(t, 2) - a) * v);
    }

    /// The three corners in an order of their own, so that turned and mirrored copies compare equal.
    std::array<std::array<float, 3>, 3> key(std::int32_t t) const {
        std::array<std::array<float, 3>, 3> k;
        for (int c = 0; c < 3; ++c) {
            const auto p = cast<float>(corner(t, c));
            k[static_cast<std::size_t>(c)] = {p.x, p.y, p.z};
        }
        std::sort(k.begin(), k.end());
        return k;
    }

    std::uint64_t hash(std::int32_t t) const {
        std::uint64_t h = 0;
        for (const auto& p : key(t))
            for (const float x : p) h = random_bits(h, std::bit_cast<std::uint32_t>(x + 0.0f));
        return h;
    }

    std::vector<bool> repeats() const {
        struct Entry {
            std::uint64_t hash;
            std::int32_t triangle;
        };
        std::vector<Entry> entries(mesh_.triangles.size());
        for (std::size_t t = 0; t < entries.size(); ++t) {
            const auto index = static_cast<std::int32_t>(t);
            entries[t] = {hash(index), index};
        }
        std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
            return a.hash != b.hash ? a.hash < b.hash : a.triangle < b.triangle;
        });
        std::vector<bool> repeated(entries.size());
        for (std::size_t i = 1; i < entries.size(); ++i)
            if (entries[i].hash == entries[i - 1].hash && key(entries[i].triangle) == key(entries[i - 1].triangle))
                repeated[static_cast<std::size_t>(entries[i].triangle)] = true;
        return repeated;
    }

    const Mesh& mesh_;
    std::vector<std::int32_t> triangle_;  // those that count
    std::vector<double> until_;           // running sum of their areas
    double total_ = 0;
};

}  // namespace fum
