// Cards over the viewport: one below the other from its upper left corner, narrower than half of it, so that the middle
// of the picture stays free.
#pragma once

#include <imgui.h>

#include <string>

#include "app/panels/panels.h"
#include "app/window/widgets.h"

namespace fum::ui {

/// One picture's cards; begun by the first panel that draws some.
struct CardStack {
    float x = 0, y = 0, width = 0, lowest = 0;
    bool upwards = false;  ///< y is the next card's lower edge
    void begin(const ViewportArea&);
};

/// A card whose left edge says how grave it is. Always followed by end_card(). False where there is no more room: then
/// nothing may be drawn in it.
bool begin_card(CardStack&, const char* id, ImU32 edge);
void end_card(CardStack&);

/// A card's heading with a cross at its right end. True if the cross was pressed.
bool card_title(const std::string& text, const std::string& cross_name, const std::string& cross_help);

/// A button that looks like text, for lists inside cards and panels.
bool link(const std::string& text, const std::string& name, const std::string& help);

}  // namespace fum::ui
