// Which handles the selection has.
#pragma once

#include "app/window/handles.h"
#include "app/window/scene_parts.h"

namespace fum {

/// Of the selected solid, emitter, probe, face or domain, for W, E, R. Their movers edit the document, merged under
/// one name.
Handles handles_of_selection(Workspace&, const Sight&);

/// A knob in the middle of a face, which moves it.
void add_face_knob(Handles&, Workspace&, const Sight&, std::size_t face);
/// Of an inflow: its speed, and its jet's middle and radius; of others the knob.
void add_face_handles(Handles&, Workspace&, const Sight&, std::size_t face);

/// Whether the selection can be moved, turned or sized by handles (W, E, R); a sphere cannot be turned.
bool selection_has_mode(const Workspace&, GizmoMode);

}  // namespace fum
