// One value's editor, without label and issues, see param_row() in widgets.h.
#pragma once

#include <optional>

#include "app/window/widgets.h"

namespace fum::ui {

/// As wide as ImGui's next item.
std::optional<Edited> edit_value(const ParamRef&, const Value&, const RowOptions&);

/// "0.5", "[0, 1, 0]", "on": short, for what is shown but not edited.
std::string short_text(const Value&, const std::string& unit = {});

}  // namespace fum::ui
