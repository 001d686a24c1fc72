#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/build_info.h"
#include "app/commands/commands.h"
#include "app/interrupt.h"
#include "app/log.h"
#include "app/progress.h"
#include "app/summary.h"
#include "app/tuned_plan.h"
#include "sim/core/files.h"

namespace fum {
namespace {

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

/// Outputs this build cannot write are switched off, unless nothing would be left.
void drop_missing_outputs(Scene& scene) {
    if (scene.vdb.on && !build::has_vdb) {
        log::warning("output", "This build has no OpenVDB; no .vdb frames are written.");
        scene.vdb.on = false;
    }
    if (scene.png.on && !build::has_pictures) {
        log::warning("output", "This build has no OpenGL; no pictures are written.");
        scene.png.on = false;
    }
}

bool report_sampling(const std::string& what, double share) {
    if (log::stderr_is_terminal()) log::status(fmt::format("{} {:.0f} %", what, 100 * share));
    return !interrupted();
}

/// Says before the run that the disk may not hold it; every frame is judged again, by its real size.
void doubt_disk(const Budget& budget, const OutputFolder& folder) {
    const auto free = free_space(folder.path());
    if (free && budget.output.bytes() > static_cast<double>(*free))
        log::warning("output", fmt::format("The frames will need about {}, {}: the run ends with exit code 6 when the "
                                           "disk is full. Free some space, or raise output.vdb.tolerance.",
                                           human_bytes(budget.output.bytes()), free_space_sentence(folder.path())));
}

int dry_run(const RunOptions& options, const Setup& setup, Budget& budget) {
    if (options.measure && budget.bytes <= budget.device.free_bytes) budget.output = measure_output(setup);
    print(summary_text(setup, budget));
    if (!options.json.empty()) write_whole(options.json, summary_json(setup, budget).dump(1) + "\n");
    doubt_disk(budget, OutputFolder(setup.scene, options.output));
    demand_memory(budget, setup.numbers);
    return static_cast<int>(Exit::ok);
}

EarlierRun kept_frames(const RunOptions& options, const Setup& setup, const Budget& budget,
                       const OutputFolder& folder) {
    if (!options.go_on) return {};
    EarlierRun earlier = earlier_run(setup, folder, budget.device.name);
    log::info("session", fmt::format("{} frames of {} are kept; the flow is simulated again, as it was, to reach the "
                                     "missing ones",
                                     earlier.frames.size(), folder.path().string()));
    if (!earlier.frames.empty() && budget.device.id != "cpu" && !setup.plan.deterministic)
        log::warning("session",
                     "A GPU adds in any order, so the new frames may not follow smoothly on the kept ones; "
                     "solver.deterministic = true makes runs equal, --overwrite starts afresh.");
    return earlier;
}

int tell_interrupted(const SessionResult& result, const OutputFolder& folder) {
    log::warning("session", fmt::format("Stopped by a signal. {} finished frames and their manifest are in {}. To go "
                                        "on, run the same command with --continue; it simulates from the start and "
                                        "writes the missing frames.",
                                        result.frames + result.kept, folder.path().string()));
    return static_cast<int>(Exit::interrupted);
}

SessionResult run_or_say_how_to_go_on(const Setup& setup, const OutputFolder& folder, const Budget& budget,
                                      const SessionOptions& options, const EarlierRun& earlier) {
    try {
        return run_session(setup, folder, budget, options, earlier);
    } catch (const Error& e) {
        if (e.code() != Exit::output) throw;
        throw Error(Exit::output, std::string(e.what()) + " Finished frames stay; --continue writes the missing ones.");
    }
}

}  // namespace

int run(const RunOptions& options) {
    const InterruptGuard guard;
    Scene scene = open_scene(options.input, options.open);
    drop_missing_outputs(scene);
    Setup setup = prepare(scene);
    demand_usable(setup.issues, options.input.string());
    if (!options.no_cache) use_tuned_plan(setup, choose_device(scene.solver.device), options.open.settings);
    Budget budget = budget_of(setup, scene.solver.device);
    if (options.dry_run) return dry_run(options, setup, budget);
    demand_memory(budget, setup.numbers);
    using Present = OutputFolder::Present;
    OutputFolder folder(scene, options.output);
    folder.open(options.go_on ? Present::go_on : options.overwrite ? Present::replace : Present::refuse);
    sample_solids(setup, report_sampling);
    log::clear_status();
    const EarlierRun earlier = kept_frames(options, setup, budget, folder);
    print(summary_text(setup, budget));
    doubt_disk(budget, folder);
    const SessionResult result = run_or_say_how_to_go_on(setup, folder, budget, options.session, earlier);
    if (!options.json.empty()) write_whole(options.json, result_json(result, folder).dump(1) + "\n");
    if (result.interrupted) return tell_interrupted(result, folder);
    print(fmt::format("{} frames in {} ({}), {}, {:.1f} MLUPS\n", result.frames, folder.path().string(),
                      human_bytes(static_cast<double>(result.bytes)), human_seconds(result.seconds), result.mlups));
    return static_cast<int>(Exit::ok);
}

}  // namespace fum
