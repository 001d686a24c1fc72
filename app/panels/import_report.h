// What was found in the files of solids' meshes.
#pragma once

#include <cstddef>

#include "app/window/workspace.h"

namespace fum {

/// A table of one solid, under its properties. Nothing while its mesh is not read.
void draw_import_report(Workspace&, std::size_t solid);

/// All solids in a window of their own.
void open_import_dialog(Workspace&);
void draw_import_dialog(Workspace&);

}  // namespace fum
