// Keys by GLFW's numbers, which ImGui's IsKeyPressed() takes as they are. Letters and digits are their ASCII capitals.
#pragma once

#include <string>

namespace fum {

enum Key : int {
    key_none = 0,
    key_space = 32,
    key_period = 46,
    key_escape = 256,
    key_enter = 257,
    key_tab = 258,
    key_backspace = 259,
    key_insert = 260,
    key_delete = 261,
    key_right = 262,
    key_left = 263,
    key_down = 264,
    key_up = 265,
    key_page_up = 266,
    key_page_down = 267,
    key_home = 268,
    key_end = 269,
    key_f1 = 290,
    key_pad_0 = 320,
    key_pad_1 = 321,
    key_pad_3 = 323,
    key_pad_7 = 327,
    key_f2 = 291,
    key_f11 = 300,
    key_pad_period = 330,
    key_pad_enter = 335,
    key_left_shift = 340,
    key_left_control = 341,
    key_left_alt = 342,
    key_left_super = 343,
    key_right_shift = 344,
    key_right_control = 345,
    key_right_alt = 346,
    key_last = 348
};

/// A key with what is held down beside it.
struct Chord {
    int key = key_none;
    bool ctrl = false, shift = false, alt = false;

    explicit operator bool() const { return key != key_none; }
    friend bool operator==(const Chord&, const Chord&) = default;
};

/// "Ctrl+Shift+Z".
std::string chord_text(const Chord&);
/// The reverse; an empty chord if it is none.
Chord chord_of(const std::string& text);

}  // namespace fum
