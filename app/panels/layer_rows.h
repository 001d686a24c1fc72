// Editors of the view's parameters, in people's words: for the layers panel.
#pragma once

#include <string>

#include "app/window/workspace.h"

namespace fum {

/// Rows of all parameters of a section ("smoke", "slice[0]") but `on`, in a table of two columns; what does not apply
/// now is left out or greyed.
void layer_rows(Workspace&, const std::string& section);

/// A combo of colour maps with swatches, as wide as the next item.
void map_combo(Workspace&, const std::string& key, Colormap now);

/// A combo of quantities by their people's names.
void quantity_combo(Workspace&, const std::string& key, ShownQuantity now);

}  // namespace fum
