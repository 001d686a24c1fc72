#include "render/screen.h"

#include <fmt/core.h>

#include <algorithm>

#include "render/gl.h"

namespace fum {

struct Screen::Impl {
    gl::Texture color;
    gl::Framebuffer target;
    int width = 0, height = 0;
};

Screen::Screen() : impl_(std::make_unique<Impl>()) {}

Screen::Screen(int width, int height) : Screen() {
    impl_->color = gl::make_texture_2d(GL_RGBA8, width, height, GL_NEAREST);
    impl_->target = gl::make_framebuffer();
    glNamedFramebufferTexture(impl_->target.id(), GL_COLOR_ATTACHMENT0, impl_->color.id(), 0);
}

Screen::~Screen() = default;

void Screen::begin(int width, int height) {
    impl_->width = width;
    impl_->height = height;
    glBindFramebuffer(GL_FRAMEBUFFER, impl_->target.id());
    glViewport(0, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0.08f, 0.085f, 0.095f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

Screenshot Screen::read() const {
    Screenshot shot{impl_->width, impl_->height, {}};
    const auto row = static_cast<std::size_t>(shot.width) * 4, rows = static_cast<std::size_t>(shot.height);
    std::vector<std::uint8_t> upside_down(row * rows);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, impl_->target.id());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, shot.width, shot.height, GL_RGBA, GL_UNSIGNED_BYTE, upside_down.data());
    shot.rgba.resize(row * rows);
    for (std::size_t y = 0; y < rows; ++y)
        std::copy_n(upside_down.data() + (rows - 1 - y) * row, row, shot.rgba.data() + y * row);
    for (std::size_t i = 3; i < shot.rgba.size(); i += 4) shot.rgba[i] = 255;
    return shot;
}

std::string gl_renderer() {
    const auto text = [](GLenum name) { return reinterpret_cast<const char*>(glGetString(name)); };
    return fmt::format("{}, OpenGL {}", text(GL_RENDERER), text(GL_VERSION));
}

}  // namespace fum
