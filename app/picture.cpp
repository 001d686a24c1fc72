#include "app/picture.h"

#include <algorithm>

#include "app/view.h"
#include "render/preview.h"

namespace fum {
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
    scene.camera = scene_camera(setup);
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
