#include "app/window/actions.h"

namespace fum {

void add_help_actions(std::vector<Action>&) {}

}  // namespace fum
