// The paper's plans on one flow: a bumpy sphere in a tunnel with six faces.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/bench_rows.h"
#include "sim/sample_loops.h"

namespace fum {
namespace {

struct NamedPlan {
    std::string name;
    Plan plan;
    bool staged = true;
};

std::vector<NamedPlan> plans() {
    std::vector<NamedPlan> all{{"baseline (Sec. 3.2)", Plan::baseline()}, {"baseline with CSoA 64", Plan::csoa_only()}};
    for (int launches = 1; launches <= 3; ++launches) {
        const std::string many = std::to_string(launches) + (launches == 1 ? " launch" : " launches");
        all.push_back({"paper, " + many + ", merged", Plan::paper(64, launches)});
        all.push_back({"paper, " + many + ", expanded", Plan::paper(64, launches)});
        all.back().plan.monomials = Plan::Monomials::expanded;
    }
    const auto with = [&](const std::string& what, const auto& change) {
        all.push_back({"paper, 2 launches, " + what, Plan::paper()});
        change(all.back().plan);
    };
    with("gather", [](Plan& p) { p.spread = Plan::Spread::gather; });
    with("unsorted samples", [](Plan& p) { p.ib_block = -1; });
    with("gather, unsorted", [](Plan& p) { p.spread = Plan::Spread::gather, p.ib_block = -1; });
    with("faces together", [](Plan& p) { p.faces = Plan::Faces::together; });
    with("faces branching", [](Plan& p) { p.faces = Plan::Faces::branching; });
    all.push_back({"fused (default)", {}, false});
    all.push_back({"fused, fp16 storage", {}, false});
    all.back().plan.storage = Plan::Storage::fp16;
    return all;
}

void print_loops(const Config& config) {
    Plan sorted, unsorted;
    unsorted.ib_block = -1;
    const SampleLoops a = count_loops(config, sorted), b = count_loops(config, unsorted);
    const auto number = [](std::int64_t v) { return static_cast<long long>(v); };
    std::printf("\nTable 1: loops of Eq. 8 (%lld samples touch %lld nodes)\n", number(a.samples), number(a.nodes));
    std::printf("  gather, samples a node     least %lld, most %lld\n", number(a.gather_min), number(a.gather_max));
    std::printf("  scatter, nodes a sample    least %lld, most %lld\n", number(a.scatter), number(a.scatter));
    std::printf("  additions to memory a step: %lld, after sums in groups of 32 samples %lld sorted, %lld unsorted\n",
                number(a.atomics), number(a.summed_atomics), number(b.summed_atomics));
}

const BenchRow& best_staged(const std::vector<NamedPlan>& plans, const std::vector<BenchRow>& rows) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (plans[i].staged && rows[i].ms < rows[best].ms) best = i;
    return rows[best];
}

/// Fig. 18: what each plan gains over the baseline and over the best staged one.
void print_factors(const BenchRow& best, const std::vector<BenchRow>& rows) {
    std::printf("\nFig. 18 at %4d nodes an edge%24s %9s %12s %17s\n", best.n, "ms/step", "MLUPS", "x baseline",
                "x best staged");
    for (const BenchRow& r : rows)
        std::printf("  %-39s %10.3f %9.1f %12.2f %17.2f\n", r.name.c_str(), r.ms, r.mlups, rows[0].ms / r.ms,
                    best.ms / r.ms);
}

double stage_ms(const BenchRow& row, const std::string& name) {
    for (const Stage& s : row.stages)
        if (s.name == name) return 1e3 * s.seconds;
    return 0;
}

/// Figs. 11 to 15: the stages of the baseline, with CSoA alone, and of the best staged plan.
void print_figures(const BenchRow& best, const std::vector<BenchRow>& rows) {
    std::printf("\nFigs. 11 to 15 at %4d nodes an edge, ms a step: best staged plan is \"%s\"\n", best.n,
                best.name.c_str());
    std::printf("  %-30s %10s %10s %10s %12s\n", "", "baseline", "CSoA only", "best", "x baseline");
    const std::pair<const char*, const char*> figures[] = {{"Fig. 11 streaming", "stream"},
                                                           {"Fig. 12 macroscopic variables", "macroscopic"},
                                                           {"Fig. 13 immersed boundary", "penalty + spread"},
                                                           {"Fig. 14 collision", "collide"},
                                                           {"Fig. 15 domain faces", "faces"}};
    for (const auto& [title, name] : figures)
        std::printf("  %-30s %10.4f %10.4f %10.4f %12.2f\n", title, stage_ms(rows[0], name), stage_ms(rows[1], name),
                    stage_ms(best, name), stage_ms(rows[0], name) / stage_ms(best, name));
}

}  // namespace

void bench_plans(Bench& bench, const BenchOptions& options, const std::vector<int>& sizes) {
    constexpr double samples_a_node = 10;  // of surface: the least of the paper's 10 to 100
    const std::vector<NamedPlan> all = plans();
    for (const int n : sizes) {
        const double surface = 4 * 3.14159265 * (0.234 * n) * (0.234 * n);
        const std::int64_t samples = std::min(options.samples, static_cast<std::int64_t>(samples_a_node * surface));
        Config config = six_face_tunnel(n);
        config.bodies.push_back(bumpy_sphere(n, samples));
        std::vector<BenchRow> rows;
        for (const NamedPlan& p : all) rows.push_back(bench.row(p.name, config, p.plan, bench.gpu() ? 50 : 4));
        const BenchRow& best = best_staged(all, rows);
        print_factors(best, rows);
        print_figures(best, rows);
        for (const BenchRow& r : rows) bench.print_stages(r);
        print_loops(config);
        std::fflush(stdout);
    }
}

}  // namespace fum
