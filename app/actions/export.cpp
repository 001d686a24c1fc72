#include "app/window/actions.h"

namespace fum {

void add_export_actions(std::vector<Action>&) {}

}  // namespace fum
