#include "app/window/actions.h"

namespace fum {

void add_run_actions(std::vector<Action>& list) {
    list.push_back({.id = "run.play",
                    .menu = "Run",
                    .title = "Play or pause",
                    .keys = {key_space},
                    .more_keys = {'P'},
                    .help = "The flow goes on, or stands still",
                    .run = [](Workspace& w) { w.play_or_pause(); }});
    list.push_back({.id = "run.step",
                    .menu = "Run",
                    .title = "One step",
                    .keys = {key_right},
                    .more_keys = {key_period},
                    .help = "One time step, then pause",
                    .run = [](Workspace& w) { w.sim.step(1); }});
    list.push_back({.id = "run.restart",
                    .menu = "Run",
                    .title = "Restart",
                    .keys = {'R', true},
                    .help = "Back to the beginning, with the scene as it is now",
                    .run = [](Workspace& w) { w.restart(); }});
}

}  // namespace fum
