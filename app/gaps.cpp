// Distances between the samples of solids, see stability.h.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "app/stability.h"

namespace fum {
namespace {

/// Places by cubes of an edge, so that neighbours nearer than the edge lie in 27 cubes.
class Cubes {
public:
    explicit Cubes(double edge) : edge_(edge) {}

    void add(const Double3& p) { cubes_[number(cube(p))].push_back(p); }

    double nearest(const Double3& p, double least) const {
        const Int3 c = cube(p);
        for (int i = 0; i < 27; ++i) {
            const auto found = cubes_.find(number(c + Int3{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1}));
            if (found == cubes_.end()) continue;
            for (const Double3& q : found->second) least = std::min(least, length(p - q));
        }
        return least;
    }

private:
    Int3 cube(const Double3& p) const {
        return {static_cast<int>(std::floor(p.x / edge_)), static_cast<int>(std::floor(p.y / edge_)),
                static_cast<int>(std::floor(p.z / edge_))};
    }
    static std::int64_t number(const Int3& c) {
        return ((std::int64_t{c.z} + (1 << 20)) << 42) + ((std::int64_t{c.y} + (1 << 20)) << 21) + c.x + (1 << 20);
    }

    double edge_;
    std::unordered_map<std::int64_t, std::vector<Double3>> cubes_;
};

struct Box {
    Double3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
    void add(const Double3& p) {
        for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], p[d]), high[d] = std::max(high[d], p[d]);
    }
    bool near(const Double3& p, double reach) const {
        bool inside = true;
        for (int d = 0; d < 3; ++d) inside &= p[d] >= low[d] - reach && p[d] <= high[d] + reach;
        return inside;
    }
};

/// Steps at which two solids are looked at: one if both rest.
std::vector<double> looks(const Setup& setup, std::size_t a, std::size_t b) {
    const auto rests = [&](std::size_t i) { return setup.scene.solids[i].motion == Motion::fixed; };
    const int count = rests(a) && rests(b) ? 0 : 24;
    std::vector<double> steps{0.0};
    for (int i = 1; i <= count; ++i) steps.push_back(static_cast<double>(setup.numbers.total_steps) * i / count);
    return steps;
}

std::vector<Double3> samples_at(const Body& body, double step) {
    const Pose pose = body.motion ? body.motion(step) : body.pose;
    constexpr std::size_t enough = 200'000;  // of a million: still less than half a cell apart
    const std::size_t stride = body.samples.size() / enough + 1;
    std::vector<Double3> places;
    for (std::size_t i = 0; i < body.samples.size(); i += stride)
        places.push_back(pose.centre + pose.turn * cast<double>(body.samples[i]));
    return places;
}

double gap_at(const std::vector<Double3>& a, const std::vector<Double3>& b, double most) {
    Box round_a, round_b;
    for (const Double3& p : a) round_a.add(p);
    for (const Double3& p : b) round_b.add(p);
    Cubes cubes(most);
    for (const Double3& p : a)
        if (round_b.near(p, most)) cubes.add(p);
    double least = most;
    for (const Double3& p : b)
        if (round_a.near(p, most)) least = cubes.nearest(p, least);
    return least;
}

}  // namespace

double gap_between(const Setup& setup, std::size_t a, std::size_t b, double most) {
    double least = most;
    for (const double step : looks(setup, a, b))
        least = std::min(
            least, gap_at(samples_at(setup.config.bodies[a], step), samples_at(setup.config.bodies[b], step), most));
    return least;
}

double gap_to_faces(const Setup& setup, std::size_t solid, double most) {
    double least = most;
    for (const double step : looks(setup, solid, solid))
        for (const Double3& p : samples_at(setup.config.bodies[solid], step))
            for (int d = 0; d < 3; ++d) {
                if (setup.config.face[static_cast<std::size_t>(2 * d)].kind == FaceKind::periodic) continue;
                least = std::min({least, p[d] + 0.5, setup.config.nodes[d] - 0.5 - p[d]});
            }
    return least;
}

}  // namespace fum
