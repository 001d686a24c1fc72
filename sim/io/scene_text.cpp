// The other direction of scene_toml.cpp: it writes, and needs no TOML library for it.
#include <fmt/format.h>

#include <system_error>

#include "sim/core/files.h"
#include "sim/io/scene_toml.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

/// A path in a scene of folder `from` as it must read in one of folder `to`.
std::filesystem::path moved(const std::filesystem::path& path, const std::filesystem::path& from,
                            const std::filesystem::path& to) {
    if (path.empty() || path.is_absolute() || from == to || from.empty()) return path;
    return (from / path).lexically_proximate(to);
}

template <class S>
void write_section(std::string& text, const std::string& heading, const S& object) {
    if (!heading.empty()) text += "\n" + heading + "\n";
    S copy = object;  // references need something to refer to
    for (const ParamRef& ref : param_refs(copy, "")) {
        const std::string value = toml_text(ref.read());
        std::string line = value.empty() ? fmt::format("# {} =", ref.key) : fmt::format("{} = {}", ref.key, value);
        text += fmt::format("{:<44} # {}{}{}{}\n", line, ref.unit, ref.unit.empty() ? "" : "; ", ref.help,
                            ref.type.starts_with("one of") ? " (" + ref.type + ")" : "");
    }
}

}  // namespace

std::string scene_text(const Scene& scene) {
    std::string text = "# A scene of Fumarole. Lines that begin with # hold values that follow from others.\n";
    for_each_section(scene, [&](const std::string& section, const auto& object) {
        write_section(text, section.empty() ? "" : "[" + section + "]", object);
    });
    for (const Solid& solid : scene.solids) write_section(text, "[[solid]]", solid);
    for (const SmokeSource& source : scene.emitters) write_section(text, "[[emitter]]", source);
    for (const Probe& probe : scene.probes) write_section(text, "[[probe]]", probe);
    return text;
}

std::string scene_text_in(const Scene& scene, const std::filesystem::path& folder) {
    Scene copy = scene;
    copy.folder = std::filesystem::absolute(folder);
    for (Solid& solid : copy.solids) solid.mesh = moved(solid.mesh, scene.folder, copy.folder);
    copy.output.dir = moved(copy.output.dir, scene.folder, copy.folder);
    return scene_text(copy);
}

void save_scene(const Scene& scene, const std::filesystem::path& path) {
    std::error_code failed;
    if (std::filesystem::exists(path, failed)) {
        std::filesystem::path backup = path;
        backup += ".bak";
        std::filesystem::copy_file(path, backup, std::filesystem::copy_options::overwrite_existing, failed);
        if (failed)
            throw Error(Exit::output, fmt::format("The backup {} of the old scene could not be written: {}.",
                                                  backup.string(), failed.message()));
    }
    write_whole(path, scene_text_in(scene, std::filesystem::absolute(path).parent_path()));
}

}  // namespace fum
