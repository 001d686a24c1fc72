// The mouse and the keyboard of a script, for any host.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/window/keys.h"

namespace fum {

/// Places in pixels from the window's upper left corner. Once it has moved, a person's mouse has no part in the window
/// any more.
class Hand {
public:
    void move_mouse(float x, float y);
    void press(int button, bool down);  ///< 0 left, 1 right, 2 middle
    void wheel(float steps);
    void key(int key, bool down);  ///< key_left_control and the like hold
    void type(const std::string& utf8);
    /// What it holds becomes ImGui's input. For the host, after its backend's new frame and before ImGui's.
    void apply();

private:
    bool moved_ = false;
    float x_ = 0, y_ = 0, wheel_ = 0;
    std::array<bool, 5> buttons_{};
    std::array<bool, key_last + 1> keys_{}, touched_{};
    std::string text_;
};

}  // namespace fum
