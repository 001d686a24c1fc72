#include <algorithm>
#include <cmath>

#include "app/panels/tune_panel.h"
#include "app/window/actions.h"

namespace fum {
namespace {

bool flows(const Workspace& w) { return w.status.mode == SimMode::playing || w.status.mode == SimMode::paused; }

/// Steps to the end of the frame that the flow is in.
std::int64_t steps_to_frame(const SimStatus& s) {
    const std::int64_t each = std::max(1, s.steps_per_frame), past = s.step - s.warm_up_steps;
    if (past < 0) return -past;  // to the first frame's beginning
    return each - past % each;
}

}  // namespace

void add_run_actions(std::vector<Action>& list) {
    list.push_back({.id = "run.play",
                    .menu = "Run",
                    .title = "Play or pause",
                    .keys = {key_space},
                    .more_keys = {'P'},
                    .help = "The flow goes on, or stands still",
                    .run = [](Workspace& w) { w.play_or_pause(); }});
    list.push_back({.id = "run.film_speed",
                    .menu = "Run",
                    .title = "At film speed",
                    .keys = {},
                    .help = "Plays no faster than the film, times the factor beside the play button; off: as fast as "
                            "the device can",
                    .run = [](Workspace& w) { w.view.play.film_speed = !w.view.play.film_speed; },
                    .checked = [](const Workspace& w) { return w.view.play.film_speed; }});
    list.push_back({.id = "run.step",
                    .menu = "Run",
                    .title = "One step",
                    .keys = {key_right},
                    .more_keys = {key_period},
                    .help = "One time step, then pause",
                    .run = [](Workspace& w) { w.sim.step(1); },
                    .enabled = flows});
    list.push_back({.id = "run.ten_steps",
                    .menu = "Run",
                    .title = "Ten steps",
                    .keys = {key_right, false, true},
                    .help = "Ten time steps, then pause",
                    .run = [](Workspace& w) { w.sim.step(10); },
                    .enabled = flows});
    list.push_back({.id = "run.next_frame",
                    .menu = "Run",
                    .title = "To the next frame",
                    .keys = {key_right, true},
                    .help = "Steps to the end of the present frame of film, then pause",
                    .run = [](Workspace& w) { w.sim.step(steps_to_frame(w.status)); },
                    .enabled = flows});
    list.push_back({.id = "run.restart",
                    .menu = "Run",
                    .title = "Restart",
                    .keys = {'R', true},
                    .help = "Back to the beginning, with the scene as it is now",
                    .run = [](Workspace& w) { w.restart(); },
                    .line_above = true});
    list.push_back({.id = "run.restart_by_itself",
                    .menu = "Run",
                    .title = "Restart by itself",
                    .keys = {},
                    .help = "Begins anew a moment after an edit that a running flow cannot take",
                    .run = [](Workspace& w) { w.restart_by_itself = !w.restart_by_itself; },
                    .checked = [](const Workspace& w) { return w.restart_by_itself; }});
    list.push_back({.id = "run.profile",
                    .menu = "Run",
                    .title = "Measure stages",
                    .keys = {},
                    .help = "Where the time of a step goes, measured over sixteen steps; shown in the Speed panel",
                    .run =
                        [](Workspace& w) {
                            w.sim.profile(16);
                            w.wanted_panel = "performance";
                        },
                    .enabled = flows,
                    .line_above = true});
    list.push_back({.id = "run.tune",
                    .menu = "Run",
                    .title = "Search for the best plan",
                    .keys = {},
                    .help = "Measures data layouts and block sizes while the flow goes on; shown in the Tune panel",
                    .run =
                        [](Workspace& w) {
                            w.wanted_panel = "tuning";
                            begin_tuning(w);
                        },
                    .enabled = may_tune});
}

}  // namespace fum
