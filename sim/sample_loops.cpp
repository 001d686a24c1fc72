#include "sim/sample_loops.h"

#include <algorithm>
#include <numeric>

#include "sim/flow.h"
#include "sim/immersed/body.h"
#include "sim/immersed/sample_order.h"

namespace fum {
namespace {

Float3 place_of(const Float3& sample, const Pose& pose) {
    return cast<float>(pose.centre + pose.turn * cast<double>(sample));
}

}  // namespace

std::vector<std::int32_t> storage_order(const Body& body, const Pose& pose, const Plan& plan) {
    std::vector<std::int32_t> order(body.samples.size());
    std::iota(order.begin(), order.end(), 0);
    if (plan.ib_block < 0) return order;
    std::vector<Float3> place(body.samples.size());
    Float3 low{1e30f, 1e30f, 1e30f};
    for (std::size_t s = 0; s < place.size(); ++s) {
        place[s] = place_of(body.samples[s], pose);
        for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], std::floor(place[s][d]));
    }
    for (Float3& p : place) p -= low;
    return sample_order(place, plan.ib_block > 0 ? plan.ib_block : 8);
}

std::int64_t sample_count(const Config& config) {
    std::int64_t count = 0;
    for (const Body& body : config.bodies) count += static_cast<std::int64_t>(body.samples.size());
    return count;
}

SampleLoops count_loops(const Config& config, const Plan& plan, int group) {
    const Grid grid{config.nodes, {}, config.nodes};
    const Band every_node{nullptr, nullptr, 0, config.nodes.x, config.nodes.y};
    const int periodic = periodic_axes(config);
    SampleLoops loops;
    if (config.bodies.empty()) return loops;
    std::vector<std::int32_t> touched(grid.nodes(), 0);
    for (const Body& body : config.bodies) {
        const Pose pose = body.motion ? body.motion(0.0) : body.pose;
        std::int64_t item = 0, cell_before = -1;
        for (const std::int32_t s : storage_order(body, pose, plan)) {
            const Float3 p = place_of(body.samples[static_cast<std::size_t>(s)], pose);
            const Stencil at = stencil_at(grid, periodic, p.x, p.y, p.z);
            const std::int64_t cell = at.inside ? grid.at(at.base[0], at.base[1], at.base[2]) : std::int64_t{-1};
            if (cell >= 0) {
                ++loops.samples;
                loops.atomics += 8;
                loops.summed_atomics += item % group == 0 || cell != cell_before ? 8 : 0;
                for (int corner = 0; corner < 8; ++corner)
                    ++touched[static_cast<std::size_t>(at.index(grid, every_node, corner))];
            }
            cell_before = cell;
            ++item;
        }
    }
    for (const std::int32_t n : touched) {
        if (n == 0) continue;
        loops.gather_min = ++loops.nodes == 1 ? n : std::min<std::int64_t>(loops.gather_min, n);
        loops.gather_max = std::max<std::int64_t>(loops.gather_max, n);
    }
    return loops;
}

NodeBox box_of(const Body& body, const Pose& pose, const Config& config) {
    constexpr float far = 1e30f;
    Float3 low{far, far, far}, high{-far, -far, -far};
    for (const Float3& s : body.samples)
        for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], s[d]), high[d] = std::max(high[d], s[d]);
    Double3 least{far, far, far}, most{-far, -far, -far};  // of the turned box's corners
    for (int corner = 0; corner < 8; ++corner) {
        const Double3 own{corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z};
        const Double3 p = pose.centre + pose.turn * own;
        for (int d = 0; d < 3; ++d) least[d] = std::min(least[d], p[d]), most[d] = std::max(most[d], p[d]);
    }
    NodeBox box;
    if (body.samples.empty()) return box;
    const int periodic = periodic_axes(config);
    for (int d = 0; d < 3; ++d) {
        constexpr double rounding = 0.01;  // places on the device are floats
        const int n = config.nodes[d];
        int first = static_cast<int>(std::floor(least[d] - rounding));
        int last = static_cast<int>(std::floor(most[d] + rounding)) + 1;
        if (!(periodic >> d & 1)) first = std::max(first, 0), last = std::min(last, n - 1);
        box.low[d] = first;
        box.size[d] = std::clamp(last - first + 1, 0, n);
    }
    return box;
}

}  // namespace fum
