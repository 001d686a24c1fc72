// The search for the best plan, begun from a menu or its panel.
#pragma once

#include "app/window/workspace.h"

namespace fum {

/// Whether there is a prepared scene and no search under way.
bool may_tune(const Workspace&);
void begin_tuning(Workspace&);
/// A search that is under way has the device now and then: timings of the flow mean little.
bool is_tuning(const Workspace&);

}  // namespace fum
