// A window on the screen with an OpenGL 4.5 core context. GLFW is included in window.cpp alone.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

struct GLFWwindow;

namespace fum {

struct WindowOptions {
    std::string title = "Fumarole";
    int width = 1600, height = 960;  ///< of its content, screen coordinates; cut to the screen
    bool maximized = false;
    bool debug = false;  ///< asks for a debug context, see gl_debug.h
    bool vsync = true;
};

struct KeyPress {
    int key = 0;  ///< GLFW's number
    bool ctrl = false, shift = false, alt = false;
};

/// Use from the main thread. Throws Error(device) with what to do if there is no display or no OpenGL 4.5.
class Window {
public:
    explicit Window(const WindowOptions&);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const;
    /// The user has asked to close it; the program decides.
    bool asked_to_close() const;
    void forget_to_close();

    /// Takes what has happened; waits up to so many seconds for something to happen (0: does not wait).
    void take_events(double wait_s);
    void present();

    void framebuffer_size(int& width, int& height) const;
    void size(int& width, int& height) const;
    void resize(int width, int height);
    bool maximized() const;
    /// On the whole of the screen that holds most of it; size() stays what it is without.
    void set_fullscreen(bool);
    float content_scale() const;  ///< 1 on a usual screen, 2 on one with twice the pixels
    void set_title(const std::string&);

    /// Files dropped onto it since the last call.
    std::vector<std::filesystem::path> take_drops();
    /// Keys that went down since the last call, each with what was held beside it, even if they are up again by now.
    std::vector<KeyPress> take_key_presses();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fum
