// How fast the flow plays: the choice beside the play button, and what has come of it.
#pragma once

#include <string>

#include "app/window/workspace.h"

namespace fum {

/// The film's speed times a factor, or as fast as the device can. `brief`: no wider than need be.
void play_speed_combo(Workspace&, bool brief);

/// What stands at the right under the timeline.
struct PaceText {
    std::string text;
    bool too_slow = false;  ///< less than was chosen
};
PaceText pace_text(Workspace&);
void draw_pace(Workspace&, const PaceText&);

}  // namespace fum
