// What the whole shot needs beside what there is, and proposals that fit.
#pragma once

#include "app/window/workspace.h"

namespace fum {

void draw_budget_box(Workspace&);

}  // namespace fum
