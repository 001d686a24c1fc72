#include "app/commands/commands.h"
#include "app/window/host.h"
#include "app/window/shell.h"

namespace fum {

int view(const ViewOptions& options) {
    const auto host = make_window_host({});
    Shell shell(*host, {.workspace = {.open = options.open}, .input = options.input, .scale = options.scale});
    run_until_closed(shell);
    return 0;
}

}  // namespace fum
