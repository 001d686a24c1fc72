#include "app/bench_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <thread>

#include "app/bench_rows.h"
#include "app/bridge_upload.h"
#include "render/context.h"
#include "sim/core/files.h"

namespace fum {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int steps_a_picture = 20;

double ms_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// A cube with so many tracers in a slab, as a wake has them.
Config watched_box(int n, double tracers) {
    Config config = eddy_box(n, Model::acm_mrt);
    Emitter box;
    box.shape = Emitter::Shape::box;
    const double wide = n * 0.85, high = std::min(std::sqrt(tracers / 4 / wide), 0.9 * n);
    box.centre = {n * 0.5, n * 0.5, n * 0.5};
    box.half = {wide / 2, high / 2, high / 2};
    box.rate = tracers / config.smoke.interval;
    box.end = config.smoke.interval;
    config.smoke.emitters = {box};
    config.smoke.max_tracers = static_cast<std::int64_t>(tracers) + 1000;
    return config;
}

struct ViewRow {
    double headless_ms = 1e30, watched_ms = 1e30;  ///< a step, the best of several runs
    double show_ms = 0;                            ///< the solver's thread, a picture
    int pictures = 0, due = 0;
};

/// On the solver's thread: runs headless and watched in turns, so that both see the same clocks of the device.
ViewRow run_watched(const Config& config, const BenchOptions& options, const std::string& device,
                    ShowExchange& exchange) {
    SnapshotWish all;
    all.flow = all.smoke = all.tracers = true;
    const auto solver = make_solver(config, {}, device, options.threads);
    ViewRow row;
    double spent_ms = 0, showing_ms = 0;
    const auto run = [&](int rounds, bool watched) {
        const auto begin = Clock::now();
        for (int r = 0; r < rounds; ++r) {
            solver->step(steps_a_picture);
            if (!watched) continue;
            ++row.due;
            if (!exchange.taken()) continue;
            const auto before = Clock::now();
            if (exchange.write(*solver, all, 1, 0) == ShowExchange::Written::nothing) continue;
            showing_ms += ms_since(before);
            ++row.pictures;
        }
        return ms_since(begin) / (rounds * steps_a_picture);
    };
    run(2, false);
    for (int i = 0; i < 30; ++i) {  // textures and memory are made when they are first asked for
        run(1, true);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        if (row.pictures > 3) break;
    }
    const double step_ms = run(1, false);
    const int rounds = std::max(2, static_cast<int>(1e3 * options.seconds / 6 / (step_ms * steps_a_picture)));
    row.pictures = row.due = 0, showing_ms = 0;
    for (int turn = 0; turn < 3 || spent_ms < 1e3 * options.seconds; ++turn) {
        const auto begin = Clock::now();
        row.headless_ms = std::min(row.headless_ms, run(rounds, false));
        row.watched_ms = std::min(row.watched_ms, run(rounds, true));
        spent_ms += ms_since(begin);
    }
    row.show_ms = showing_ms / std::max(row.pictures, 1);
    return row;
}

/// The solver in a thread of its own, the bridge in this one.
ViewRow watch(const Config& config, const BenchOptions& options, const std::string& device, bool interop,
              std::string& badge, std::string& reason, BridgeCosts& costs) {
    ShowExchange exchange;
    const auto bridge = make_bridge(exchange, [](const SnapshotWish&) {}, {.allow_interop = interop});
    ViewRow row;
    std::atomic<bool> over = false;
    std::exception_ptr failure;
    std::thread solver([&] {
        try {
            row = run_watched(config, options, device, exchange);
        } catch (...) { failure = std::current_exception(); }
        over = true;
    });
    while (!over) {
        bridge->take();
        bridge->drawn();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    solver.join();
    if (failure) std::rethrow_exception(failure);
    badge = bridge->badge();
    reason = bridge->reason();
    costs = bridge->costs();
    return row;
}

std::string print_row(int n, const Config& config, const BenchOptions& options, const std::string& device,
                      bool interop) {
    std::string badge, reason;
    BridgeCosts c;
    const ViewRow row = watch(config, options, device, interop, badge, reason, c);
    const double nodes = std::pow(static_cast<double>(n), 3), share = row.headless_ms / row.watched_ms;
    const auto each = [&](double sum) { return sum / static_cast<double>(std::max<std::int64_t>(c.pictures, 1)); };
    std::printf("%5d  %-14s %9.4f %9.4f %9.1f %9.1f %8.2f%% %9.3f %6d/%-6d %8.3f %8.3f %8.3f %8.2f\n", n, badge.c_str(),
                row.headless_ms, row.watched_ms, 1e-3 * nodes / row.headless_ms, 1e-3 * nodes / row.watched_ms,
                100 * share, row.show_ms, row.pictures, row.due, each(c.map_ms), each(c.unmap_ms), each(c.copy_ms),
                each(c.upload_ms));
    if (!reason.empty()) std::printf("       %s\n", reason.c_str());
    std::fflush(stdout);
    return fmt::format(
        "{{\"n\": {}, \"way\": \"{}\", \"headless_ms\": {:.6g}, \"watched_ms\": {:.6g}, \"share\": {:.6g}, "
        "\"show_ms\": {:.6g}, \"map_ms\": {:.6g}, \"unmap_ms\": {:.6g}, \"copy_ms\": {:.6g}, \"upload_ms\": {:.6g}, "
        "\"pictures\": {}, \"due\": {}}}",
        n, badge.substr(0, badge.find(' ')), row.headless_ms, row.watched_ms, share, row.show_ms, each(c.map_ms),
        each(c.unmap_ms), each(c.copy_ms), each(c.upload_ms), row.pictures, row.due);
}

}  // namespace

int bench_view(const BenchOptions& options) {
    std::string device = options.device;
    if (device == "auto") device = devices().front().note.empty() ? devices().front().id : "cpu";
    const bool gpu = device != "cpu";
    const Context context;
    const double tracers = gpu ? 1e6 : 5e4;
    std::printf("solver        %s\nOpenGL        %s\n", device.c_str(), context.renderer().c_str());
    std::printf("shown         flow, smoke and %.0f tracers, once in %d steps\n", tracers, steps_a_picture);
    std::printf("%5s  %-14s %9s %9s %9s %9s %9s %9s %13s %8s %8s %8s %8s\n", "n", "way", "ms/step", "watched", "MLUPS",
                "watched", "share", "show, ms", "pictures", "map", "unmap", "copy", "upload");
    std::string json;
    const std::vector<int> sizes = !options.sizes.empty() ? options.sizes : std::vector<int>{gpu ? 256 : 64};
    for (const int n : sizes) {
        const Config config = watched_box(n, tracers);
        if (gpu) json += (json.empty() ? "" : ",\n ") + print_row(n, config, options, device, true);
        json += (json.empty() ? "" : ",\n ") + print_row(n, config, options, device, false);
    }
    if (!options.json.empty())
        write_whole(options.json, "{\"device\": \"" + device + "\", \"rows\": [" + json + "]}\n");
    return 0;
}

}  // namespace fum
