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

int dry_run(const RunOptions& options, const Setup& setup, const Budget& budget) {
    print(summary_text(setup, budget));
    if (!options.json.empty()) write_whole(options.json, summary_json(setup, budget).dump(1) + "\n");
    demand_memory(budget, setup.numbers);
    return static_cast<int>(Exit::ok);
}

int tell_interrupted(const SessionResult& result, const OutputFolder& folder, const Setup& setup,
                     const SessionOptions& wish) {
    const int first = setup.scene.output.first_frame, next = std::max(first, wish.first_frame) + result.frames;
    const int last = wish.last_frame > 0 ? wish.last_frame : first + setup.scene.time.frames - 1;
    log::warning(
        "session",
        fmt::format("Stopped by a signal. {} finished frames and their manifest are in {}. To go on, run the same "
                    "command with --frames {}-{} into another folder; it simulates from the start and writes the "
                    "missing frames.",
                    result.frames, folder.path().string(), next, last));
    return static_cast<int>(Exit::interrupted);
}

}  // namespace

int run(const RunOptions& options) {
    const InterruptGuard guard;
    Scene scene = open_scene(options.input, options.open);
    drop_missing_outputs(scene);
    Setup setup = prepare(scene);
    demand_usable(setup.issues, options.input.string());
    if (!options.no_cache) use_tuned_plan(setup, choose_device(scene.solver.device), options.open.settings);
    const Budget budget = budget_of(setup, scene.solver.device);
    if (options.dry_run) return dry_run(options, setup, budget);
    demand_memory(budget, setup.numbers);
    const OutputFolder folder(scene, options.output);
    folder.open(options.overwrite);
    sample_solids(setup, report_sampling);
    log::clear_status();
    print(summary_text(setup, budget));
    const SessionResult result = run_session(setup, folder, budget, options.session);
    if (!options.json.empty()) write_whole(options.json, result_json(result, folder).dump(1) + "\n");
    if (result.interrupted) return tell_interrupted(result, folder, setup, options.session);
    print(fmt::format("{} frames in {} ({}), {}, {:.1f} MLUPS\n", result.frames, folder.path().string(),
                      human_bytes(static_cast<double>(result.bytes)), human_seconds(result.seconds), result.mlups));
    return static_cast<int>(Exit::ok);
}

}  // namespace fum
