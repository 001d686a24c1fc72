#include "app/bench.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "app/bench_rows.h"
#include "sim/core/files.h"

namespace fum {

std::vector<int> numbers(const std::string& list) {
    std::vector<int> out;
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t comma = std::min(list.find(',', at), list.size());
        const int n = std::atoi(list.substr(at, comma - at).c_str());
        if (n <= 0)
            throw Error(Exit::usage, "\"" + list + "\" is not a list of whole numbers above zero, like 96,128.");
        out.push_back(n);
        at = comma + 1;
    }
    return out;
}

namespace {

void steps(Bench& bench, const BenchOptions& options, const std::vector<int>& sizes) {
    for (const int n : sizes) {
        bench.row("bare stream loop, periodic", eddy_box(n, Model::none), {});
        bench.row("ACM-MRT fused, periodic", eddy_box(n, Model::acm_mrt), {});
        for (const int alpha : options.alphas) {
            Plan plan;
            plan.alpha = alpha;
            bench.row("ACM-MRT fused, periodic, alpha " + std::to_string(alpha), eddy_box(n, Model::acm_mrt), plan);
        }
        bench.row("ACM-MRT fused, tunnel with six faces", six_face_tunnel(n), {});
    }
}

/// Fig. 19. A fused step hides the collision behind memory, so what it adds to a bare step is less than it takes alone.
void models(Bench& bench, const std::vector<int>& sizes) {
    constexpr std::array<std::pair<const char*, Model>, 5> all{{{"BGK, second-order equilibrium", Model::bgk2},
                                                                {"BGK, product equilibrium", Model::bgk},
                                                                {"RM-MRT", Model::raw_mrt},
                                                                {"CM-MRT", Model::central_mrt},
                                                                {"ACM-MRT", Model::acm_mrt}}};
    for (const int n : sizes) {
        const double bare = bench.row("bare stream loop", eddy_box(n, Model::none), {}).ms;
        std::vector<BenchRow> fused, staged;
        for (const auto& [name, model] : all) fused.push_back(bench.row(name, eddy_box(n, model), {}));
        for (int launches = 1; launches <= 3; ++launches)
            staged.push_back(bench.row("ACM-MRT staged, launches of the collision: " + std::to_string(launches),
                                       eddy_box(n, Model::acm_mrt), Plan::paper(64, launches), 10));
        std::printf("\nFig. 19 at %d nodes an edge: the collision alone, ms a step\n", n);
        for (const BenchRow& r : fused)
            std::printf("  %-44s %9.3f  fused step minus bare stream loop\n", r.name.c_str(), r.ms - bare);
        for (const BenchRow& r : staged)
            for (const Stage& s : r.stages)
                if (s.name == "collide")
                    std::printf("  %-44s %9.3f  its stage \"collide\"%s\n", r.name.c_str(), 1e3 * s.seconds,
                                bench.gpu() ? "" : ", which the CPU runs node by node");
    }
}

void solid(Bench& bench, const BenchOptions& options, const std::vector<int>& sizes) {
    for (const int n : sizes) {
        const double share = static_cast<double>(n) / sizes.back();
        const std::int64_t samples = static_cast<std::int64_t>(static_cast<double>(options.samples) * share * share);
        Config config = eddy_box(n, Model::acm_mrt);
        const BenchRow without = bench.row("without a solid", config, {});
        config.bodies.push_back(bumpy_sphere(n, samples));
        const BenchRow with = bench.row("bumpy sphere, " + std::to_string(samples) + " samples", config, {});
        std::printf("extra time for the solid: %.1f %%\n", 100 * (with.ms / without.ms - 1));
    }
}

std::vector<int> sizes_of(const BenchOptions& options, const std::string& what, bool gpu) {
    if (!options.sizes.empty()) return options.sizes;
    if (what == "plans") return gpu ? std::vector<int>{256, 384, 512} : std::vector<int>{128};
    if (what == "step" && gpu) return {32, 48, 64, 96, 128, 256, 512};
    if (what == "tracers") return gpu ? std::vector<int>{256} : std::vector<int>{128};
    return gpu ? std::vector<int>{512} : std::vector<int>{96, 128};
}

}  // namespace

int bench(const BenchOptions& options) {
    const bool all = options.what == "all";
    if (std::find(bench_names.begin(), bench_names.end(), options.what) == bench_names.end()) {
        std::string known;
        for (const std::string_view name : bench_names) known += (known.empty() ? "" : ", ") + std::string(name);
        throw Error(Exit::usage, "There is no bench \"" + options.what + "\"; there are " + known + ".");
    }
    Bench run(options);
    for (const std::string_view name : bench_names) {
        const std::string what(name);
        if (!all && options.what != what) continue;
        const std::vector<int> sizes = sizes_of(options, what, run.gpu());
        if (what == "step") steps(run, options, sizes);
        if (what == "models") models(run, sizes);
        if (what == "solid") solid(run, options, sizes);
        if (what == "storage") bench_storage(run, options, sizes);
        if (what == "tracers") bench_tracers(run, sizes);
        if (what == "plans") bench_plans(run, options, sizes);
        if (what == "largest" && !all) bench_largest(run);  // takes all memory there is
    }
    if (!options.json.empty()) write_whole(options.json, run.json());
    return 0;
}

}  // namespace fum
