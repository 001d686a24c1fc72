#include "app/window/keys.h"

#include <array>
#include <cctype>
#include <utility>

namespace fum {
namespace {

constexpr std::array<std::pair<int, const char*>, 26> names{{{key_space, "Space"},
                                                             {key_period, "."},
                                                             {key_escape, "Esc"},
                                                             {key_enter, "Enter"},
                                                             {key_tab, "Tab"},
                                                             {key_backspace, "Backspace"},
                                                             {key_insert, "Insert"},
                                                             {key_delete, "Del"},
                                                             {key_right, "Right"},
                                                             {key_left, "Left"},
                                                             {key_down, "Down"},
                                                             {key_up, "Up"},
                                                             {key_page_up, "PageUp"},
                                                             {key_page_down, "PageDown"},
                                                             {key_home, "Home"},
                                                             {key_end, "End"},
                                                             {key_f1, "F1"},
                                                             {key_pad_0, "Num 0"},
                                                             {key_pad_1, "Num 1"},
                                                             {key_pad_3, "Num 3"},
                                                             {key_pad_7, "Num 7"},
                                                             {key_f2, "F2"},
                                                             {key_f11, "F11"},
                                                             {key_pad_period, "Num ."},
                                                             {key_pad_enter, "Num Enter"},
                                                             {',', ","}}};

}  // namespace

std::string chord_text(const Chord& chord) {
    if (!chord) return {};
    std::string text = chord.ctrl ? "Ctrl+" : "";
    if (chord.alt) text += "Alt+";
    if (chord.shift) text += "Shift+";
    for (const auto& [key, name] : names)
        if (key == chord.key) return text + name;
    return text + static_cast<char>(chord.key);
}

Chord chord_of(const std::string& text) {
    Chord chord;
    std::string rest = text;
    const auto take = [&](const std::string& word, bool& flag) {
        if (!rest.starts_with(word)) return;
        flag = true;
        rest.erase(0, word.size());
    };
    take("Ctrl+", chord.ctrl);
    take("Alt+", chord.alt);
    take("Shift+", chord.shift);
    for (const auto& [key, name] : names)
        if (rest == name) chord.key = key;
    if (rest.size() == 1 && std::isalnum(static_cast<unsigned char>(rest[0])))
        chord.key = std::toupper(static_cast<unsigned char>(rest[0]));
    return chord;
}

}  // namespace fum
