// An OpenGL 4.5 core context without window and display.
#pragma once

#include <memory>
#include <string>

namespace fum {

/// Made through EGL: first on NVIDIA's devices, then on other hardware, then on Mesa's surfaceless platform, which
/// draws on the CPU. One thread at a time. Throws Error(device) with what was tried and what to install.
class Context {
public:
    /// `debug` asks the driver for a context that tells all its complaints, see gl_debug.h.
    explicit Context(bool debug = false);
    ~Context();
    Context(Context&&) noexcept;
    Context& operator=(Context&&) noexcept;

    /// Must precede every use of OpenGL. Throws Error(device), also if the context is current on another thread. A new
    /// context is current.
    void make_current() const;

    /// Leaves the context to other threads.
    void release() const noexcept;

    /// GL_RENDERER and GL_VERSION.
    std::string renderer() const;

    /// Throws Error(device) if OpenGL has noted an error since the last call; `doing` completes "OpenGL failed while
    /// ...".
    void check(const char* doing) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// A context is current as long as this lives.
class Current {
public:
    explicit Current(const Context& context) : context_(context) { context_.make_current(); }
    ~Current() { context_.release(); }
    Current(const Current&) = delete;

private:
    const Context& context_;
};

}  // namespace fum
