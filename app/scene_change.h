// What differs between two scenes and what it costs a run in progress.
#pragma once

#include <string>
#include <vector>

#include "sim/core/param.h"
#include "sim/scene.h"

namespace fum {

struct SceneChange {
    Apply cost = Apply::live;       ///< of the dearest; live if nothing differs
    std::vector<std::string> keys;  ///< that differ, dearest first; "solid", "emitter", "probe": their number does

    bool empty() const { return keys.empty(); }
};

SceneChange change_of(const Scene& from, const Scene& to);

/// The command line that runs `edited`, given that `path` holds `saved`.
struct CommandLine {
    std::string text;                 ///< for a shell
    std::vector<std::string> beyond;  ///< what --set cannot express; empty: the text is all there is to it
};
CommandLine command_line(const std::filesystem::path& path, const Scene& saved, const Scene& edited);

}  // namespace fum
