#include "app/wind_tunnel.h"

#include <algorithm>
#include <string>

namespace fum {
namespace {

/// A rake of small spheres across the flow, as tall and three quarters as wide as the mesh.
void add_rake(Scene& scene, const Double3& size, double x_m, double dx_m) {
    constexpr int rows = 7, columns = 3;
    const double height = 1.1 * std::max(size.y, 0.2 * size.x), width = 0.75 * std::max(size.z, 0.2 * size.x);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            SmokeSource source;
            source.name = "rake " + std::to_string(row * columns + column + 1);
            source.shape = EmitterShape::sphere;
            source.centre_m = {x_m, height * (row / (rows - 1.0) - 0.5), width * (column / (columns - 1.0) - 0.5)};
            source.radius_m = std::max(1.2 * dx_m, 0.035 * height);
            scene.emitters.push_back(source);
        }
}

}  // namespace

Scene wind_tunnel(const std::filesystem::path& mesh, const MeshReport& report, int resolution) {
    const Double3 size = report.max_m - report.min_m;
    const double length_m = std::max(size.x, 0.7 * std::max(size.y, size.z));
    Scene scene;
    scene.title = mesh.stem().string();
    scene.folder = std::filesystem::absolute(mesh).parent_path();
    scene.output.name = "smoke";

    // The mesh fills at most a quarter of the cross-section (5/12 of either side).
    scene.domain.size_m = {4.2 * length_m + size.x, 2.4 * std::max(size.y, 0.4 * length_m),
                           2.4 * std::max(size.z, 0.4 * length_m)};
    scene.domain.origin_m =
        Double3{-1.2 * length_m - size.x / 2, -scene.domain.size_m.y / 2, -scene.domain.size_m.z / 2};
    scene.domain.resolution = resolution;

    const double speed_ms = 2 * length_m;
    scene.fluid.re = 20000;
    scene.fluid.length_m = length_m;
    scene.fluid.speed_ms = speed_ms;
    scene.fluid.start_velocity_ms = {speed_ms, 0, 0};
    Boundary& inflow = scene.boundary[xmin];
    inflow.kind = FaceKind::inflow;
    inflow.velocity_ms = {speed_ms, 0, 0};
    scene.boundary[xmax].kind = FaceKind::outflow;

    Solid solid;
    solid.name = scene.title;
    solid.mesh = mesh.filename();
    solid.unit_m = report.unit_m;
    solid.samples = 0;
    scene.solids.push_back(solid);

    const double longest = std::max({scene.domain.size_m.x, scene.domain.size_m.y, scene.domain.size_m.z});
    add_rake(scene, size, -size.x / 2 - 0.6 * length_m, longest / resolution);
    scene.time.frames = 72;
    scene.time.warm_up_s = 1;
    scene.smoke.tracers_per_cell = 8;
    return scene;
}

}  // namespace fum
