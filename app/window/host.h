// Where the program's pictures go and where its input comes from: a window on the screen, or a picture off screen whose
// input a script gives. One ImGui context belongs to it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/window/hand.h"
#include "render/screen.h"

namespace fum {

class Window;

class Host {
public:
    virtual ~Host() = default;

    /// Takes input and begins ImGui's frame. `wait_s`: how long it may wait for input first.
    virtual void begin_frame(double wait_s) = 0;
    /// Draws what ImGui has and shows it.
    virtual void end_frame() = 0;

    virtual bool asked_to_close() const = 0;
    virtual void forget_to_close() = 0;
    virtual std::vector<std::filesystem::path> take_drops() = 0;
    virtual void drop(const std::filesystem::path&) = 0;  ///< as if a person had
    virtual void close() = 0;                             ///< likewise
    virtual void resize(int width, int height) = 0;
    virtual void set_fullscreen(bool) {}  ///< off screen there is none
    virtual void set_title(const std::string&) = 0;
    virtual float content_scale() const = 0;  ///< that the screen asks for
    /// The window on the screen, for its size and place; nullptr off screen.
    virtual const Window* window() const { return nullptr; }
    /// Whether pictures can be had afterwards, from the next one on; costs a wait for the GPU in each.
    virtual void keep_pictures(bool) = 0;
    /// What the last end_frame() showed; empty if it was not kept.
    virtual Screenshot screenshot() const = 0;
    /// Of the GPU, for a late picture's panels: all but the viewport. Without meaning where the CPU draws.
    virtual double panels_gpu_ms() const = 0;
    virtual std::string renderer() const = 0;  ///< GL_RENDERER, GL_VERSION
    /// True where pictures are drawn by the CPU (Mesa's llvmpipe).
    bool draws_on_cpu() const;
    /// What a script does with mouse and keyboard.
    Hand& hand() { return hand_; }

private:
    Hand hand_;
};

struct HostOptions {
    std::string title = "Fumarole";
    int width = 1600, height = 960;
    bool maximized = false, debug = false;
    bool vsync = true;
};

/// Throws Error(device), see render/window.h.
std::unique_ptr<Host> make_window_host(const HostOptions&);

/// Throws Error(device), see render/context.h.
std::unique_ptr<Host> make_offscreen_host(const HostOptions&);

}  // namespace fum
