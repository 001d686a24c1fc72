// What menus, keys, the outliner and the viewport do with the parts of a scene.
#pragma once

#include <string>
#include <string_view>

#include "app/window/workspace.h"

namespace fum {

/// What the gizmo in the viewport does: W, E, R.
enum class GizmoMode { move, turn, size };
struct GizmoChoice {
    GizmoMode mode = GizmoMode::move;
};

/// "ball", "wind tunnel's face xmin", as people say it; empty for nothing.
std::string words_of(const Scene&, const std::string& section);

/// A name of the document's history in words: "Change solid[0].size_m" as "Change size of ball".
std::string edit_words(const Scene&, const std::string& name);

/// Adds and selects it, in the middle of the domain. `shape` is one of solid_shapes.
void add_shape(Workspace&, std::string_view shape);
/// sphere, disk, box: upstream of what is selected, or of the middle. points: on the selected solid, or the first.
void add_emitter_of(Workspace&, EmitterShape);

/// The selected solid, emitter or probe.
bool can_delete(const Workspace&);
bool can_duplicate(const Workspace&);
bool solid_selected(const Workspace&);
void delete_selected(Workspace&);
/// The copy stands beside the original and is selected.
void duplicate_selected(Workspace&);
void snap_selected(Workspace&);

/// Y up or Z up; with no more than the scene's own axis changed.
void set_up(Workspace&, Axis);

/// Keeps the selection on something that exists, after an undo for instance.
void mend_selection(Workspace&);

}  // namespace fum
