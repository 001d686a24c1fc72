#include "app/view.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fum {

Float3 up_of(Axis axis) {
    return {axis == Axis::x ? 1.0f : 0.0f, axis == Axis::y ? 1.0f : 0.0f, axis == Axis::z ? 1.0f : 0.0f};
}

Camera scene_camera(const Setup& setup) { return scene_camera(setup.scene, setup.numbers.grid); }

Camera scene_camera(const Scene& scene, const CellBox& grid) {
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

}  // namespace fum
