#include "app/picture.h"
#include "sim/core/error.h"

namespace fum {

struct Picture::Impl {};

Picture::Picture(const Setup&) {
    throw Error(
        Exit::device,
        "Pictures need OpenGL and EGL, and this build lacks them: install libegl1-mesa-dev and python3-glad, configure "
        "and build again; or switch them off with --set output.png.on=false.");
}
Picture::~Picture() = default;
void Picture::write(const std::filesystem::path&, std::span<const float>, std::span<const Pose>) {}
std::string Picture::renderer() const { return {}; }

}  // namespace fum
