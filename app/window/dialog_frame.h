// How windows that must be answered look: in the middle, with a border, as wide as there is room.
#pragma once

#include <imgui.h>

namespace fum::ui {

/// Between it and end_dialog() the contents; call end_dialog() only if it returned true. `size` at scale 1, cut to the
/// window; zero: as large as its contents. The part of `title` behind "###" is its id, as for OpenPopup().
bool begin_dialog(const char* title, ImVec2 size = {0, 0});
void end_dialog();

}  // namespace fum::ui
