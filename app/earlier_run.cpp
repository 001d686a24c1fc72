#include "app/earlier_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/log.h"
#include "app/manifest.h"
#include "sim/core/files.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

/// Parameters that change no frame.
bool is_harmless(const std::string& key) {
    constexpr std::array<std::string_view, 5> keys{"solver.device", "solver.threads", "output.threads", "output.dir",
                                                   "time.frames"};
    return key.starts_with("output.mp4.") || std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// A value without the comment behind it.
std::string bare(const std::string& value) {
    bool quoted = false;
    std::size_t end = value.size();
    for (std::size_t at = 0; at < value.size() && end == value.size(); ++at) {
        if (value[at] == '"' && (at == 0 || value[at - 1] != '\\')) quoted = !quoted;
        if (value[at] == '#' && !quoted) end = at;
    }
    return value.substr(0, value.find_last_not_of(' ', end == 0 ? 0 : end - 1) + 1);
}

/// The lines "key = value" of a scene, keys in full. Lists of tables are numbered: "solid[0].name".
std::map<std::string, std::string> settings(const std::string& toml) {
    std::map<std::string, std::string> found;
    std::map<std::string, int> counts;
    std::string section;
    for (std::size_t at = 0; at < toml.size();) {
        const std::size_t end = std::min(toml.find('\n', at), toml.size());
        const std::string line = toml.substr(at, end - at);
        at = end + 1;
        const std::size_t equals = line.find(" = ");
        if (line.starts_with("[[")) {
            const std::string name = line.substr(2, line.find("]]") - 2);
            section = fmt::format("{}[{}].", name, counts[name]++);
        } else if (line.starts_with('[')) {
            section = line.substr(1, line.find(']') - 1) + ".";
        } else if (equals != std::string::npos) {
            found[section + line.substr(0, equals)] = bare(line.substr(equals + 3));
        }
    }
    return found;
}

/// A device's name without the number of its threads, on which no result depends.
std::string without_threads(std::string name) {
    const std::size_t end = name.find(" threads, ");
    if (end == std::string::npos) return name;
    const std::size_t begin = name.find_last_not_of("0123456789", end - 1) + 1;
    return name.erase(begin, end + std::string_view(" threads, ").size() - begin);
}

std::string difference(const ManifestText& before, const ManifestText& now) {
    if (before.version != now.version)
        return fmt::format("version {} wrote it, this is {}", before.version, now.version);
    const std::string scene = scene_difference(before.scene, now.scene);
    if (!scene.empty()) return "the scene differs: " + scene;
    if (before.surface != now.surface) return "the samples of its solids differ (has a mesh changed?)";
    if (without_threads(before.device) != without_threads(now.device))
        return fmt::format("it ran on {}, this is {}", before.device, now.device);
    if (before.plan != now.plan) return fmt::format("its plan was {}, this one is {}", before.plan, now.plan);
    return "";
}

/// Why a frame has to be written again, or nothing.
std::string fault_of(const FinishedFrame& frame, const Setup& setup, const OutputFolder& folder) {
    const Scene& scene = setup.scene;
    std::error_code failed;
    if (frame.vdb != (scene.vdb.on ? folder.frame_name(frame.frame, ".vdb") : "")) return "its file has another name";
    const std::int64_t number = frame.frame - scene.output.first_frame + 1;
    if (frame.step != setup.numbers.warm_up_steps + number * setup.numbers.steps_per_frame)
        return fmt::format("it is that of step {}, where --steps ended the run", frame.step);
    if (!frame.picture.empty() && !fs::is_regular_file(folder.path() / frame.picture, failed))
        return "its picture is missing";
    try {
        if (scene.vdb.on) verify_vdb(folder.path() / frame.vdb, frame.report);
    } catch (const Error& e) { return e.what(); }
    return "";
}

}  // namespace

std::string scene_difference(const std::string& before, const std::string& now) {
    const auto a = settings(before), b = settings(now);
    std::map<std::string, std::pair<std::string, std::string>> both;
    for (const auto& [key, value] : a) both[key].first = value;
    for (const auto& [key, value] : b) both[key].second = value;
    std::string text;
    int count = 0;
    for (const auto& [key, value] : both) {
        if (value.first == value.second || is_harmless(key)) continue;
        const auto said = [](const std::string& v) { return v.empty() ? "not given" : v; };
        if (++count <= 3)
            text += fmt::format("{}{} was {} and is {}", text.empty() ? "" : ", ", key, said(value.first),
                                said(value.second));
    }
    return count > 3 ? fmt::format("{} and {} more", text, count - 3) : text;
}

EarlierRun earlier_run(const Setup& setup, const OutputFolder& folder, const std::string& device) {
    EarlierRun run;
    std::error_code failed;
    if (!fs::exists(folder.manifest(), failed)) return run;
    const ManifestText before = read_manifest(folder.manifest());
    ManifestText now = manifest_text(setup);
    now.device = device;
    const std::string differs = difference(before, now);
    if (!differs.empty())
        throw Error(Exit::output,
                    fmt::format("{} cannot be continued: {}. Replace it with --overwrite, or choose another folder "
                                "with --output.",
                                folder.path().string(), differs));
    for (const FinishedFrame& frame : before.frames) {
        const std::string fault = fault_of(frame, setup, folder);
        if (fault.empty())
            run.frames.emplace(frame.frame, frame);
        else
            log::warning("output", fmt::format("Frame {} is written again: {}", frame.frame, fault));
    }
    if (fs::exists(folder.forces(), failed)) run.forces = read_whole(folder.forces());
    if (fs::exists(folder.probes(), failed)) run.probes = read_whole(folder.probes());
    return run;
}

}  // namespace fum
