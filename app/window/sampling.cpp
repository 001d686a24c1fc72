#include "app/window/sampling.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <set>
#include <tuple>
#include <utility>

#include "app/live_setup.h"
#include "app/window/workspace.h"
#include "render/layers/samples.h"

namespace fum {
namespace {

constexpr int usual_block = 8;  // what ib_block = 0 stands for

Float3 placed(const Float3& sample, const Pose& pose) {
    return cast<float>(pose.centre + pose.turn * cast<double>(sample));
}

std::vector<Float3> places_of(const std::vector<Float3>& samples, const Pose& pose) {
    std::vector<Float3> places;
    places.reserve(samples.size());
    for (const Float3& s : samples) places.push_back(placed(s, pose));
    return places;
}

using SetupPromise = std::promise<std::shared_ptr<Setup>>;

/// What the running flow has sampled, if it answers in time: it may be in the middle of a long step.
std::shared_ptr<Setup> lent(std::future<std::shared_ptr<Setup>>& from_run, JobControl& control) {
    for (int i = 0; i < 100 && control.wanted(); ++i)
        if (from_run.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready) {
            try {
                return from_run.get();
            } catch (const std::future_error&) { return nullptr; }  // there was no run
        }
    return nullptr;
}

}  // namespace

std::int64_t SampledScene::count() const {
    std::int64_t sum = 0;
    for (const SampledSolid& s : solids) sum += static_cast<std::int64_t>(s.samples.size());
    return sum;
}

CellStats SampledScene::cells() const {
    CellStats all;
    double samples = 0, in_band = 0;
    for (const SampledSolid& s : solids) {
        const CellStats& c = s.cells;
        if (c.cells == 0) continue;
        const bool first = all.cells == 0;
        all.min = first ? c.min : std::min(all.min, c.min);
        all.max = std::max(all.max, c.max);
        all.percentile5 = first ? c.percentile5 : std::min(all.percentile5, c.percentile5);
        all.percentile95 = std::max(all.percentile95, c.percentile95);
        all.cells += c.cells;
        samples += c.mean * static_cast<double>(c.cells);
        in_band += c.share_in_band * static_cast<double>(c.cells);
    }
    if (all.cells == 0) return all;
    all.mean = samples / static_cast<double>(all.cells);
    all.share_in_band = in_band / static_cast<double>(all.cells);
    return all;
}

SampledScene sampled_scene(const Setup& setup) {
    SampledScene scene;
    scene.node0_m = setup.numbers.units.node0_m;
    scene.dx_m = setup.numbers.units.dx_m;
    const int l = setup.plan.ib_block;
    scene.block = l < 0 ? 0 : l == 0 ? usual_block : l;
    for (std::size_t i = 0; i < setup.config.bodies.size(); ++i) {
        const Body& body = setup.config.bodies[i];
        const Pose pose = body.motion ? body.motion(0) : body.pose;
        SampledSolid solid{body.name, body.samples, {}, {}};
        if (i < setup.solids.size()) solid.cells = setup.solids[i].cells;
        const std::vector<float> counted = counted_samples(places_of(body.samples, pose));
        for (std::size_t s = 3; s < counted.size(); s += 4) solid.in_cell.push_back(counted[s]);
        scene.solids.push_back(std::move(solid));
        scene.poses.push_back(pose);
    }
    return scene;
}

std::vector<float> sample_points(const SampledScene& scene, std::span<const Pose> poses) {
    std::vector<float> points;
    points.reserve(4 * static_cast<std::size_t>(scene.count()));
    for (std::size_t i = 0; i < std::min(scene.solids.size(), poses.size()); ++i) {
        const SampledSolid& solid = scene.solids[i];
        for (std::size_t s = 0; s < solid.samples.size(); ++s) {
            const Float3 p = placed(solid.samples[s], poses[i]);
            points.insert(points.end(), {p.x, p.y, p.z, solid.in_cell[s]});
        }
    }
    return points;
}

std::vector<Float3> sample_blocks(const SampledScene& scene, std::span<const Pose> poses) {
    std::vector<Float3> corners;
    if (scene.block <= 0) return corners;
    const auto edge = static_cast<float>(scene.block);
    for (std::size_t i = 0; i < std::min(scene.solids.size(), poses.size()); ++i) {
        const std::vector<Float3> places = places_of(scene.solids[i].samples, poses[i]);
        // Blocks count from the lowest node of each solid, as the solver's order does (sample_loops.cpp).
        Float3 low{1e30f, 1e30f, 1e30f};
        for (const Float3& p : places)
            for (int d = 0; d < 3; ++d) low[d] = std::min(low[d], std::floor(p[d]));
        std::set<std::tuple<int, int, int>> blocks;
        const auto number = [&](const Float3& p, int d) { return static_cast<int>((p[d] - low[d]) / edge); };
        for (const Float3& p : places) blocks.insert({number(p, 0), number(p, 1), number(p, 2)});
        for (const auto& [x, y, z] : blocks)
            corners.push_back(low + Float3{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)} * edge);
    }
    return corners;
}

void Sampling::tick(Workspace& w, bool wanted) {
    if (auto made = job_.take()) {
        last_ = std::move(made->setup);
        scene_ = std::move(made->scene);
    }
    if (!wanted || !w.prepared || w.prepared == of_ || !usable(w.prepared->issues)) return;
    of_ = w.prepared;
    auto promise = std::make_shared<SetupPromise>();
    auto from_run = std::make_shared<std::future<std::shared_ptr<Setup>>>(promise->get_future());
    const bool same = w.running && !w.pending && !last_;
    if (same) w.sim.look([promise](const Setup& setup) { promise->set_value(std::make_shared<Setup>(setup)); });
    promise.reset();
    job_.start([of = of_, last = last_, from_run, same](JobControl& control) {
        control.report("sampling surfaces", 0);
        auto setup = std::make_shared<Setup>(*of);
        std::shared_ptr<Setup> before = last ? std::make_shared<Setup>(*last) : nullptr;
        if (same) before = lent(*from_run, control);
        if (before) reuse_samples(*setup, *before);
        sample_solids(*setup, [&](const std::string& what, double share) { return control.report(what, share); });
        auto scene = std::make_shared<const SampledScene>(sampled_scene(*setup));
        return Made{std::move(setup), std::move(scene)};
    });
}

}  // namespace fum
