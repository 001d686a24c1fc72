#include "app/bench_export.h"

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/budget.h"
#include "app/frame_writer.h"
#include "app/vdb_frame.h"
#include "sim/core/files.h"

namespace fum {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Of the calling thread alone.
double core_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Of all threads of this process: what a run costs on a machine that others use too.
double process_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The jet of jet_on_ball.toml without the ball; in a cube of `edge` nodes, or, if that is 0, in its own box.
Scene jet(int edge) {
    Scene scene;
    scene.title = "bench export";
    scene.domain.resolution = edge > 0 ? edge : 192;
    if (edge > 0) scene.domain.size_m = {2, 2, 2};
    scene.fluid.re = 1e5;
    scene.fluid.start_velocity_ms = {0.3, 0, 0};
    Boundary& inflow = scene.boundary[xmin];
    inflow.kind = FaceKind::inflow;
    inflow.velocity_ms = {1, 0, 0};
    inflow.jet_radius_m = 0.065;
    inflow.jet_edge_m = 0.01;
    inflow.jet_coflow = 0.3;
    inflow.noise = 0.02;
    scene.boundary[xmax].kind = FaceKind::outflow;
    scene.emitters.resize(1);
    scene.emitters[0].shape = EmitterShape::disk;
    scene.emitters[0].centre_m = {-0.97, 0, 0};
    scene.emitters[0].radius_m = 0.06;
    scene.smoke.tracers_per_cell = 20;
    scene.png.on = false;
    return scene;
}

/// A folder of its own among the temporary files; goes with all that is in it.
class Scratch {
public:
    Scratch()
        : path_(fs::temp_directory_path() / fmt::format("fumarole bench {}", Clock::now().time_since_epoch().count())) {
        fs::create_directories(path_);
    }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

struct Written {
    double core_s = std::numeric_limits<double>::infinity(), wall_s = core_s;  ///< the best of several
    VdbReport report;
};

/// write_vdb() on one thread, as often as `seconds` allow.
Written write_on_one_core(const Setup& setup, const FrameData& data, const fs::path& folder, double seconds) {
    Written best;
    tbb::task_arena(1).execute([&] {
        for (const auto begin = Clock::now(); since(begin) < seconds;) {
            const auto wall = Clock::now();
            const double core = core_seconds();
            best.report = write_vdb(folder / "frame.vdb", vdb_frame(setup, data));
            best.core_s = std::min(best.core_s, core_seconds() - core);
            best.wall_s = std::min(best.wall_s, since(wall));
        }
    });
    return best;
}

/// Of some frames.
struct Cost {
    double wall_s = 0, cores_s = 0;
    Cost operator-(const Cost& o) const { return {wall_s - o.wall_s, cores_s - o.cores_s}; }
    Cost& operator+=(const Cost& o) { return wall_s += o.wall_s, cores_s += o.cores_s, *this; }
};

class Runs {
public:
    Runs(const Setup& setup, Solver& solver) : setup_(setup), solver_(solver) {}

    void step_frame() { solver_.step(static_cast<int>(setup_.numbers.steps_per_frame)); }
    FrameData frame() {
        FrameData data;
        data.frame = ++count_;
        data.step = solver_.time();
        data.snapshot = solver_.snapshot(wanted_fields(setup_));
        return data;
    }
    /// Some frames without export.
    Cost bare(int frames) {
        const Cost begin = now();
        for (int i = 0; i < frames; ++i) step_frame();
        return now() - begin;
    }
    /// The same with it, until the last one is on the disk.
    Cost exporting(int frames, FrameWriter& writer) {
        const Cost begin = now();
        for (int i = 0; i < frames; ++i) {
            step_frame();
            writer.wait_for_room();
            writer.push(frame());
        }
        while (writer.written() < count_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return now() - begin;
    }

private:
    Cost now() const { return {since(begin_), process_seconds()}; }

    const Setup& setup_;
    Solver& solver_;
    Clock::time_point begin_ = Clock::now();
    int count_ = 0;
};

}  // namespace

int bench_export(const BenchOptions& options) {
    constexpr int grown = 30, rounds = 4;  // frames until the jet fills its box; frames in a row, without and with
    Setup setup = prepare(jet(options.sizes.empty() ? 0 : options.sizes.front()));
    const Scratch scratch;
    const Budget budget = budget_of(setup, options.device);
    const auto solver = make_solver(setup.config, setup.plan, budget.device.id, options.threads);
    Runs runs(setup, *solver);
    const Int3& n = setup.config.nodes;
    std::printf("%d x %d x %d nodes on %s, %d writers of %d threads\n", n.x, n.y, n.z, solver->device_name().c_str(),
                budget.writing.writers, budget.writing.threads_each);
    // as many frames in a row as take long beside the last one's way to the disk
    const double bare_s = runs.bare(grown).wall_s / grown;
    const int round = static_cast<int>(std::clamp(2 * options.seconds / bare_s, 4.0, 100.0));
    FrameData data;
    data.snapshot = solver->snapshot(wanted_fields(setup));
    data.wait();
    const Written one = write_on_one_core(setup, data, scratch.path(), options.seconds);
    data.snapshot.reset();
    OutputFolder folder(setup.scene, scratch.path() / "run");
    folder.open(OutputFolder::Present::refuse);
    Cost bare, exporting;
    double waited = 0;
    {
        FrameWriter writer(setup, folder, solver->device_name(), budget.writing);
        runs.exporting(round, writer);  // memory is allocated and touched once a run
        waited = -writer.waited_s();
        for (int i = 0; i < rounds; ++i) bare += runs.bare(round), exporting += runs.exporting(round, writer);
        writer.finish("finished");
        waited += writer.waited_s();
    }
    const double dense = static_cast<double>(budget.writing.host_bytes_a_frame),
                 bytes = static_cast<double>(one.report.bytes);
    const double active = static_cast<double>(one.report.grids[0].active) / (1.0 * n.x * n.y * n.z);
    const double gbs = dense / one.core_s * 1e-9, percent = 100 * (exporting.wall_s / bare.wall_s - 1),
                 cores_percent = 100 * (exporting.cores_s / bare.cores_s - 1);
    std::printf("%-58s %9.2f GB/s\n", "written by one core, of dense floats (density, vel)", gbs);
    std::printf("%-58s %9.2f ms (%.2f ms with the disk)\n", "a frame", 1e3 * one.core_s, 1e3 * one.wall_s);
    std::printf("%-58s %9.3f MB\n", "a frame", bytes * 1e-6);
    std::printf("%-58s %9.1f\n", "smaller than dense floats by a factor of", dense / bytes);
    std::printf("%-58s %9.1f %%\n", "voxels active", 100 * active);
    std::printf("%-58s %9.1f ms (%d frames in a row)\n", "solver, a frame", 1e3 * bare.wall_s / (round * rounds),
                round);
    std::printf("%-58s %9.1f %% (waiting for writers %.1f %%)\n", "longer with every frame exported, to the last byte",
                percent, 100 * waited / bare.wall_s);
    std::printf("%-58s %9.1f %%\n", "more seconds of all cores", cores_percent);
    if (!options.json.empty())
        write_whole(options.json, nlohmann::json{{"nodes", {n.x, n.y, n.z}},
                                                 {"dense_gbs_a_core", gbs},
                                                 {"frame_core_s", one.core_s},
                                                 {"frame_wall_s", one.wall_s},
                                                 {"frame_bytes", one.report.bytes},
                                                 {"dense_over_file", dense / bytes},
                                                 {"active_share", active},
                                                 {"cost_percent", percent},
                                                 {"cores_percent", cores_percent},
                                                 {"waited_s", waited}}
                                          .dump(1) +
                                      "\n");
    return 0;
}

}  // namespace fum
