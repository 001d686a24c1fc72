#include "app/bench_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace fum {

Config eddy_box(int n, Model model) {
    Config config;
    config.nodes = {n, n, n};
    config.model = model;
    config.nu = 0.001;
    config.u_start = {0.03, 0.02, 0.01};
    config.check_every = 0;
    return config;
}

Config six_face_tunnel(int n) {
    Config config = eddy_box(n, Model::acm_mrt);
    for (Face& face : config.face) face.kind = FaceKind::free_slip;
    config.face[xmin] = {FaceKind::inflow, {0.05f, 0, 0}};
    config.face[xmax] = {FaceKind::outflow};
    config.u_start = {0.05, 0, 0};
    return config;
}

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

Bench::Bench(const BenchOptions& options) : options_(options), device_(options.device) {
    if (device_ == "auto") device_ = devices().front().note.empty() ? devices().front().id : "cpu";
    bandwidth_ = measure_bandwidth(device_, std::size_t{1} << 28, options.threads);
    std::printf("device        %s\n", device_.c_str());
    std::printf("copy          %.1f GB/s\n", bandwidth_.copy * 1e-9);
    if (bandwidth_.triad > 0) std::printf("triad         %.1f GB/s\n", bandwidth_.triad * 1e-9);
    std::printf("%-44s %6s %9s %9s %9s %9s\n", "row", "n", "ms/step", "MLUPS", "GB/s", "of copy");
}

DeviceInfo Bench::device() const {
    for (const DeviceInfo& info : devices())
        if (info.id == device_) return info;
    throw Error(Exit::device, "There is no device \"" + device_ + "\" any longer.");
}

BenchRow Bench::row(const std::string& name, const Config& config, const Plan& plan, int profile_steps) {
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
    BenchRow r{name, config.nodes.x, nodes / best * 1e-6, 0, 0, best * 1e3, {}};
    r.gbs = r.mlups * 1e-3 * solver->stats().bytes_per_node;
    r.share = r.gbs * 1e9 / bandwidth_.copy;
    if (profile_steps > 0) {
        solver->profile(1);  // kernels are loaded when they are first launched
        r.stages = solver->profile(profile_steps);
    }
    std::printf("%-44s %6d %9.3f %9.1f %9.1f %8.1f%%\n", name.c_str(), r.n, r.ms, r.mlups, r.gbs, 100 * r.share);
    std::fflush(stdout);
    rows_.push_back(r);
    return r;
}

void Bench::print_stages(const BenchRow& row) const {
    std::printf("\n%s, %d nodes an edge, stage by stage\n", row.name.c_str(), row.n);
    std::printf("  %-18s %9s %9s %9s %10s  %s\n", "stage", "ms", "GB/s", "of copy", "atomics",
                "kernels: registers, bytes spilled, threads a block, occupancy");
    for (const Stage& s : row.stages) {
        std::printf("  %-18s %9.4f", s.name.c_str(), 1e3 * s.seconds);
        if (s.bytes > 0)
            std::printf(" %9.1f %8.1f%%", s.bytes / s.seconds * 1e-9, 100 * s.bytes / s.seconds / bandwidth_.copy);
        else
            std::printf(" %9s %9s", "-", "-");
        std::printf(" %10lld ", static_cast<long long>(s.atomics));
        for (const KernelInfo& k : s.kernels) {
            std::printf(" %s", k.name.c_str());
            if (gpu())
                std::printf(": %d, %lld, %d, %.0f %%;", k.registers, static_cast<long long>(k.local_bytes), k.threads,
                            100 * k.occupancy);
        }
        std::printf("\n");
    }
}

std::string Bench::json() const {
    const auto number = [](double v) {
        char text[32];
        std::snprintf(text, sizeof text, "%.7g", v);
        return std::string(text);
    };
    std::string text = "{\"device\": \"" + device_ + "\", \"copy_bytes_s\": " + number(bandwidth_.copy) +
                       ", \"triad_bytes_s\": " + number(bandwidth_.triad) + ", \"rows\": [";
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const BenchRow& r = rows_[i];
        text += (i ? ",\n " : "") + std::string("{\"name\": \"") + r.name + "\", \"n\": " + std::to_string(r.n) +
                ", \"ms\": " + number(r.ms) + ", \"mlups\": " + number(r.mlups) + ", \"of_copy\": " + number(r.share);
        for (std::size_t j = 0; j < r.stages.size(); ++j)
            text += (j ? ", " : ", \"stages\": [") + std::string("{\"name\": \"") + r.stages[j].name +
                    "\", \"ms\": " + number(1e3 * r.stages[j].seconds) + ", \"bytes\": " + number(r.stages[j].bytes) +
                    ", \"atomics\": " + std::to_string(r.stages[j].atomics) + "}";
        text += r.stages.empty() ? "}" : "]}";
    }
    return text + "]}\n";
}

}  // namespace fum
