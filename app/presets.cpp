#include "app/presets.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "app/build_info.h"

namespace fum {

namespace fs = std::filesystem;

std::vector<fs::path> preset_scenes() {
    std::error_code failed;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed);
    const std::array folders{program.parent_path() / "../share/fumarole/scenes",
                             fs::path(build::source_folder) / "assets/scenes"};
    for (const fs::path& folder : folders) {
        std::vector<fs::path> found;
        for (const auto& entry : fs::directory_iterator(folder, failed))
            if (entry.path().extension() == ".toml") found.push_back(entry.path().lexically_normal());
        std::sort(found.begin(), found.end());
        if (!found.empty()) return found;
    }
    return {};
}

}  // namespace fum
