#include "render/window.h"

#include <fmt/core.h>
#include <glad/gl.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "sim/core/error.h"

namespace fum {
namespace {

std::string last_words() {
    const char* words = nullptr;
    glfwGetError(&words);
    return words ? words : "no reason was given";
}

/// GLFW lives as long as the process: it may be asked for windows again.
void start_glfw() {
    static const bool started = glfwInit() == GLFW_TRUE;
    if (started) {
        static const int at_end = std::atexit(glfwTerminate);
        static_cast<void>(at_end);
        return;
    }
    const char* display = std::getenv("DISPLAY");
    const bool named = display && *display;
    throw Error(Exit::device, named ? fmt::format("No window can be opened on the display {} ({}); check DISPLAY, or "
                                                  "run the scene without one: fumarole run SCENE.",
                                                  display, last_words())
                                    : std::string("There is no display to open a window on (DISPLAY is not set); log "
                                                  "in to a desktop, use ssh -X, or run the scene without a window: "
                                                  "fumarole run SCENE."));
}

}  // namespace

struct Window::Impl {
    GLFWwindow* window = nullptr;
    std::vector<std::filesystem::path> drops;
    std::vector<KeyPress> presses;
    /// Without fullscreen; width 0: it is not.
    struct {
        int x = 0, y = 0, width = 0, height = 0;
    } windowed;

    GLFWmonitor* monitor() const;
    ~Impl() {
        if (window) glfwDestroyWindow(window);
    }
};

/// The one that shows most of the window.
GLFWmonitor* Window::Impl::monitor() const {
    int count = 0, x = 0, y = 0, width = 0, height = 0;
    glfwGetWindowPos(window, &x, &y);
    glfwGetWindowSize(window, &width, &height);
    GLFWmonitor** all = glfwGetMonitors(&count);
    GLFWmonitor* best = nullptr;
    int most = -1;
    for (int i = 0; i < count; ++i) {
        int left = 0, top = 0;
        glfwGetMonitorPos(all[i], &left, &top);
        const GLFWvidmode* mode = glfwGetVideoMode(all[i]);
        if (!mode) continue;
        const int across = std::max(0, std::min(x + width, left + mode->width) - std::max(x, left));
        const int down = std::max(0, std::min(y + height, top + mode->height) - std::max(y, top));
        if (across * down > most) most = across * down, best = all[i];
    }
    return best;
}

Window::Window(const WindowOptions& options) : impl_(new Impl) {
    start_glfw();
    int width = options.width, height = options.height;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
        int x = 0, y = 0, w = 0, h = 0;
        glfwGetMonitorWorkarea(monitor, &x, &y, &w, &h);
        if (w > 0 && h > 0) width = std::min(width, w), height = std::min(height, h);
    }
    for (const int minor : {6, 5}) {  // Mesa's llvmpipe refuses 4.6
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug ? GLFW_TRUE : GLFW_FALSE);
        glfwWindowHintString(GLFW_X11_CLASS_NAME, "fumarole");
        glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "fumarole");
        glfwWindowHint(GLFW_MAXIMIZED, options.maximized ? GLFW_TRUE : GLFW_FALSE);
        impl_->window = glfwCreateWindow(width, height, options.title.c_str(), nullptr, nullptr);
        if (impl_->window) break;
    }
    if (!impl_->window)
        throw Error(Exit::device, fmt::format("The display offers no OpenGL 4.5 ({}); update the graphics driver or "
                                              "install Mesa (libgl1-mesa-dri), or run the scene without a window: "
                                              "fumarole run SCENE.",
                                              last_words()));
    glfwMakeContextCurrent(impl_->window);
    if (gladLoadGL(glfwGetProcAddress) == 0)
        throw Error(Exit::device, "The OpenGL driver gave no functions; update the graphics driver.");
    glfwSwapInterval(options.vsync ? 1 : 0);
    glfwSetWindowSizeLimits(impl_->window, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwSetWindowUserPointer(impl_->window, impl_.get());
    glfwSetDropCallback(impl_->window, [](GLFWwindow* window, int count, const char** paths) {
        auto* self = static_cast<Impl*>(glfwGetWindowUserPointer(window));
        self->drops.insert(self->drops.end(), paths, paths + count);
    });
    glfwSetKeyCallback(impl_->window, [](GLFWwindow* window, int key, int, int action, int held) {
        if (action != GLFW_PRESS || key < 0) return;
        auto* self = static_cast<Impl*>(glfwGetWindowUserPointer(window));
        self->presses.push_back(
            {key, (held & GLFW_MOD_CONTROL) != 0, (held & GLFW_MOD_SHIFT) != 0, (held & GLFW_MOD_ALT) != 0});
    });
}

Window::~Window() = default;

GLFWwindow* Window::handle() const { return impl_->window; }
bool Window::asked_to_close() const { return glfwWindowShouldClose(impl_->window) == GLFW_TRUE; }
void Window::forget_to_close() { glfwSetWindowShouldClose(impl_->window, GLFW_FALSE); }

void Window::take_events(double wait_s) {
    if (wait_s > 0)
        glfwWaitEventsTimeout(wait_s);
    else
        glfwPollEvents();
}

void Window::present() { glfwSwapBuffers(impl_->window); }

void Window::framebuffer_size(int& width, int& height) const { glfwGetFramebufferSize(impl_->window, &width, &height); }
void Window::size(int& width, int& height) const {
    glfwGetWindowSize(impl_->window, &width, &height);
    if (impl_->windowed.width > 0) width = impl_->windowed.width, height = impl_->windowed.height;
}

void Window::set_fullscreen(bool fullscreen) {
    auto& w = impl_->windowed;
    if (fullscreen == (w.width > 0)) return;
    if (!fullscreen) {
        glfwSetWindowMonitor(impl_->window, nullptr, w.x, w.y, w.width, w.height, GLFW_DONT_CARE);
        w = {};
        return;
    }
    GLFWmonitor* monitor = impl_->monitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (!mode) return;
    glfwGetWindowPos(impl_->window, &w.x, &w.y);
    glfwGetWindowSize(impl_->window, &w.width, &w.height);
    glfwSetWindowMonitor(impl_->window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::resize(int width, int height) { glfwSetWindowSize(impl_->window, width, height); }
bool Window::maximized() const { return glfwGetWindowAttrib(impl_->window, GLFW_MAXIMIZED) == GLFW_TRUE; }

float Window::content_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(impl_->window, &x, &y);
    return std::max(x, 0.5f);
}

void Window::set_title(const std::string& title) { glfwSetWindowTitle(impl_->window, title.c_str()); }

std::vector<KeyPress> Window::take_key_presses() { return std::exchange(impl_->presses, {}); }
std::vector<std::filesystem::path> Window::take_drops() { return std::exchange(impl_->drops, {}); }

}  // namespace fum
