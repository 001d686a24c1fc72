// Points in cubic cells, found through a hash of the cell: memory for the cells that hold points, none for the box.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "sim/core/vec.h"

namespace fum {

/// Built once over finite points, which it brings into cell order; asked for the points around a place.
class PointGrid {
public:
    /// `cell` > 0 is raised to 2^-26 of the points' extent, below which floats hold nothing. `points` is reordered so
    /// that those of a cell are consecutive; `order[i]` (if wanted) = where the i-th stood before.
    PointGrid(std::vector<Float3>& points, double cell, std::vector<std::int32_t>* order = nullptr) {
        find_box(points, cell);
        std::vector<std::int32_t> cell_of(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const std::int32_t c = find_or_add(cell_at(cast<double>(points[i])));
            cell_of[i] = c;
            ++begin_[static_cast<std::size_t>(c) + 1];
        }
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        std::vector<std::int32_t> next(begin_.begin(), begin_.end() - 1), place(points.size());
        std::vector<Float3> sorted(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const auto to = static_cast<std::size_t>(next[static_cast<std::size_t>(cell_of[i])]++);
            sorted[to] = points[i];
            place[to] = static_cast<std::int32_t>(i);
        }
        points = std::move(sorted);
        if (order != nullptr) *order = std::move(place);
    }

    /// Calls visit(i) for every point i of every cell that the cube of half edge `radius` around `p` touches: all
    /// points within `radius`, and some beyond.
    template <class Visit>
    void near(const Float3& p, double radius, const Visit& visit) const {
        const auto centre = cast<double>(p);
        const Double3 reach{radius, radius, radius};
        const Int3 low = cell_at(centre - reach), high = cell_at(centre + reach);
        for (int z = low.z; z <= high.z; ++z)
            for (int y = low.y; y <= high.y; ++y)
                for (int x = low.x; x <= high.x; ++x) {
                    const std::int32_t c = table_[slot_of({x, y, z})];
                    if (c < 0) continue;
                    const std::int32_t end = begin_[static_cast<std::size_t>(c) + 1];
                    for (std::int32_t i = begin_[static_cast<std::size_t>(c)]; i < end; ++i) visit(i);
                }
    }

private:
    void find_box(const std::vector<Float3>& points, double cell) {
        constexpr double inf = std::numeric_limits<double>::infinity();
        Double3 low{inf, inf, inf}, high{-inf, -inf, -inf};
        for (const Float3& p : points)
            for (int d = 0; d < 3; ++d) {
                low[d] = std::min(low[d], double{p[d]});
                high[d] = std::max(high[d], double{p[d]});
            }
        if (points.empty()) low = high = {};
        const double extent = std::max({high.x - low.x, high.y - low.y, high.z - low.z});
        low_ = low;
        cell_ = std::max({cell, extent * 0x1p-26, std::numeric_limits<double>::min()});
        begin_.assign(1, 0);
        table_.assign(1024, -1);
    }

    /// Coordinates stay within 2^29, a query's radius included.
    Int3 cell_at(const Double3& p) const {
        Int3 c;
        for (int d = 0; d < 3; ++d)
            c[d] = static_cast<int>(std::clamp(std::floor((p[d] - low_[d]) / cell_), -0x1p29, 0x1p29));
        return c;
    }

    std::size_t slot_of(const Int3& c) const {
        std::uint64_t h = static_cast<std::uint32_t>(c.x) * 0x9E3779B97F4A7C15u;
        h = (h ^ (h >> 32) ^ static_cast<std::uint32_t>(c.y)) * 0xBF58476D1CE4E5B9u;
        h = (h ^ (h >> 32) ^ static_cast<std::uint32_t>(c.z)) * 0x94D049BB133111EBu;
        const std::size_t mask = table_.size() - 1;
        std::size_t s = static_cast<std::size_t>(h >> 20) & mask;
        while (table_[s] >= 0 && !(cells_[static_cast<std::size_t>(table_[s])] == c)) s = (s + 1) & mask;
        return s;
    }

    std::int32_t find_or_add(const Int3& c) {
        std::size_t s = slot_of(c);
        if (table_[s] >= 0) return table_[s];
        if (2 * (cells_.size() + 1) > table_.size()) {
            table_.assign(2 * table_.size(), -1);
            for (std::size_t i = 0; i < cells_.size(); ++i) table_[slot_of(cells_[i])] = static_cast<std::int32_t>(i);
            s = slot_of(c);
        }
        table_[s] = static_cast<std::int32_t>(cells_.size());
        cells_.push_back(c);
        begin_.push_back(0);
        return table_[s];
    }

    Double3 low_{};
    double cell_ = 1;
    std::vector<std::int32_t> table_;  // open addressing: slot -> cell, -1 = empty
    std::vector<Int3> cells_;
    std::vector<std::int32_t> begin_;  // [cells + 1] first point of a cell
};

}  // namespace fum
