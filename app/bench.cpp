#include "app/bench.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "sim/core/files.h"
#include "sim/solver.h"

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

struct Row {
    std::string name;
    int n = 0;
    double mlups = 0, gbs = 0, share = 0, ms = 0;
};

/// A decaying eddy in a periodic box: every node works, nothing blows up.
Config box(int n, Model model) {
    Config config;
    config.nodes = {n, n, n};
    config.model = model;
    config.nu = 0.001;
    config.u_start = {0.03, 0.02, 0.01};
    config.check_every = 0;
    return config;
}

Config tunnel(int n) {
    Config config = box(n, Model::acm_mrt);
    for (Face& face : config.face) face.kind = FaceKind::free_slip;
    config.face[xmin] = {FaceKind::inflow, {0.05f, 0, 0}};
    config.face[xmax] = {FaceKind::outflow};
    config.u_start = {0.05, 0, 0};
    return config;
}

/// A bumpy sphere of radius about 0.234 n, samples spread by the golden spiral.
Body bumpy_sphere(int n, std::int64_t samples) {
    Body body;
    body.name = "bumpy sphere";
    body.pose.centre = {n * 0.5, n * 0.5, n * 0.5};
    const double radius = 0.234 * n;
    for (std::int64_t i = 0; i < samples; ++i) {
        const double z = 1 - 2 * (static_cast<double>(i) + 0.5) / static_cast<double>(samples);
        const double phi = 2.399963229728653 * static_cast<double>(i), r = std::sqrt(1 - z * z);
        const double bumps = 1 + 0.1 * std::sin(9 * phi) * r * std::sin(11 * z);
        body.samples.push_back(cast<float>(Double3{r * std::cos(phi), r * std::sin(phi), z} * (radius * bumps)));
    }
    body.area.assign(static_cast<std::size_t>(samples),
                     static_cast<float>(4 * 3.14159265 * radius * radius / static_cast<double>(samples)));
    return body;
}

class Bench {
public:
    explicit Bench(const BenchOptions& options) : options_(options) {
        device_ = options.device;
        if (device_ == "auto") device_ = devices().front().note.empty() ? devices().front().id : "cpu";
        bandwidth_ = measure_bandwidth(device_, std::size_t{1} << 28, options.threads);
        reference_ = bandwidth_.copy;
        std::printf("device        %s\n", device_.c_str());
        std::printf("copy          %.1f GB/s\n", bandwidth_.copy * 1e-9);
        if (bandwidth_.triad > 0) std::printf("triad         %.1f GB/s\n", bandwidth_.triad * 1e-9);
        std::printf("%-44s %6s %9s %9s %9s %9s\n", "row", "n", "ms/step", "MLUPS", "GB/s", "of copy");
    }

    Row row(const std::string& name, const Config& config, const Plan& plan) {
        const auto solver = make_solver(config, plan, device_, options_.threads);
        solver->step(3);
        double best = 1e30, spent = 0;
        int steps = 2;
        for (int run = 0; run < 3 || spent < options_.seconds; ++run) {
            const StepStats before = solver->stats();
            solver->step(steps);
            const StepStats after = solver->stats();
            const double seconds = after.seconds - before.seconds;
            spent += seconds;
            best = std::min(best, seconds / steps);
            steps = std::clamp(static_cast<int>(options_.seconds / 8 / best), 2, 2000);
        }
        const double nodes = static_cast<double>(config.nodes.x) * config.nodes.y * config.nodes.z;
        Row r{name, config.nodes.x, nodes / best * 1e-6, 0, 0, best * 1e3};
        r.gbs = r.mlups * 1e-3 * solver->stats().bytes_per_node;
        r.share = r.gbs * 1e9 / reference_;
        std::printf("%-44s %6d %9.3f %9.1f %9.1f %8.1f%%\n", name.c_str(), r.n, r.ms, r.mlups, r.gbs, 100 * r.share);
        std::fflush(stdout);
        rows_.push_back(r);
        return r;
    }

    bool gpu() const { return device_ != "cpu"; }

    std::string json() const {
        std::string text = "{\"device\": \"" + device_ + "\", \"copy_bytes_s\": " + std::to_string(bandwidth_.copy) +
                           ", \"triad_bytes_s\": " + std::to_string(bandwidth_.triad) + ", \"rows\": [";
        for (std::size_t i = 0; i < rows_.size(); ++i)
            text += (i ? ", " : "") + std::string("{\"name\": \"") + rows_[i].name +
                    "\", \"n\": " + std::to_string(rows_[i].n) + ", \"mlups\": " + std::to_string(rows_[i].mlups) +
                    ", \"of_copy\": " + std::to_string(rows_[i].share) + "}";
        return text + "]}\n";
    }

private:
    BenchOptions options_;
    std::string device_;
    Bandwidth bandwidth_;
    double reference_ = 1;
    std::vector<Row> rows_;
};

void steps(Bench& bench, const BenchOptions& options, const std::vector<int>& sizes) {
    for (const int n : sizes) {
        bench.row("bare stream loop, periodic", box(n, Model::none), {});
        bench.row("ACM-MRT fused, periodic", box(n, Model::acm_mrt), {});
        for (const int alpha : options.alphas) {
            Plan plan;
            plan.alpha = alpha;
            bench.row("ACM-MRT fused, periodic, alpha " + std::to_string(alpha), box(n, Model::acm_mrt), plan);
        }
        bench.row("ACM-MRT fused, tunnel with six faces", tunnel(n), {});
    }
}

void models(Bench& bench, const std::vector<int>& sizes) {
    for (const int n : sizes) {
        bench.row("BGK, second-order equilibrium", box(n, Model::bgk2), {});
        bench.row("BGK, product equilibrium", box(n, Model::bgk), {});
        bench.row("RM-MRT", box(n, Model::raw_mrt), {});
        bench.row("CM-MRT", box(n, Model::central_mrt), {});
        bench.row("ACM-MRT", box(n, Model::acm_mrt), {});
    }
}

void solid(Bench& bench, const BenchOptions& options, const std::vector<int>& sizes) {
    for (const int n : sizes) {
        const double share = static_cast<double>(n) / sizes.back();
        const std::int64_t samples = static_cast<std::int64_t>(static_cast<double>(options.samples) * share * share);
        Config config = box(n, Model::acm_mrt);
        const Row without = bench.row("without a solid", config, {});
        config.bodies.push_back(bumpy_sphere(n, samples));
        const Row with = bench.row("bumpy sphere, " + std::to_string(samples) + " samples", config, {});
        std::printf("extra time for the solid: %.1f %%\n", 100 * (with.ms / without.ms - 1));
    }
}

}  // namespace

int bench(const BenchOptions& options) {
    Bench run(options);
    std::vector<int> sizes = options.sizes;
    if (sizes.empty()) sizes = run.gpu() ? std::vector<int>{512} : std::vector<int>{96, 128};
    const bool all = options.what == "all";
    if (!all && options.what != "step" && options.what != "models" && options.what != "solid")
        throw Error(Exit::usage, "There is no bench \"" + options.what + "\"; there are step, models, solid and all.");
    if (all || options.what == "step") steps(run, options, sizes);
    if (all || options.what == "models") models(run, sizes);
    if (all || options.what == "solid") solid(run, options, sizes);
    if (!options.json.empty()) write_whole(options.json, run.json());
    return 0;
}

}  // namespace fum
