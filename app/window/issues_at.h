// What is wrong, or doubtful, with a part of the scene.
#pragma once

#include <string>

#include "app/window/workspace.h"

namespace fum {

/// Of a parameter or a section ("solid[0]", "boundary", "fluid.re"): what validation says now, and what the prepared
/// scene says as long as it is the same scene.
Issues issues_at(const Workspace&, const std::string& key);

}  // namespace fum
