// What the user named on the command line, as a scene.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/io/scene_toml.h"

namespace fum {

struct OpenOptions {
    std::vector<std::string> settings;  ///< key=value, the last word on everything
    std::string device;                 ///< empty = the scene's; also decides how fine a bare mesh is resolved
    int threads = -1;                   ///< -1 = the scene's
    std::filesystem::path defaults;     ///< a scene file read before; empty = the user's, if there is one
    bool no_defaults = false;
};

/// A scene file (.toml), or a mesh file, which becomes a wind tunnel. Issues are logged if they are warnings;
/// Error(input) lists all mistakes at once.
Scene open_scene(const std::filesystem::path& input, const OpenOptions&);

/// $XDG_CONFIG_HOME/fumarole/config.toml or ~/.config/fumarole/config.toml.
std::filesystem::path user_defaults();

/// Logs warnings, throws Error(input) with all mistakes if there are any. `name` is what was read.
void demand_usable(const Issues&, const std::string& name);

}  // namespace fum
