#include <algorithm>
#include <utility>

#include "app/panels/view_tools.h"
#include "app/window/actions.h"
#include "app/window/outliner_state.h"
#include "app/window/scene_files.h"
#include "app/window/scene_parts.h"
#include "sim/scene_tables.h"
#include "sim/units.h"

namespace fum {
namespace {

void add_history(std::vector<Action>& list) {
    list.push_back({.id = "edit.undo",
                    .menu = "Edit",
                    .title = "Undo",
                    .keys = {'Z', true},
                    .help = "Takes the last edit back",
                    .run =
                        [](Workspace& w) {
                            w.doc.undo();
                            mend_selection(w);
                        },
                    .enabled = [](const Workspace& w) { return !w.doc.undo_name().empty(); },
                    .title_now =
                        [](const Workspace& w) {
                            return w.doc.undo_name().empty() ? "Undo"
                                                             : "Undo: " + edit_words(w.doc.scene(), w.doc.undo_name());
                        }});
    list.push_back({.id = "edit.redo",
                    .menu = "Edit",
                    .title = "Redo",
                    .keys = {'Z', true, true},
                    .more_keys = {'Y', true},
                    .help = "Makes it again",
                    .run =
                        [](Workspace& w) {
                            w.doc.redo();
                            mend_selection(w);
                        },
                    .enabled = [](const Workspace& w) { return !w.doc.redo_name().empty(); },
                    .title_now =
                        [](const Workspace& w) {
                            return w.doc.redo_name().empty() ? "Redo"
                                                             : "Redo: " + edit_words(w.doc.scene(), w.doc.redo_name());
                        }});
}

void add_parts(std::vector<Action>& list) {
    for (const std::string_view shape : solid_shapes) {
        std::string word(shape);
        std::replace(word.begin(), word.end(), '_', ' ');
        list.push_back({.id = "edit.add." + std::string(shape),
                        .menu = "Edit",
                        .title = word,
                        .help = "Adds it in the middle of the domain",
                        .run = [shape](Workspace& w) { add_shape(w, shape); },
                        .line_above = shape == solid_shapes.front(),
                        .submenu = "Add solid"});
    }
    list.push_back({.id = "edit.add.mesh",
                    .menu = "Edit",
                    .title = "Mesh file ...",
                    .help = "A mesh file as one more solid",
                    .run = ask_for_mesh,
                    .line_above = true,
                    .submenu = "Add solid"});
    const std::pair<EmitterShape, const char*> emitters[] = {{EmitterShape::sphere, "Sphere"},
                                                             {EmitterShape::disk, "Disk"},
                                                             {EmitterShape::box, "Box"},
                                                             {EmitterShape::points, "Surface of the selected solid"}};
    for (const auto& [shape, word] : emitters)
        list.push_back({.id = "edit.add." + std::string(name_of(shape)) + "_emitter",
                        .menu = "Edit",
                        .title = word,
                        .help = "Adds a place where smoke begins",
                        .run = [shape = shape](Workspace& w) { add_emitter_of(w, shape); },
                        .enabled =
                            [shape = shape](const Workspace& w) {
                                return shape != EmitterShape::points || !w.doc.scene().solids.empty();
                            },
                        .submenu = "Add emitter"});
    list.push_back({.id = "edit.add.probe",
                    .menu = "Edit",
                    .title = "Add probe",
                    .keys = {'P', false, true},
                    .help = "A probe in the middle of the domain; a double click on a slice or a solid puts one there",
                    .run = [](Workspace& w) { ui::add_probe(w, middle_of(grid_of(w.doc.scene().domain))); }});
}

void add_selection(std::vector<Action>& list) {
    list.push_back({.id = "edit.duplicate",
                    .menu = "Edit",
                    .title = "Duplicate",
                    .keys = {'D', true},
                    .help = "A copy of the selected solid, emitter or probe beside it",
                    .run = duplicate_selected,
                    .enabled = can_duplicate,
                    .line_above = true});
    list.push_back({.id = "edit.delete",
                    .menu = "Edit",
                    .title = "Delete",
                    .keys = {key_delete},
                    .help = "Takes the selected solid, emitter or probe out of the scene",
                    .run = delete_selected,
                    .enabled = can_delete});
    list.push_back({.id = "edit.rename",
                    .menu = "Edit",
                    .title = "Rename",
                    .keys = {key_f2},
                    .help = "Another name for the selected solid, emitter or probe, in the list at the left",
                    .run = begin_rename,
                    .enabled = can_duplicate});
    list.push_back({.id = "edit.snap",
                    .menu = "Edit",
                    .title = "Snap to floor",
                    .help = "Puts the selected solid's lowest point onto the domain's floor",
                    .run = snap_selected,
                    .enabled = solid_selected});
}

void add_modes(std::vector<Action>& list) {
    struct Row {
        const char *id, *title, *help;
        int key;
        GizmoMode mode;
    };
    const Row rows[] = {
        {"edit.move", "Move", "Arrows and squares in the viewport move what is selected", 'W', GizmoMode::move},
        {"edit.turn", "Turn", "Rings in the viewport turn what is selected", 'E', GizmoMode::turn},
        {"edit.size", "Size", "Handles in the viewport make what is selected larger or smaller", 'R', GizmoMode::size}};
    for (const Row& row : rows)
        list.push_back({.id = row.id,
                        .menu = "Edit",
                        .title = row.title,
                        .keys = {row.key},
                        .help = row.help,
                        .run = [mode = row.mode](Workspace& w) { w.parts.of<GizmoChoice>().mode = mode; },
                        .checked =
                            [mode = row.mode](const Workspace& w) {
                                return const_cast<Workspace&>(w).parts.of<GizmoChoice>().mode == mode;
                            },
                        .line_above = row.mode == GizmoMode::move});
    for (const Axis up : {Axis::y, Axis::z})
        list.push_back({.id = up == Axis::y ? "edit.y_up" : "edit.z_up",
                        .menu = "Edit",
                        .title = up == Axis::y ? "Y is up" : "Z is up",
                        .help = "Which axis is up, in pictures and in exported files; the flow does not know it",
                        .run = [up](Workspace& w) { set_up(w, up); },
                        .checked = [up](const Workspace& w) { return w.doc.scene().domain.up == up; },
                        .line_above = up == Axis::y});
}

}  // namespace

void add_edit_actions(std::vector<Action>& list) {
    add_history(list);
    add_parts(list);
    add_selection(list);
    add_modes(list);
}

}  // namespace fum
