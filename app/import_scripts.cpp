#include "app/import_scripts.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/templates.h"
#include "app/view.h"
#include "sim/io/exporters/axes.h"
#include "sim/io/exporters/profile.h"
#include "sim/io/exporters/staged_file.h"
#include "sim/io/mesh.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

using nlohmann::json;

json list(const Double3& v) { return {v.x, v.y, v.z}; }

json pose_json(int frame, const Pose& pose, const Units& units) {
    const Double3 place = units.place_to_metres(pose.centre);
    return {frame, place.x, place.y, place.z, pose.turn.w, pose.turn.x, pose.turn.y, pose.turn.z};
}

std::string body_name(const OutputFolder& folder, std::size_t index) {
    return folder.scene_name(fmt::format("_body_{:04}.obj", index).c_str());
}

/// A solid that rests has one pose.
json solid_json(const Setup& setup, const OutputFolder& folder, const std::map<int, WrittenFrame>& written,
                std::size_t index) {
    json poses = json::array();
    const bool rests = setup.scene.solids[index].motion == Motion::fixed;
    for (const auto& [number, frame] : written) {
        poses.push_back(pose_json(number, frame.poses[index], setup.numbers.units));
        if (rests) break;
    }
    return {{"name", setup.solids[index].name}, {"file", body_name(folder, index)}, {"poses", poses}};
}

/// What the frames' files are like. file_to_scene: rows of the matrix that brings their places to the scene, metres.
/// velocity_per_s: what makes their velocities file units a second of film.
json files_json(const Scene& scene) {
    const VdbConventions c = conventions_of(scene);
    const AxisTurn to_file = turn_between(scene.domain.up, c.up);
    Double3 rows[3]{};
    for (std::size_t a = 0; a < 3; ++a) rows[to_file.from[a]][static_cast<int>(a)] = to_file.sign[a] / c.units_per_m;
    return {{"density", c.style(Quantity::density).name},
            {"velocity", scene.vdb.velocity ? json(c.style(Quantity::velocity).name) : json()},
            {"velocity_per_s", c.velocity_unit == VelocityUnit::frame ? c.velocity_fps : 1.0},
            {"file_to_scene", {list(rows[0]), list(rows[1]), list(rows[2])}}};
}

/// All that the scripts know of a sequence. Metres, seconds, degrees, the scene's axes.
json sequence_json(const Setup& setup, const OutputFolder& folder, const std::map<int, WrittenFrame>& written) {
    const Scene& scene = setup.scene;
    const Camera camera = scene_camera(setup);
    json frames = json::array(), solids = json::array();
    for (const auto& [number, frame] : written) frames.push_back(number);
    for (std::size_t i = 0; i < setup.solids.size(); ++i) solids.push_back(solid_json(setup, folder, written, i));
    return {{"name", scene.output.name},
            {"digits", folder.frame_text(written.rbegin()->first).size()},
            {"frames", frames},
            {"fps", scene.time.fps},
            {"dx_m", setup.numbers.units.dx_m},
            {"up", name_of(scene.domain.up)},
            {"files", files_json(scene)},
            {"extinction_per_m", setup.extinction_per_m},
            {"light", list(normalized(scene.light.direction))},
            {"camera",
             {{"eye_m", list(cast<double>(camera.eye))},
              {"target_m", list(cast<double>(camera.target))},
              {"fov_deg", scene.camera.fov_deg},
              {"width", scene.png.width},
              {"height", scene.png.height}}},
            {"solids", solids}};
}

}  // namespace

std::vector<std::string> write_import_scripts(const Setup& setup, const OutputFolder& folder,
                                              const std::map<int, WrittenFrame>& written) {
    const OutputScripts& wish = setup.scene.scripts;
    std::vector<std::string> files;
    if (!wish.blender && !wish.houdini) return files;
    // Escaped to ASCII: what stands between the quotes of the Python text is then free of them and of odd letters.
    std::string data = sequence_json(setup, folder, written).dump(-1, ' ', true, json::error_handler_t::replace);
    for (std::size_t at = data.find('\''); at != data.npos; at = data.find('\'', at + 6))
        data.replace(at, 1, "\\u0027");
    const auto write = [&](bool wanted, const char* ending, const char* text) {
        if (!wanted) return;
        files.push_back(folder.scene_name(ending));
        write_checked(folder.path() / files.back(), filled(text, {{"SEQUENCE", data}}));
    };
    write(wish.blender, "_blender.py", "blender.py.in");
    write(wish.houdini, "_houdini.py", "houdini.py.in");
    for (std::size_t i = 0; i < setup.solids.size(); ++i) {
        files.push_back(body_name(folder, i));
        write_obj(setup.solids[i].mesh, folder.path() / files.back());
    }
    return files;
}

}  // namespace fum
