// Stands in for view.cpp where the window's libraries were not found.
#include "app/bench_view.h"
#include "app/commands/commands.h"
#include "sim/core/error.h"

namespace fum {

int view(const ViewOptions&) {
    throw Error(
        Exit::device,
        "This build has no window: libglfw3-dev and libimgui-dev were not found when it was configured. Install "
        "them and build again, or run the scene without one: fumarole run SCENE.");
}

int bench_view(const BenchOptions&) {
    throw Error(Exit::device, "This build has no window, so nothing can be measured that watches the solver.");
}

}  // namespace fum
