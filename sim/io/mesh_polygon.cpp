// Polygons to triangles by ear clipping, in double, in the plane of the polygon's own (Newell) normal.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "sim/io/mesh_raw.h"

namespace fum {
namespace {

constexpr std::int64_t max_cut_work = 200'000'000;  // point-in-triangle tests, about a second

struct Point2 {
    double x, y;
};

/// Twice the signed area of a, b, c.
double turn(const Point2& a, const Point2& b, const Point2& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The outline seen along its normal, counter-clockwise.
std::vector<Point2> flattened(const std::vector<Double3>& points, std::span<const std::int32_t> corners) {
    const Double3 origin = points[static_cast<std::size_t>(corners[0])];  // far from 0 the differences stay exact
    const auto at = [&](std::size_t i) { return points[static_cast<std::size_t>(corners[i])] - origin; };
    Double3 normal{};
    for (std::size_t i = 0; i < corners.size(); ++i) normal += cross(at(i), at((i + 1) % corners.size()));
    int drop = 0;  // the axis along which the outline looks largest
    for (int d = 1; d < 3; ++d)
        if (std::abs(normal[d]) > std::abs(normal[drop])) drop = d;
    const int u = (drop + 1) % 3, v = (drop + 2) % 3;
    const double sign = normal[drop] < 0 ? -1 : 1;
    std::vector<Point2> flat(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) flat[i] = {sign * at(i)[u], at(i)[v]};
    return flat;
}

/// One outline while ears are cut from it: a ring of corners.
class Outline {
public:
    explicit Outline(std::vector<Point2> flat) : at_(std::move(flat)), before_(at_.size()), after_(at_.size()) {
        const std::size_t n = at_.size();
        for (std::size_t i = 0; i < n; ++i) {
            before_[i] = (i + n - 1) % n;
            after_[i] = (i + 1) % n;
        }
        for (std::size_t i = 0; i < n; ++i)
            if (turn(at_[before_[i]], at_[i], at_[after_[i]]) <= 0) dents_.push_back(i);
    }

    std::array<std::size_t, 3> around(std::size_t i) const { return {before_[i], i, after_[i]}; }
    std::size_t after(std::size_t i) const { return after_[i]; }

    /// Whether the triangle at i may go: it turns left and no dent of what is left lies in it.
    bool is_ear(std::size_t i, std::int64_t& work) const {
        const Point2 &a = at_[before_[i]], &b = at_[i], &c = at_[after_[i]];
        if (turn(a, b, c) <= 0) return false;
        work += static_cast<std::int64_t>(dents_.size());
        for (const std::size_t j : dents_) {
            if (after_[j] == gone || j == before_[i] || j == i || j == after_[i]) continue;
            const Point2& p = at_[j];
            const bool is_corner = (p.x == a.x && p.y == a.y) || (p.x == c.x && p.y == c.y);
            if (!is_corner && turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
        }
        return true;
    }

    /// Whether the corner lies on the line between its neighbours (or repeats one): cutting it changes no area.
    bool is_flat(std::size_t i) const { return turn(at_[before_[i]], at_[i], at_[after_[i]]) == 0; }

    void cut(std::size_t i) {
        after_[before_[i]] = after_[i];
        before_[after_[i]] = before_[i];
        after_[i] = gone;
    }

private:
    static constexpr std::size_t gone = static_cast<std::size_t>(-1);
    std::vector<Point2> at_;
    std::vector<std::size_t> before_, after_;
    std::vector<std::size_t> dents_;  // corners that did not turn left at the start; only these can lie in an ear
};

/// Cuts ears until three corners are left; `emit` takes positions in the outline. False if the work ran out.
template <class Emit>
bool clip_ears(Outline outline, std::size_t corners, const Emit& emit) {
    std::int64_t work = 0;
    std::size_t left = corners, i = 0, since_last = 0;
    while (left > 3) {
        if (work > max_cut_work) return false;
        // After a whole round without an ear (an outline that crosses itself) a flat corner goes, then any.
        const bool stuck = since_last > left, hopeless = since_last > 2 * left;
        if (outline.is_ear(i, work) || (stuck && outline.is_flat(i)) || hopeless) {
            emit(outline.around(i));
            const std::size_t next = outline.after(i);
            outline.cut(i);
            i = next;
            --left;
            since_last = 0;
        } else {
            i = outline.after(i);
            ++since_last;
            ++work;
        }
    }
    emit(outline.around(i));
    return true;
}

bool finite(const RawMesh& mesh, std::span<const std::int32_t> corners) {
    for (const std::int32_t c : corners) {
        const Double3& p = mesh.points[static_cast<std::size_t>(c)];
        if (!std::isfinite(p.x + p.y + p.z)) return false;
    }
    return true;
}

}  // namespace

bool add_polygon(RawMesh& mesh, std::span<const std::int32_t> corners) {
    const std::size_t n = corners.size();
    if (n < 3) {
        ++mesh.bad_faces;
        return true;
    }
    if (mesh.triangles.size() + (n - 2) > static_cast<std::size_t>(max_triangles))
        throw Error(Exit::input, fmt::format("{} has more than {} million triangles; reduce it before importing it.",
                                             mesh.source, max_triangles / 1'000'000));
    const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
        mesh.triangles.push_back({corners[a], corners[b], corners[c]});
    };
    const std::size_t before = mesh.triangles.size();
    if (n > 3 && finite(mesh, corners)) {
        if (clip_ears(Outline(flattened(mesh.points, corners)), n, [&](const auto& t) { add(t[0], t[1], t[2]); }))
            return true;
        mesh.triangles.resize(before);
    }
    for (std::size_t i = 1; i + 1 < n; ++i) add(0, i, i + 1);
    return n == 3 || !finite(mesh, corners);
}

}  // namespace fum
