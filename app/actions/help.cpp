#include "app/panels/panels.h"
#include "app/window/actions.h"

namespace fum {

void add_help_actions(std::vector<Action>& list) {
    list.push_back({.id = "help.keys",
                    .menu = "Help",
                    .title = "Keys and mouse",
                    .keys = {'H'},
                    .more_keys = {key_f1},
                    .help = "Everything that keys and mouse can do",
                    .run = [](Workspace& w) { toggle_help(w); },
                    .checked = [](const Workspace& w) { return help_is_open(w); }});
    list.push_back({.id = "help.about",
                    .menu = "Help",
                    .title = "About Fumarole",
                    .keys = {},
                    .help = "Version, what draws and what computes, where the README is",
                    .run = [](Workspace& w) { open_about(w); },
                    .line_above = true});
}

}  // namespace fum
