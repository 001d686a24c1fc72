// EGL, loaded when it is first needed: the program starts on a machine without it and runs there without pictures.
// These functions stand in for libEGL.so.1 at link time; where it cannot be loaded they answer as EGL does on failure.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <dlfcn.h>

namespace {

/// The function `name` of the system's library, or nullptr. The library stays loaded: drivers do not like to leave.
template <class Function>
Function* loaded(const char* name) {
    static void* const library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    return library ? reinterpret_cast<Function*>(dlsym(library, name)) : nullptr;
}

}  // namespace

// One function of EGL: its result, name, parameters, arguments, and what it returns where there is no EGL.
#define FUM_EGL(result, name, parameters, arguments, otherwise)     \
    result name parameters {                                        \
        static const auto function = loaded<decltype(name)>(#name); \
        return function ? function arguments : otherwise;           \
    }

extern "C" {
FUM_EGL(EGLint, eglGetError, (), (), EGL_NOT_INITIALIZED)
FUM_EGL(__eglMustCastToProperFunctionPointerType, eglGetProcAddress, (const char* name), (name), nullptr)
FUM_EGL(const char*, eglQueryString, (EGLDisplay display, EGLint name), (display, name), nullptr)
FUM_EGL(EGLBoolean, eglInitialize, (EGLDisplay display, EGLint* major, EGLint* minor), (display, major, minor),
        EGL_FALSE)
FUM_EGL(EGLBoolean, eglBindAPI, (EGLenum api), (api), EGL_FALSE)
FUM_EGL(EGLBoolean, eglChooseConfig,
        (EGLDisplay display, const EGLint* wanted, EGLConfig* configs, EGLint size, EGLint* count),
        (display, wanted, configs, size, count), EGL_FALSE)
FUM_EGL(EGLContext, eglCreateContext,
        (EGLDisplay display, EGLConfig config, EGLContext share, const EGLint* attributes),
        (display, config, share, attributes), EGL_NO_CONTEXT)
FUM_EGL(EGLBoolean, eglDestroyContext, (EGLDisplay display, EGLContext context), (display, context), EGL_FALSE)
FUM_EGL(EGLContext, eglGetCurrentContext, (), (), EGL_NO_CONTEXT)
FUM_EGL(EGLBoolean, eglMakeCurrent, (EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context),
        (display, draw, read, context), EGL_FALSE)
}
