#include "app/companions.h"

#include <algorithm>

#include "app/import_scripts.h"
#include "app/mitsuba_scene.h"
#include "app/view.h"
#include "sim/io/exporters/profile.h"
#include "sim/io/exporters/staged_file.h"
#include "sim/io/exporters/surface.h"
#include "sim/io/exporters/usda.h"
#include "sim/io/exporters/vol.h"
#include "sim/io/exporters/vti.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

constexpr const char* mitsuba_xml = "_mitsuba.xml";

}  // namespace

Companions::Companions(const Setup& setup, const OutputFolder& folder) : setup_(setup), folder_(folder) {
    if (!setup.scene.mitsuba.on) return;
    write_checked(folder.path() / folder.scene_name(mitsuba_xml),
                  mitsuba_scene(setup, folder, places_solids() ? solids_ending() : ""));
}

bool Companions::places_solids() const {
    return !setup_.solids.empty() && (setup_.scene.meshes.on || setup_.scene.mitsuba.on);
}

std::string Companions::solids_ending() const { return "." + std::string(name_of(setup_.scene.meshes.format)); }

std::vector<std::string> Companions::write_frame(const FrameData& data) {
    std::vector<std::string> files;
    const auto add = [&](const std::string& ending) {
        return files.emplace_back(folder_.frame_name(data.frame, ending.c_str()));
    };
    if (setup_.scene.mitsuba.on)
        write_vol(folder_.path() / add(".vol"), setup_.config.nodes, setup_.numbers.units.dx_m,
                  setup_.numbers.units.node0_m, 1, data.field(Field::smoke));
    if (places_solids())
        write_solids(files.emplace_back(folder_.frame_name(data.frame, solids_ending().c_str(), "_solids")), data);
    if (setup_.scene.vti.on) write_paraview(add(".vti"), data);
    keep(data);
    return files;
}

void Companions::keep(const FrameData& data) {
    const std::lock_guard guard(mutex_);
    written_[data.frame] = {data.time_s, data.poses};
}

void Companions::write_solids(const std::string& name, const FrameData& data) const {
    std::vector<Surface> surfaces;
    for (std::size_t i = 0; i < std::min(setup_.solids.size(), data.poses.size()); ++i)
        surfaces.push_back({setup_.solids[i].name, setup_.solids[i].mesh.vertices, setup_.solids[i].mesh.triangles,
                            data.poses[i].turn, setup_.numbers.units.place_to_metres(data.poses[i].centre)});
    if (setup_.scene.meshes.format == MeshFile::obj)
        write_surfaces_obj(folder_.path() / name, surfaces);
    else
        write_surfaces_ply(folder_.path() / name, surfaces);
}

void Companions::write_paraview(const std::string& name, const FrameData& data) const {
    const OutputVti& wish = setup_.scene.vti;
    const Units& units = setup_.numbers.units;
    const double u = units.velocity_to_ms(), per_s = 1 / units.dt_s;
    VtiFrame frame{setup_.config.nodes, units.dx_m, units.node0_m, data.time_s, {}};
    const auto add = [&](bool wanted, const char* array, Field field, double scale, float shift = 0) {
        if (wanted)
            frame.arrays.push_back({array, components(field), data.field(field), shift, static_cast<float>(scale)});
    };
    add(true, "density", Field::smoke, 1);
    add(wish.velocity, "velocity_ms", Field::velocity, u);
    add(wish.pressure, "pressure_pa", Field::rho, units.density_kgm3 * u * u / 3, -1);  // p = (rho - 1) / 3
    add(wish.vorticity, "vorticity_per_s", Field::vorticity, per_s);
    add(wish.q, "q_per_s2", Field::q, per_s * per_s);
    write_vti(folder_.path() / name, frame);
}

void Companions::write_usd(const std::string& name) const {
    const Scene& scene = setup_.scene;
    const Units& units = setup_.numbers.units;
    const Camera camera = scene_camera(setup_);
    UsdStage stage;
    stage.name = scene.output.name;
    stage.up_axis = scene.domain.up == Axis::z ? 'Z' : 'Y';  // USD has no X
    stage.fps = scene.time.fps;
    stage.box_min_m = units.node0_m - Double3{0.5, 0.5, 0.5} * units.dx_m;
    stage.box_max_m = stage.box_min_m + cast<double>(setup_.config.nodes) * units.dx_m;
    const VdbConventions vdb = conventions_of(scene);
    stage.to_file = turn_between(scene.domain.up, vdb.up);
    stage.file_units_per_m = vdb.units_per_m;
    const auto field = [&](bool wanted, Quantity quantity, bool vector) {
        if (wanted) stage.fields.push_back({vdb.style(quantity).name, vector});
    };
    field(true, Quantity::density, false);
    field(scene.vdb.velocity, Quantity::velocity, true);
    field(scene.vdb.vorticity, Quantity::vorticity, true);
    field(scene.vdb.q, Quantity::q, false);
    field(scene.vdb.pressure, Quantity::pressure, false);
    for (const PlacedSolid& solid : setup_.solids)
        stage.solids.push_back({solid.name, solid.mesh.vertices, solid.mesh.triangles, {}});
    for (const auto& [number, frame] : written_) {
        stage.frames.push_back(number);
        stage.files.push_back(folder_.frame_name(number, ".vdb"));
        for (std::size_t i = 0; i < stage.solids.size(); ++i)
            stage.solids[i].poses.push_back({frame.poses[i].turn, units.place_to_metres(frame.poses[i].centre)});
    }
    stage.camera = {cast<double>(camera.eye), cast<double>(camera.target), cast<double>(camera.up), camera.fov_deg,
                    1.0 * scene.png.width / scene.png.height};
    write_usda(folder_.path() / name, stage);
}

std::string Companions::write_pvd(const std::string& name) const {
    std::vector<TimedFile> files;
    for (const auto& [number, frame] : written_) files.push_back({folder_.frame_name(number, ".vti"), frame.time_s});
    fum::write_pvd(folder_.path() / name, files);
    return name;
}

std::vector<std::string> Companions::finish() {
    const Scene& scene = setup_.scene;
    std::vector<std::string> files;
    const std::lock_guard guard(mutex_);
    if (scene.mitsuba.on) files.push_back(folder_.scene_name(mitsuba_xml));
    if (written_.empty()) return files;
    if (scene.vti.on) files.push_back(write_pvd(folder_.scene_name(".pvd")));
    if (!scene.vdb.on) return files;
    if (scene.usd.on) write_usd(files.emplace_back(folder_.scene_name(".usda")));
    const std::vector<std::string> scripts = write_import_scripts(setup_, folder_, written_);
    files.insert(files.end(), scripts.begin(), scripts.end());
    return files;
}

}  // namespace fum
