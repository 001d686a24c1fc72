#include "app/window/actions.h"

namespace fum {

void add_file_actions(std::vector<Action>& list) {
    list.push_back({.id = "file.new",
                    .menu = "File",
                    .title = "New scene",
                    .keys = {'N', true},
                    .help = "An empty domain",
                    .run = [](Workspace& w) { w.new_scene(); }});
    list.push_back({.id = "file.save",
                    .menu = "File",
                    .title = "Save",
                    .keys = {'S', true},
                    .help = "Writes the scene to its file",
                    .run = [](Workspace& w) { w.doc.save(); }});
    list.push_back({.id = "file.quit",
                    .menu = "File",
                    .title = "Quit",
                    .keys = {'Q', true},
                    .help = "Closes the window",
                    .run = [](Workspace& w) { w.close_wanted = true; },
                    .line_above = true});
}

}  // namespace fum
