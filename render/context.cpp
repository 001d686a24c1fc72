#include "render/context.h"

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/core.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "render/screen.h"
#include "sim/core/error.h"

namespace fum {
namespace {

bool has(const char* list, const char* word) { return list && std::strstr(list, word); }

template <class Function>
Function egl_function(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

struct Candidate {
    std::string name;
    EGLDisplay display;
    int rank;  // lower is tried first
};

/// Displays are shared by the whole process and never terminated: eglTerminate would end every context on them.
std::vector<Candidate> candidates() {
    std::vector<Candidate> found;
    const auto platform_display = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    const auto query_devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    const auto query_string = egl_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    if (!platform_display) return found;
    EGLDeviceEXT devices[32];
    EGLint count = 0;
    if (query_devices && query_string && query_devices(32, devices, &count))
        for (int i = 0; i < count; ++i) {
            const char* extensions = query_string(devices[i], EGL_EXTENSIONS);
            const bool nvidia = has(extensions, "EGL_NV_device_cuda"),
                       software = has(extensions, "EGL_MESA_device_software");
            found.push_back({fmt::format("EGL device {}", i),
                             platform_display(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr),
                             nvidia     ? 0
                             : software ? 3
                                        : 1});
        }
    if (has(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_MESA_platform_surfaceless"))
        found.push_back({"EGL surfaceless platform",
                         platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr), 2});
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    return found;
}

std::string egl_reason(const char* call) { return fmt::format("{} gave EGL error 0x{:x}", call, eglGetError()); }

/// A context on the display, or EGL_NO_CONTEXT and the reason.
EGLContext context_on(EGLDisplay display, bool debug, std::string& reason) {
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) {
        reason = egl_reason("eglInitialize");
        return EGL_NO_CONTEXT;
    }
    if (!eglBindAPI(EGL_OPENGL_API)) {
        reason = egl_reason("eglBindAPI");
        return EGL_NO_CONTEXT;
    }
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) config = nullptr;  // EGL_NO_CONFIG_KHR
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 4,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 5,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 debug ? EGL_CONTEXT_OPENGL_DEBUG : EGL_NONE,
                                 EGL_TRUE,
                                 EGL_NONE};
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT) reason = egl_reason("eglCreateContext (OpenGL 4.5 core)");
    return context;
}

}  // namespace

struct Context::Impl {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;

    ~Impl() {
        if (context == EGL_NO_CONTEXT) return;
        if (eglGetCurrentContext() == context) eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
    }
};

Context::Context(bool debug) : impl_(std::make_unique<Impl>()) {
    std::string tried;
    for (const Candidate& candidate : candidates()) {
        std::string reason;
        impl_->display = candidate.display;
        impl_->context = context_on(candidate.display, debug, reason);
        if (impl_->context != EGL_NO_CONTEXT) {
            make_current();
            if (gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)) >= GLAD_MAKE_VERSION(4, 5)) return;
            reason = "the functions of OpenGL 4.5 are not all there";
            impl_ = std::make_unique<Impl>();
        }
        tried += fmt::format(" {}: {};", candidate.name, reason);
    }
    throw Error(Exit::device,
                fmt::format("No OpenGL 4.5 context could be made off screen. Tried:{} Install a GPU driver "
                            "with EGL, or Mesa, which draws on the CPU (Debian: libegl1 libgl1-mesa-dri).",
                            tried.empty() ? " EGL offers no device and no surfaceless platform." : tried));
}

Context::~Context() = default;
Context::Context(Context&&) noexcept = default;
Context& Context::operator=(Context&&) noexcept = default;

void Context::make_current() const {
    if (!eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, impl_->context))
        throw Error(Exit::device, "The off-screen OpenGL context cannot be used: " + egl_reason("eglMakeCurrent") +
                                      "; is another thread using it?");
}

void Context::release() const noexcept {
    if (impl_) eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

std::string Context::renderer() const { return gl_renderer(); }

void Context::check(const char* doing) const {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) return;
    while (glGetError() != GL_NO_ERROR) {}
    throw Error(Exit::device,
                fmt::format("OpenGL failed while {}: {}.", doing,
                            error == GL_OUT_OF_MEMORY ? "the graphics memory is full; make the picture smaller"
                                                      : fmt::format("error 0x{:x}", error)));
}

}  // namespace fum
