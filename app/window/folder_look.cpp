#include "app/window/folder_look.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "app/earlier_run.h"
#include "app/manifest.h"
#include "app/output_folder.h"
#include "sim/core/files.h"
#include "sim/io/scene_toml.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

/// Of the folder itself, or of the nearest one above that exists and in which it would be made.
std::string fault_of(const fs::path& folder, bool& exists) {
    std::error_code failed;
    exists = fs::exists(folder, failed);
    if (exists && !fs::is_directory(folder, failed)) return "Something else has that name.";
    fs::path above = folder;
    while (!above.empty() && !fs::exists(above, failed) && above != above.parent_path()) above = above.parent_path();
    if (!fs::is_directory(above, failed)) return fmt::format("{} is no folder.", above.string());
    if (::access(above.c_str(), W_OK | X_OK) != 0) return fmt::format("{} cannot be written to.", above.string());
    return {};
}

void look_at_manifest(FolderLook& look, const OutputFolder& folder, const Scene& scene) {
    try {
        const ManifestText manifest = read_manifest(folder.manifest());
        look.state = manifest.state;
        for (const FinishedFrame& frame : manifest.frames) {
            std::error_code failed;
            if (!frame.vdb.empty() && !fs::exists(look.folder / frame.vdb, failed)) continue;
            look.frames.push_back(frame.frame);
            look.bytes += frame.report.bytes;
            look.has_pictures = look.has_pictures || !frame.picture.empty();
        }
        look.differs = scene_difference(manifest.scene, scene_text_in(scene, look.folder));
    } catch (const std::exception& e) { look.differs = e.what(); }
}

}  // namespace

int FolderLook::frames_within(int first, int last) const {
    return static_cast<int>(
        std::count_if(frames.begin(), frames.end(), [&](int f) { return f >= first && f <= last; }));
}

FolderLook look_into(const fs::path& path, const Scene& scene) {
    FolderLook look;
    look.folder = path;
    look.fault = fault_of(path, look.exists);
    look.free_bytes = free_space(path);
    if (!look.exists || !look.fault.empty()) return look;
    const OutputFolder folder(scene, path);
    look.files = static_cast<int>(folder.present().size());
    std::error_code failed;
    if (fs::exists(folder.manifest(), failed)) look_at_manifest(look, folder, scene);
    look.has_mitsuba = fs::exists(path / folder.scene_name("_mitsuba.xml"), failed);
    look.has_film = fs::exists(folder.movie(), failed);
    return look;
}

fs::path usual_folder(const Scene& scene) { return fs::absolute(OutputFolder(scene, {}).path()).lexically_normal(); }

}  // namespace fum
