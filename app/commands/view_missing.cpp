// Stands in for view.cpp where the window's libraries were not found.
#include "app/bench_view.h"
#include "app/commands/commands.h"
#include "sim/core/error.h"

namespace fum {
namespace {

[[noreturn]] void refuse() {
    throw Error(
        Exit::device,
        "This build has no window: libglfw3-dev and libimgui-dev were not found when it was configured. Install "
        "them and build again, or run the scene without one: fumarole run SCENE.");
}

}  // namespace

int view(const ViewOptions&) { refuse(); }
std::string view_help() { return "This build has no window.\n"; }
int list_bindings() { refuse(); }

int bench_view(const BenchOptions&) {
    throw Error(Exit::device, "This build has no window, so nothing can be measured that watches the solver.");
}

}  // namespace fum
