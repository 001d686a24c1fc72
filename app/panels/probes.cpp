#include <imgui.h>

#include "app/panels/panels.h"
#include "app/window/widgets.h"

namespace fum {

void draw_probes(Workspace&) {}

}  // namespace fum
