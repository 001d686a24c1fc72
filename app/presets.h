// The scenes that come with the program.
#pragma once

#include <filesystem>
#include <vector>

namespace fum {

/// assets/scenes/*.toml by name: beside an installed program (share/fumarole/scenes), else where it was built from.
/// Empty if neither is there.
std::vector<std::filesystem::path> preset_scenes();

}  // namespace fum
