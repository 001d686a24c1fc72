#include "app/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/frame_writer.h"
#include "app/interrupt.h"
#include "app/log.h"
#include "app/progress.h"

namespace fum {
namespace {

/// Which frames and steps a run has; frames count from 1 here.
struct Schedule {
    int first = 1, last = 1;
    std::int64_t last_step = 0;
};

Schedule schedule_of(const Setup& setup, const SessionOptions& options) {
    const Numbers& n = setup.numbers;
    const int frames = setup.scene.time.frames, number_of_first = setup.scene.output.first_frame;
    Schedule s;
    s.first = options.first_frame > 0 ? options.first_frame - number_of_first + 1 : 1;
    s.last = options.last_frame > 0 ? options.last_frame - number_of_first + 1 : frames;
    if (s.first < 1 || s.last > frames || s.first > s.last)
        throw Error(Exit::usage,
                    fmt::format("--frames {}-{} lies outside the scene's frames {}-{}.", s.first + number_of_first - 1,
                                s.last + number_of_first - 1, number_of_first, number_of_first + frames - 1));
    s.last_step = n.warm_up_steps + std::int64_t{s.last} * n.steps_per_frame;
    if (options.steps > 0 && options.steps < s.last_step) {
        s.last_step = options.steps;
        const double frame = static_cast<double>(options.steps - n.warm_up_steps) / n.steps_per_frame;
        s.last = std::clamp(static_cast<int>(std::ceil(frame)), 1, s.last);
        s.first = std::min(s.first, s.last);
    }
    return s;
}

/// Ends the schedule with the last frame that `earlier` lacks; with no step at all if there is none.
void shorten(Schedule& s, const EarlierRun& earlier, const Setup& setup) {
    while (s.last >= s.first && earlier.frames.contains(setup.scene.output.first_frame + s.last - 1)) {
        --s.last;
        s.last_step = setup.numbers.warm_up_steps + std::int64_t{s.last} * setup.numbers.steps_per_frame;
    }
    if (s.last < s.first) s.last = 0, s.last_step = 0;
}

/// The solver's clock: runs in pieces of about a quarter second, so that signals are seen and progress is shown.
class Stepper {
public:
    explicit Stepper(Solver& solver) : solver_(solver) {}

    template <class F>
    void run_to(std::int64_t step, F&& after_piece) {
        while (solver_.time() < step && !interrupted()) {
            solver_.step(static_cast<int>(std::min<std::int64_t>(piece_, step - solver_.time())));
            const StepStats stats = solver_.stats();
            const double each = stats.steps > 0 ? stats.seconds / static_cast<double>(stats.steps) : 0.01;
            piece_ = static_cast<std::int64_t>(std::clamp(0.25 / std::max(each, 1e-9), 1.0, 10000.0));
            after_piece();
        }
    }

private:
    Solver& solver_;
    std::int64_t piece_ = 1;
};

/// A frame without fields.
FrameData frame_now(Solver& solver, const Setup& setup, int number, std::vector<Load> loads) {
    FrameData data;
    data.frame = number;
    data.step = solver.time();
    data.time_s = static_cast<double>(solver.time()) * setup.numbers.units.dt_s;
    data.loads = std::move(loads);
    if (setup.scene.csv.on) data.probes = read_probes(solver, setup);
    for (std::size_t i = 0; i < setup.config.bodies.size(); ++i) data.poses.push_back(solver.pose(static_cast<int>(i)));
    return data;
}

/// Worth a measurement only if the run is longer than it.
double bandwidth_of(const Setup& setup, const Budget& budget, std::int64_t steps) {
    const Int3& n = setup.config.nodes;
    if (1.0 * n.x * n.y * n.z * static_cast<double>(steps) < 1e9) return 0;
    const Bandwidth measured = measure_bandwidth(budget.device.id, std::size_t{1} << 28, setup.scene.solver.threads);
    return measured.triad > 0 ? measured.triad : measured.copy;
}

void run_frames(Solver& solver, const Setup& setup, const Schedule& schedule, const EarlierRun& earlier,
                FrameWriter& writer, Progress& progress) {
    const Numbers& n = setup.numbers;
    Stepper stepper(solver);
    for (int frame = 1; frame <= schedule.last && !interrupted(); ++frame) {
        const std::int64_t end = n.warm_up_steps + std::int64_t{frame} * n.steps_per_frame;
        const auto show = [&] { progress.show(frame - 1, solver.time(), solver.stats(), writer.bytes_per_frame()); };
        if (frame == 1) {  // loads of the warm-up are no frame's
            stepper.run_to(std::min(n.warm_up_steps, schedule.last_step), show);
            solver.take_loads();
        }
        stepper.run_to(std::min(end, schedule.last_step), show);
        if (interrupted()) return;
        std::vector<Load> loads = solver.take_loads();
        if (frame < schedule.first) continue;
        FrameData data = frame_now(solver, setup, setup.scene.output.first_frame + frame - 1, std::move(loads));
        if (!earlier.frames.contains(data.frame)) {
            writer.wait_for_room();
            data.snapshot = solver.snapshot(wanted_fields(setup));
        }
        writer.push(std::move(data));
    }
}

}  // namespace

SessionResult run_session(const Setup& setup, const OutputFolder& folder, const Budget& budget,
                          const SessionOptions& options, const EarlierRun& earlier) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    Schedule schedule = schedule_of(setup, options);
    shorten(schedule, earlier, setup);
    SessionResult result;
    result.kept = static_cast<int>(earlier.frames.size());
    result.bandwidth = bandwidth_of(setup, budget, schedule.last_step);
    const auto solver = make_solver(setup.config, setup.plan, budget.device.id, setup.scene.solver.threads);
    log::info("session", fmt::format("running on {} frames={}-{} steps={}", solver->device_name(), schedule.first,
                                     schedule.last, schedule.last_step));
    FrameWriter writer(setup, folder, solver->device_name(), budget.writing, earlier);
    std::int64_t memory = 0;
    for (const MemoryItem& item : solver->memory()) memory += item.bytes;
    {
        Progress progress(setup, schedule.last, schedule.last_step, result.bandwidth, memory);
        try {
            run_frames(*solver, setup, schedule, earlier, writer, progress);
        } catch (const Error& e) {
            writer.finish("failed", e.what());  // throws by itself if the writer is what failed
            throw;
        }
        result.interrupted = interrupted();
        writer.finish(result.interrupted ? "interrupted" : "finished");
        progress.show(schedule.last, solver->time(), solver->stats(), writer.bytes_per_frame(), !result.interrupted);
    }
    const StepStats stats = solver->stats();
    const Int3& n = setup.config.nodes;
    result.frames = writer.written();
    result.bytes = writer.bytes();
    result.waited_s = writer.waited_s();
    result.steps = solver->time();
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (stats.seconds > 0) result.mlups = 1e-6 * n.x * n.y * n.z * static_cast<double>(stats.steps) / stats.seconds;
    result.bytes_per_second = result.mlups * 1e6 * stats.bytes_per_node;
    return result;
}

nlohmann::json result_json(const SessionResult& result, const OutputFolder& folder) {
    return {{"folder", folder.path().string()},
            {"frames", result.frames},
            {"steps", result.steps},
            {"kept", result.kept},
            {"bytes", result.bytes},
            {"seconds", result.seconds},
            {"waited_seconds", result.waited_s},
            {"mlups", result.mlups},
            {"bytes_per_second", result.bytes_per_second},
            {"bandwidth_bytes_per_second", result.bandwidth},
            {"state", result.interrupted ? "interrupted" : "finished"}};
}

}  // namespace fum
