// The framebuffer that a whole window, or a picture in place of one, is drawn into.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fum {

/// RGBA, 8 bit, row 0 on top.
struct Screenshot {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

/// Of the context that is current.
class Screen {
public:
    Screen();                       ///< the window's own framebuffer
    Screen(int width, int height);  ///< one off screen
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    /// Makes it the framebuffer, width x height pixels of it the viewport, and clears it.
    void begin(int width, int height);
    /// Of what has been drawn since begin(); waits for the GPU.
    Screenshot read() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// GL_RENDERER and GL_VERSION of the context that is current.
std::string gl_renderer();

}  // namespace fum
