#include "app/picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/preview.h"

namespace fum {
namespace {

Float3 up_of(Axis axis) {
    return {axis == Axis::x ? 1.0f : 0.0f, axis == Axis::y ? 1.0f : 0.0f, axis == Axis::z ? 1.0f : 0.0f};
}

/// Beside the domain and a little above, so far that its length fills nine tenths of the width.
Camera automatic_camera(const Setup& setup) {
    const Scene& scene = setup.scene;
    const CellBox& grid = setup.numbers.grid;
    const Double3 size = cast<double>(grid.nodes) * grid.dx_m;
    const bool z_up = scene.domain.up == Axis::z;
    const double depth = z_up ? size.y : size.z, height = z_up ? size.z : size.y;
    const double half_angle = scene.camera.fov_deg * std::numbers::pi / 360;
    const double aspect = 1.0 * scene.png.width / scene.png.height;
    const double to_fit = std::max(0.5 * size.x / (0.9 * aspect), 0.5 * height / 0.9) / std::tan(half_angle);
    const Double3 sideways = normalized(z_up ? Double3{-0.18, -1, 0.16} : Double3{-0.18, 0.16, 1});
    Camera camera;
    const Double3 target = scene.camera.target_m.value_or(grid.corner_m + size * 0.5);
    camera.target = cast<float>(target);
    camera.eye = cast<float>(scene.camera.eye_m.value_or(target + sideways * (to_fit + 0.35 * depth)));
    camera.up = up_of(scene.domain.up);
    camera.fov_deg = static_cast<float>(scene.camera.fov_deg);
    return camera;
}

}  // namespace

struct Picture::Impl {
    const Setup& setup;
    Preview preview;
    PreviewScene scene;
};

Picture::Picture(const Setup& setup)
    : impl_(new Impl{setup, Preview(setup.scene.png.width, setup.scene.png.height), {}}) {
    PreviewScene& scene = impl_->scene;
    scene.nodes = setup.config.nodes;
    scene.dx = static_cast<float>(setup.numbers.units.dx_m);
    scene.origin = cast<float>(setup.numbers.units.node0_m);
    scene.extinction = static_cast<float>(setup.extinction_per_m);
    scene.camera = automatic_camera(setup);
    scene.light = cast<float>(setup.scene.light.direction);
    scene.up = up_of(setup.scene.domain.up);
    scene.floor = setup.scene.light.floor;
    for (std::size_t i = 0; i < setup.solids.size(); ++i) {
        PreviewSolid solid;
        solid.vertices = setup.solids[i].mesh.vertices;
        solid.triangles = setup.solids[i].mesh.triangles;
        solid.id = i + 1;
        scene.solids.push_back(solid);
    }
}

Picture::~Picture() = default;

void Picture::write(const std::filesystem::path& path, std::span<const float> smoke, std::span<const Pose> poses) {
    PreviewScene& scene = impl_->scene;
    scene.smoke = smoke;
    for (std::size_t i = 0; i < std::min(poses.size(), scene.solids.size()); ++i) {
        scene.solids[i].turn = poses[i].turn;
        scene.solids[i].position = impl_->setup.numbers.units.place_to_metres(poses[i].centre);
    }
    const auto rgba = impl_->preview.draw(scene);
    write_png(path, rgba, impl_->preview.width(), impl_->preview.height());
}

std::string Picture::renderer() const { return impl_->preview.renderer(); }

}  // namespace fum
