#include <imgui.h>

#include <utility>

#include "app/panels/panels.h"

namespace fum {

void draw_dialogs(Workspace& w) {
    for (const auto& path : std::exchange(w.dropped, {})) w.open(path);
    if (w.close_wanted) w.quit = true;
}

}  // namespace fum
