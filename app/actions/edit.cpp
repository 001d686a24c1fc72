#include "app/window/actions.h"

namespace fum {

void add_edit_actions(std::vector<Action>& list) {
    list.push_back({.id = "edit.undo",
                    .menu = "Edit",
                    .title = "Undo",
                    .keys = {'Z', true},
                    .help = "Takes the last edit back",
                    .run = [](Workspace& w) { w.doc.undo(); },
                    .enabled = [](const Workspace& w) { return !w.doc.undo_name().empty(); }});
    list.push_back({.id = "edit.redo",
                    .menu = "Edit",
                    .title = "Redo",
                    .keys = {'Z', true, true},
                    .more_keys = {'Y', true},
                    .help = "Makes it again",
                    .run = [](Workspace& w) { w.doc.redo(); },
                    .enabled = [](const Workspace& w) { return !w.doc.redo_name().empty(); }});
}

}  // namespace fum
