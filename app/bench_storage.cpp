// Halves, one array instead of two, sums that repeat to the bit, tracers, and the largest cube that fits.
#include <cmath>
#include <cstdio>

#include "app/bench_rows.h"
#include "sim/core/error.h"

namespace fum {
namespace {

Plan stored(Plan::Storage storage, Plan::Streaming streaming) {
    Plan plan;
    plan.storage = storage;
    plan.streaming = streaming;
    return plan;
}

/// Edge of the largest cube whose estimate leaves 3 % of the free memory alone, a multiple of 16.
int largest_edge(const Plan& plan, const DeviceInfo& device) {
    int edge = 0;
    for (int n = 64; n <= 1616; n += 16) {  // 1625^3 is 2^32 nodes
        std::int64_t bytes = 0;
        for (const MemoryItem& item : estimate_memory(eddy_box(n, Model::acm_mrt), plan, device.id))
            bytes += item.bytes;
        if (static_cast<double>(bytes) < 0.97 * static_cast<double>(device.free_bytes)) edge = n;
    }
    return edge;
}

}  // namespace

void bench_storage(Bench& bench, const BenchOptions& options, const std::vector<int>& sizes) {
    using Storage = Plan::Storage;
    using Streaming = Plan::Streaming;
    for (const int n : sizes) {
        const Config box = eddy_box(n, Model::acm_mrt);
        bench.row("fp32, two arrays", box, {});
        bench.row("fp32, in place", box, stored(Storage::fp32, Streaming::in_place));
        bench.row("fp16, two arrays", box, stored(Storage::fp16, Streaming::two_arrays));
        bench.row("fp16, in place", box, stored(Storage::fp16, Streaming::in_place));
        Config solid = box;
        solid.bodies.push_back(bumpy_sphere(n, options.samples * n * n / (512 * 512)));
        Plan exact;
        exact.deterministic = true;
        const BenchRow any = bench.row("bumpy sphere, sums in any order", solid, {});
        const BenchRow fixed = bench.row("bumpy sphere, deterministic sums", solid, exact);
        std::printf("price of deterministic sums: %.2f %% of the step\n", 100 * (fixed.ms / any.ms - 1));
    }
}

void bench_largest(Bench& bench) {
    for (const auto storage : {Plan::Storage::fp32, Plan::Storage::fp16})
        for (const auto streaming : {Plan::Streaming::two_arrays, Plan::Streaming::in_place}) {
            const Plan plan = stored(storage, streaming);
            const int n = largest_edge(plan, bench.device());
            if (n == 0) continue;
            const std::string name = std::string(storage == Plan::Storage::fp32 ? "fp32" : "fp16") +
                                     (streaming == Plan::Streaming::in_place ? ", in place" : ", two arrays");
            bench.row("largest cube, " + name, eddy_box(n, Model::acm_mrt), plan);
        }
}

void bench_tracers(Bench& bench, const std::vector<int>& sizes) {
    constexpr double count = 1e6;
    for (const int n : sizes) {
        Config config = eddy_box(n, Model::acm_mrt);
        Emitter box;  // four tracers a cell, in a slab as a wake has it
        box.shape = Emitter::Shape::box;
        const double wide = n * 0.85, high = std::sqrt(count / 4 / wide);
        box.centre = {n * 0.5, n * 0.5, n * 0.5};
        box.half = {wide / 2, std::min(high, 0.9 * n) / 2, std::min(high, 0.9 * n) / 2};
        box.rate = count / config.smoke.interval;
        box.end = config.smoke.interval;
        config.smoke.emitters = {box};
        config.smoke.max_tracers = static_cast<std::int64_t>(count) + 1000;
        constexpr int steps = 64;
        const BenchRow r = bench.row("a million tracers", config, {}, steps);
        std::printf("a million tracers at %d nodes an edge, one time each:\n", n);
        const double passes = static_cast<double>(steps) / config.smoke.interval;
        for (const Stage& s : r.stages) {
            const bool advection = s.name == "smoke", other = s.name == "sort tracers" || s.name == "project smoke";
            if (!advection && !other) continue;
            const double ms = 1e3 * s.seconds * steps / (advection ? passes : 1);
            std::printf("  %-16s %8.3f ms, %5.1f %% of a step\n", advection ? "advect" : s.name.c_str(), ms,
                        100 * ms / r.ms);
        }
    }
}

}  // namespace fum
