#include "app/window/script_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "app/interrupt.h"
#include "app/log.h"
#include "app/window/readings.h"

namespace fum {
namespace {

constexpr auto wait_for_item = std::chrono::seconds(2);

}  // namespace

int button_of(const std::string& name) { return name == "right" ? 1 : name == "middle" ? 2 : 0; }

int key_of(const std::string& name) {
    if (name == "Ctrl") return key_left_control;
    if (name == "Shift") return key_left_shift;
    if (name == "Alt") return key_left_alt;
    const Chord chord = chord_of(name);
    if (!chord) throw Error(Exit::input, fmt::format("\"{}\" is no key.", name));
    return chord.key;
}

double number_of(const std::string& word) { return std::strtod(word.c_str(), nullptr); }

void ScriptPlayer::play(const ScriptLine& line) {
    line_ends_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit_s_));
    if (closed_) throw Error(Exit::failure, "The window has been closed by the line before.");
    for (const ScriptCommand& command : script_commands()) {
        if (line.words[0] != command.name) continue;
        try {
            return command.run(*this, line.words);
        } catch (const Error& e) {
            if (!line.may_fail || e.code() == Exit::interrupted) throw;
            log::info("script", fmt::format("line {}: {}", line.number, e.what()));
        }
    }
}

void ScriptPlayer::picture(bool at_once) {
    draw(at_once);
    if (Clock::now() > line_ends_ && !closed_)
        throw Error(Exit::failure, fmt::format("This took longer than {:g} s (`timeout` allows more).", limit_s_));
}

void ScriptPlayer::draw(bool at_once) {
    Workspace& w = workspace();
    if (interrupted()) throw Error(Exit::interrupted, "Interrupted.");
    if (at_once) w.idle_wait_s = std::min(w.idle_wait_s, 0.02);  // nobody's hand will wake it
    if (!shell_.frame()) closed_ = true;
    after_picture_();
}

void ScriptPlayer::pictures(int n) {
    for (int i = 0; i < n && !closed_; ++i) picture();
}

void ScriptPlayer::until(const std::function<bool()>& holds, const std::string& what) {
    while (!holds()) {
        if (closed_) throw Error(Exit::failure, fmt::format("The window was closed before this came about: {}.", what));
        if (Clock::now() > line_ends_)
            throw Error(Exit::failure, fmt::format("After {:g} s this has not come about: {}.", limit_s_, what));
        draw();
    }
}

void ScriptPlayer::allow(double seconds) {
    line_ends_ += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

ImVec2 ScriptPlayer::place_of(const std::string& item) {
    const auto ends = Clock::now() + wait_for_item;
    ui::reveal(item);
    for (;;) {
        const auto& marks = ui::marks();
        const auto found = marks.find(item);
        if (found != marks.end() && found->second.visible) {
            ui::reveal("");
            const ui::Mark& m = found->second;
            return {std::floor((m.from.x + m.to.x) / 2), std::floor((m.from.y + m.to.y) / 2)};
        }
        if (Clock::now() > ends || closed_) break;
        picture();
    }
    ui::reveal("");
    std::vector<std::string> names;
    for (const auto& [name, mark] : ui::marks()) names.push_back(name);
    const std::string near = nearest(item, names);
    throw Error(Exit::failure, fmt::format("There is no item \"{}\" to be seen{}.", item,
                                           near.empty() || near == item ? "" : "; did you mean \"" + near + "\"?"));
}

void ScriptPlayer::move_to(const std::string& item) {
    ImVec2 at = place_of(item);
    for (int i = 0; i < 3; ++i) {  // what opens or scrolls may move it once more
        hand().move_mouse(at.x, at.y);
        picture();
        const ImVec2 now = place_of(item);
        if (now.x == at.x && now.y == at.y) return;
        at = now;
    }
}

void ScriptPlayer::press_and_release(int button) {
    hand().press(button, true);
    picture();
    hand().press(button, false);
    picture();
}

void ScriptPlayer::chord(const std::string& text) {
    const Chord chord = chord_of(text);
    const auto hold = [&](bool down) {
        if (chord.ctrl) hand().key(key_left_control, down);
        if (chord.shift) hand().key(key_left_shift, down);
        if (chord.alt) hand().key(key_left_alt, down);
        hand().key(chord.key, down);
        picture();
    };
    hold(true);
    hold(false);
}

}  // namespace fum
