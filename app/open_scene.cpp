#include "app/open_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "app/log.h"
#include "app/mesh_file.h"
#include "app/places.h"
#include "app/wind_tunnel.h"
#include "sim/solver.h"

namespace fum {
namespace {

Scene default_scene(const OpenOptions& options) {
    if (options.no_defaults) return {};
    const bool is_given = !options.defaults.empty();
    const std::filesystem::path path = is_given ? options.defaults : user_defaults();
    std::error_code failed;
    if (!is_given && (path.empty() || !std::filesystem::is_regular_file(path, failed))) return {};
    SceneFile file = load_scene(path);
    std::erase_if(file.issues, [](const Issue& issue) { return issue.kind == Issue::Kind::warning; });
    demand_usable(file.issues, path.string());
    log::detail("scene", "defaults from " + path.string());
    return file.scene;
}

bool runs_on_gpu(const std::string& device) {
    const auto all = devices();
    return device != "cpu" && std::any_of(all.begin(), all.end(), [](const DeviceInfo& d) {
               return d.id.starts_with("cuda:") && d.note.empty();
           });
}

SceneFile scene_of_mesh(const std::filesystem::path& input, const OpenOptions& options, const Scene& defaults) {
    const MeshReport report = mesh_file(input)->report;
    const bool gpu = runs_on_gpu(options.device.empty() ? defaults.solver.device : options.device);
    SceneFile file{wind_tunnel(input, report, gpu ? 384 : 192), {}};
    file.scene.solver = defaults.solver;
    file.scene.vdb = defaults.vdb;
    file.scene.png = defaults.png;
    file.scene.mp4 = defaults.mp4;
    file.scene.csv = defaults.csv;
    for (const std::string& setting : options.settings) {
        const Issues more = apply_setting(file.scene, setting);
        file.issues.insert(file.issues.end(), more.begin(), more.end());
    }
    const Issues more = validate(file.scene);
    file.issues.insert(file.issues.end(), more.begin(), more.end());
    return file;
}

}  // namespace

std::filesystem::path user_defaults() {
    const std::filesystem::path folder = places().config;
    return folder.empty() ? folder : folder / "config.toml";
}

void demand_usable(const Issues& issues, const std::string& name) {
    const auto errors =
        std::count_if(issues.begin(), issues.end(), [](const Issue& i) { return i.kind == Issue::Kind::error; });
    for (const Issue& issue : issues)
        if (issue.kind == Issue::Kind::warning) log::warning("scene", issue.where + " " + issue.sentence);
    if (errors == 0) return;
    std::string text = fmt::format("{} cannot be used, {} {}:", name, errors, errors == 1 ? "mistake" : "mistakes");
    for (const Issue& issue : issues)
        if (issue.kind == Issue::Kind::error) text += fmt::format("\n  {}: {}", issue.where, issue.sentence);
    throw Error(Exit::input, text);
}

Scene open_scene(const std::filesystem::path& input, const OpenOptions& options) {
    const Scene defaults = default_scene(options);
    std::string ending = input.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    SceneFile file =
        ending == ".toml" ? load_scene(input, options.settings, defaults) : scene_of_mesh(input, options, defaults);
    std::erase_if(file.issues,
                  [](const Issue& i) { return i.kind == Issue::Kind::warning && !i.where.ends_with(".toml"); });
    if (!options.device.empty()) file.scene.solver.device = options.device;
    if (options.threads >= 0) file.scene.solver.threads = options.threads;
    demand_usable(file.issues, input.string());
    return file.scene;
}

}  // namespace fum
