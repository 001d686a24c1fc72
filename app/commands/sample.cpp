#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/motion.h"
#include "app/setup.h"
#include "sim/core/files.h"

namespace fum {
namespace {

/// Places and normals in metres, as they stand in the scene.
struct Cloud {
    std::vector<Double3> place, normal;
    nlohmann::json statistics = nlohmann::json::array();
};

void add(Cloud& cloud, const PlacedSolid& solid, const SurfaceSamples& samples, const Pose& pose, const Units& units) {
    std::vector<Float3> nodes;
    for (std::size_t i = 0; i < samples.position.size(); ++i) {
        const Double3 place = pose.centre + pose.turn * cast<double>(samples.position[i]);
        cloud.place.push_back(place);
        cloud.normal.push_back(pose.turn * cast<double>(samples.normal[i]));
        nodes.push_back(cast<float>(units.place_to_nodes(place)));
    }
    const CellStats cells = samples_per_cell(nodes, 1);
    std::printf(
        "%s\n",
        fmt::format(
            "{}: {} samples on {:.6g} m^2, {:.4g} m apart at least; {:.1f} a cell of {:.4g} m ({}..{}), {:.0f} % "
            "of cells hold 10-100",
            solid.name, nodes.size(), samples.area, samples.min_distance, cells.mean, units.dx_m, cells.min, cells.max,
            100 * cells.share_in_band)
            .c_str());
    cloud.statistics.push_back({{"solid", solid.name},
                                {"samples", nodes.size()},
                                {"area_m2", samples.area},
                                {"min_distance_m", samples.min_distance},
                                {"dx_m", units.dx_m},
                                {"cells", cells.cells},
                                {"mean", cells.mean},
                                {"min", cells.min},
                                {"max", cells.max},
                                {"share_10_to_100", cells.share_in_band}});
}

std::string rows(const Cloud& cloud, char separator) {
    std::string text;
    for (std::size_t i = 0; i < cloud.place.size(); ++i) {
        const Double3 &p = cloud.place[i], &n = cloud.normal[i];
        const std::string line =
            fmt::format("{:.9g} {:.9g} {:.9g} {:.6g} {:.6g} {:.6g}\n", p.x, p.y, p.z, n.x, n.y, n.z);
        for (const char c : line) text += c == ' ' ? separator : c;
    }
    return text;
}

void write(const Cloud& cloud, const std::filesystem::path& path) {
    if (path.extension() == ".csv") return write_whole(path, "x_m,y_m,z_m,nx,ny,nz\n" + rows(cloud, ','));
    if (path.extension() != ".ply")
        throw Error(
            Exit::usage,
            fmt::format("{} ends neither in .ply nor in .csv, which are what samples are written as.", path.string()));
    write_whole(
        path,
        fmt::format(
            "ply\nformat ascii 1.0\ncomment metres\nelement vertex {}\nproperty float x\nproperty float y\nproperty "
            "float z\nproperty float nx\nproperty float ny\nproperty float nz\nend_header\n",
            cloud.place.size()) +
            rows(cloud, ' '));
}

}  // namespace

int sample(const SampleOptions& options) {
    if (!options.output.empty() && options.output.extension() != ".csv" && options.output.extension() != ".ply")
        write({}, options.output);
    const Scene scene = open_scene(options.input, options.open);
    const Setup setup = prepare(scene);
    demand_usable(setup.issues, options.input.string());
    if (setup.solids.empty())
        throw Error(Exit::input, fmt::format("{} has no solid to sample.", options.input.string()));
    Cloud cloud;
    for (std::size_t i = 0; i < setup.solids.size(); ++i) {
        const PlacedSolid& solid = setup.solids[i];
        const auto seed = setup.config.seed;
        const SurfaceSamples samples =
            options.radius_m > 0 ? sample_surface_radius(solid.mesh, options.radius_m, seed)
                                 : sample_surface(solid.mesh, options.count > 0 ? options.count : solid.samples, seed);
        add(cloud, solid, samples, pose_at(scene.solids[i], 0, 0), setup.numbers.units);
    }
    if (!options.output.empty()) write(cloud, options.output);
    if (!options.json.empty()) write_whole(options.json, cloud.statistics.dump(1) + "\n");
    return static_cast<int>(Exit::ok);
}

}  // namespace fum
