#include "sim/immersed/poisson_disk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "sim/core/error.h"
#include "sim/immersed/indexed_heap.h"
#include "sim/immersed/point_grid.h"
#include "sim/immersed/surface_points.h"

namespace fum {
namespace {

constexpr std::int64_t candidates_per_sample = 5;   // Yuksel 2015 sec. 3: 3 to 10, beyond 5 little is gained
constexpr std::int64_t fewest_candidates = 1000;    // a handful of samples deserves a choice, too
constexpr std::int64_t most_samples = 100'000'000;  // 18 GB of working memory

double distance2(const Float3& a, const Float3& b) {
    const Double3 d = cast<double>(a) - cast<double>(b);
    return dot(d, d);
}

/// The largest radius at which n discs fit on the area (Yuksel 2015 Eq. 2) and n balls into the box, whichever is
/// smaller: the box limits it where sheets lie close together. (a + 2r)(b + 2r)(c + 2r) = n 4 sqrt(2) r^3, Yuksel's Eq.
/// 3 for a box that may be flat.
double largest_radius(const SurfaceArea& area, std::int64_t samples) {
    const auto n = static_cast<double>(samples);
    const double on_area = std::sqrt(area.total() / (2 * std::sqrt(3.0) * n));
    const auto [low, high] = area.box();
    const Double3 edge = high - low;
    const auto fit = [&](double r) {
        return n * 4 * std::sqrt(2.0) * r * r * r <= (edge.x + 2 * r) * (edge.y + 2 * r) * (edge.z + 2 * r);
    };
    if (fit(on_area)) return on_area;
    double fits = 0, too_large = on_area;
    for (int i = 0; i < 60; ++i) {
        const double middle = (fits + too_large) / 2;
        (fit(middle) ? fits : too_large) = middle;
    }
    return fits;
}

/// Yuksel 2015 Eq. 4 with its limit of short distances, as a whole number of 2^-36: sums of whole numbers do not depend
/// on their order, so taking a neighbour's share away leaves exactly what the others gave.
class PairWeight {
public:
    PairWeight(double r_max, double samples_per_candidate)
        : reach_(2 * r_max),
          shortest_(2 * 0.65 * r_max * (1 - samples_per_candidate * std::sqrt(samples_per_candidate))) {}

    double reach() const { return reach_; }

    std::uint64_t operator()(const Float3& a, const Float3& b) const {
        const double d2 = distance2(a, b);
        if (!(d2 < reach_ * reach_)) return 0;
        const double x = 1 - std::max(std::sqrt(d2), shortest_) / reach_;
        const double x2 = x * x, x4 = x2 * x2;
        return static_cast<std::uint64_t>(x4 * x4 * 0x1p36);
    }

private:
    double reach_, shortest_;
};

void ask(const std::function<bool(double)>& progress, double done) {
    if (progress && !progress(done)) throw Error(Exit::interrupted, "The sampling of the surface was stopped.");
}

/// Weighted sample elimination: the most crowded of `points` goes, again and again, until `count` are left.
/// Returns those, ascending.
std::vector<std::int32_t> eliminate(const std::vector<Float3>& points, const PointGrid& grid, const PairWeight& weight,
                                    std::int64_t count, const std::function<bool(double)>& progress) {
    constexpr std::size_t every = 1 << 14;
    const std::size_t n = points.size();
    std::vector<std::uint64_t> crowding(n);
    for (std::size_t i = 0; i < n; ++i) {
        if (i % every == 0) ask(progress, 0.3 * static_cast<double>(i) / static_cast<double>(n));
        std::uint64_t sum = 0;
        grid.near(points[i], weight.reach(), [&](std::int32_t j) {
            if (static_cast<std::size_t>(j) != i) sum += weight(points[i], points[static_cast<std::size_t>(j)]);
        });
        crowding[i] = sum;
    }
    IndexedHeap heap(std::move(crowding));
    const std::size_t target = static_cast<std::size_t>(count);
    while (heap.size() > target) {
        if (heap.size() % every == 0)
            ask(progress, 0.3 + 0.7 * static_cast<double>(n - heap.size()) / static_cast<double>(n - target));
        const std::int32_t gone = heap.top();
        const Float3 place = points[static_cast<std::size_t>(gone)];
        heap.remove(gone);
        grid.near(place, weight.reach(), [&](std::int32_t j) {
            if (!heap.contains(j)) return;
            const std::uint64_t share = weight(place, points[static_cast<std::size_t>(j)]);
            if (share > 0) heap.change(j, heap.key(j) - share);
        });
    }
    std::vector<std::int32_t> left;
    for (std::size_t i = 0; i < n; ++i)
        if (heap.contains(static_cast<std::int32_t>(i))) left.push_back(static_cast<std::int32_t>(i));
    return left;
}

/// Points no two of which are closer than r, chosen so that few fit in between: always the candidate that takes the
/// fewest others with it. Returns indices in the order of choice.
std::vector<std::int32_t> pack(const std::vector<Float3>& points, double r) {
    std::vector<Float3> places = points;
    std::vector<std::int32_t> order;
    const PointGrid grid(places, 2 * r, &order);
    const auto in_conflict = [&](std::int32_t i, const auto& visit) {
        const Float3 p = places[static_cast<std::size_t>(i)];
        grid.near(p, r, [&](std::int32_t j) {
            if (j != i && distance2(p, places[static_cast<std::size_t>(j)]) < r * r) visit(j);
        });
    };
    std::vector<std::uint64_t> freedom(places.size(), std::uint64_t{1} << 40);
    for (std::size_t i = 0; i < places.size(); ++i)
        in_conflict(static_cast<std::int32_t>(i), [&](std::int32_t) { --freedom[i]; });
    IndexedHeap heap(std::move(freedom));
    std::vector<std::int32_t> chosen;
    while (heap.size() > 0) {
        const std::int32_t i = heap.top();
        heap.remove(i);
        chosen.push_back(order[static_cast<std::size_t>(i)]);
        in_conflict(i, [&](std::int32_t j) {
            if (!heap.contains(j)) return;
            heap.remove(j);
            in_conflict(j, [&](std::int32_t k) {
                if (heap.contains(k)) heap.change(k, heap.key(k) + 1);
            });
        });
    }
    return chosen;
}

double smallest_distance(std::vector<Float3> points, double guess) {
    if (points.size() < 2) return 0;
    for (double reach = guess;; reach *= 2) {
        const PointGrid grid(points, reach);
        double best2 = reach * reach;
        bool found = false;
        for (std::size_t i = 0; i < points.size(); ++i)
            grid.near(points[i], reach, [&](std::int32_t j) {
                if (static_cast<std::size_t>(j) <= i) return;
                const double d2 = distance2(points[i], points[static_cast<std::size_t>(j)]);
                if (d2 <= best2) {
                    best2 = d2;
                    found = true;
                }
            });
        if (found) return std::sqrt(best2);
    }
}

SurfaceArea area_of(const Mesh& mesh) {
    SurfaceArea area(mesh);
    if (!(area.total() > 0))
        throw Error(Exit::input,
                    "The surface \"" + mesh.name + "\" has no area to put samples on; choose another mesh.");
    return area;
}

SurfaceSamples gathered(const SurfaceArea& area, const SurfacePoints& points, const std::vector<std::int32_t>& kept,
                        double guess) {
    SurfaceSamples samples;
    for (const std::int32_t i : kept) {
        samples.position.push_back(points.position[static_cast<std::size_t>(i)]);
        samples.triangle.push_back(points.triangle[static_cast<std::size_t>(i)]);
        samples.normal.push_back(area.normal(samples.triangle.back()));
    }
    samples.area = area.total();
    samples.min_distance = smallest_distance(samples.position, guess);
    return samples;
}

/// Adds to `set` those of `more` that are at least r from all that are in it; returns how many.
std::int64_t fill(SurfacePoints& set, const SurfacePoints& more, double r) {
    std::vector<Float3> places = set.position;
    const PointGrid grid(places, r);
    SurfacePoints free;  // of the old set, not yet of each other
    for (std::size_t i = 0; i < more.position.size(); ++i) {
        bool taken = false;
        grid.near(more.position[i], r, [&](std::int32_t j) {
            taken = taken || distance2(more.position[i], places[static_cast<std::size_t>(j)]) < r * r;
        });
        if (taken) continue;
        free.position.push_back(more.position[i]);
        free.triangle.push_back(more.triangle[i]);
    }
    const std::vector<std::int32_t> chosen = pack(free.position, r);
    for (const std::int32_t i : chosen) {
        set.position.push_back(free.position[static_cast<std::size_t>(i)]);
        set.triangle.push_back(free.triangle[static_cast<std::size_t>(i)]);
    }
    return std::ssize(chosen);
}

}  // namespace

SurfaceSamples sample_surface(const Mesh& mesh, std::int64_t count, std::uint64_t seed,
                              const std::function<bool(double)>& progress) {
    FUM_ASSERT(count >= 1, std::to_string(count));
    if (count > most_samples)
        throw Error(Exit::input, std::to_string(count) + " samples are too many; ask for " +
                                     std::to_string(most_samples) + " or fewer.");
    const SurfaceArea area = area_of(mesh);
    const std::int64_t candidates = std::max(candidates_per_sample * count, fewest_candidates);
    SurfacePoints points = area.draw(candidates, seed);
    const double r_max = largest_radius(area, count);
    const PairWeight weight(r_max, static_cast<double>(count) / static_cast<double>(candidates));
    std::vector<std::int32_t> order;
    const PointGrid grid(points.position, weight.reach(), &order);
    for (std::int32_t& i : order) i = points.triangle[static_cast<std::size_t>(i)];
    points.triangle = std::move(order);
    const std::vector<std::int32_t> kept = eliminate(points.position, grid, weight, count, progress);
    ask(progress, 1.0);
    return gathered(area, points, kept, r_max);
}

SurfaceSamples sample_surface_radius(const Mesh& mesh, double radius, std::uint64_t seed) {
    FUM_ASSERT(radius > 0 && std::isfinite(radius), std::to_string(radius));
    constexpr int most_rounds = 16;
    const SurfaceArea area = area_of(mesh);
    const double densest = area.total() * 2 / (std::sqrt(3.0) * radius * radius);  // hexagons
    if (densest > static_cast<double>(most_samples) / 4)
        throw Error(Exit::input, "A sample distance of " + std::to_string(radius) + " would need more than " +
                                     std::to_string(most_samples / 4) + " samples; choose a larger one.");
    std::int64_t batch = std::max(static_cast<std::int64_t>(10 * densest), fewest_candidates);
    SurfacePoints set;
    for (int round = 0; round < most_rounds; ++round) {
        const SurfacePoints more = area.draw(batch, random_bits(seed, static_cast<std::uint64_t>(round)));
        const std::int64_t added = fill(set, more, radius);
        const std::int64_t found = std::ssize(set.position);
        if (round > 0 && added * 500 <= found) break;  // the next batch would find still less
        batch = std::max(batch, std::min(10 * found, most_samples));
    }
    std::vector<std::int32_t> all(set.position.size());
    std::iota(all.begin(), all.end(), 0);
    return gathered(area, set, all, radius);
}

CellStats samples_per_cell(const std::vector<Float3>& position, double cell) {
    FUM_ASSERT(cell > 0, std::to_string(cell));
    std::vector<std::array<std::int64_t, 3>> cells;
    cells.reserve(position.size());
    for (const Float3& p : position)
        cells.push_back({static_cast<std::int64_t>(std::floor(double{p.x} / cell)),
                         static_cast<std::int64_t>(std::floor(double{p.y} / cell)),
                         static_cast<std::int64_t>(std::floor(double{p.z} / cell))});
    std::sort(cells.begin(), cells.end());
    std::vector<std::int64_t> held;
    for (std::size_t begin = 0, end = 0; begin < cells.size(); begin = end) {
        while (end < cells.size() && cells[end] == cells[begin]) ++end;
        held.push_back(static_cast<std::int64_t>(end - begin));
    }
    CellStats stats;
    if (held.empty()) return stats;
    std::sort(held.begin(), held.end());
    const auto n = static_cast<double>(held.size());
    const auto rank = [&](double share) {
        return held[static_cast<std::size_t>(std::ceil(share * n)) - 1];
    };  // nearest rank
    stats.cells = std::ssize(held);
    stats.mean = static_cast<double>(position.size()) / n;
    stats.min = held.front();
    stats.max = held.back();
    stats.percentile5 = rank(0.05);
    stats.percentile95 = rank(0.95);
    stats.share_in_band = static_cast<double>(std::count_if(held.begin(), held.end(),
                                                            [](std::int64_t h) { return h >= 10 && h <= 100; })) /
                          n;
    return stats;
}

}  // namespace fum
