// The commands of scripts: one ordered list, which the reader, the player and the help walk.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/presets.h"
#include "app/window/actions.h"
#include "app/window/readings.h"
#include "app/window/scene_view.h"
#include "app/window/script_player.h"

namespace fum {
namespace {

using Words = std::vector<std::string>;

/// A file, or a scene of the assets by its name.
void open(ScriptPlayer& p, const Words& words) {
    Workspace& w = p.workspace();
    const std::filesystem::path path = words[1];
    std::error_code failed;
    if (!std::filesystem::exists(path, failed))
        for (const auto& preset : preset_scenes())
            if (preset.stem() == path) {
                w.begin_from(preset);
                return p.picture();
            }
    w.open(path);
    p.picture();
}

void wait(ScriptPlayer& p, const Words& words) {
    Workspace& w = p.workspace();
    const std::string& what = words[1];
    if (what == "run")
        return p.until(
            [&] {
                if (w.status.mode == SimMode::empty && w.status.failure)
                    throw Error(Exit::failure, "There is no flow: " + w.status.failure->sentence);
                return w.status.run > 0 && w.status.mode >= SimMode::paused && !w.pending;
            },
            "the flow is made");
    if (what == "idle")
        return p.until([&] { return w.status.mode != SimMode::preparing && !w.pending && !w.preparing(); },
                       "nothing is being prepared");
    Words all{words[0]};
    const std::size_t blank = what.find(' ');
    const std::string head = what.substr(0, blank);
    if (blank != std::string::npos && (head == "seconds" || head == "pictures")) {
        const double n = number_of(what.substr(blank + 1));
        if (head == "pictures") return p.pictures(static_cast<int>(n));
        p.allow(n);
        const auto ends = std::chrono::steady_clock::now() + std::chrono::duration<double>(n);
        return p.until([&] { return std::chrono::steady_clock::now() >= ends; }, "the time is over");
    }
    const Condition condition = condition_of(words, 1, ">=");
    p.until([&] { return holds(w, condition); }, condition_text(condition));
}

void expect(ScriptPlayer& p, const Words& words) {
    const Condition condition = condition_of(words, 1, "=");
    if (holds(p.workspace(), condition)) return;
    throw Error(Exit::failure, fmt::format("Expected {}, found {}.", condition_text(condition),
                                           reading(p.workspace(), condition.name, condition.of)));
}

void drag(ScriptPlayer& p, const Words& words) {
    const ImVec2 at = p.place_of(words[1]);
    const float dx = static_cast<float>(number_of(words[2])), dy = static_cast<float>(number_of(words[3]));
    const int button = words.size() > 4 ? button_of(words[4]) : 0;
    p.move_to(words[1]);
    p.hand().press(button, true);
    p.picture();
    constexpr int moves = 6;
    for (int i = 1; i <= moves; ++i) {
        const float share = static_cast<float>(i) / moves;
        p.hand().move_mouse(at.x + share * dx, at.y + share * dy);
        p.picture();
    }
    p.hand().press(button, false);
    p.picture();
}

void mouse(ScriptPlayer& p, const Words& words) {
    if (words.size() == 2) return p.move_to(words[1]);
    p.hand().move_mouse(static_cast<float>(number_of(words[1])), static_cast<float>(number_of(words[2])));
    p.picture();
}

void double_click(ScriptPlayer& p, const Words& words) {
    p.move_to(words[1]);
    float& time = ImGui::GetIO().MouseDoubleClickTime;
    const float usual = std::exchange(time, 10.0f);  // pictures may be slow
    p.press_and_release(0);
    p.press_and_release(0);
    time = usual;
}

void screenshot(ScriptPlayer& p, const Words& words) {
    ImVec2 from{0, 0}, to = ImGui::GetIO().DisplaySize;
    if (words.size() > 2) {
        p.place_of(words[2]);
        const ui::Mark mark = ui::marks().at(words[2]);
        from = mark.from;
        to = mark.to;
    }
    p.host().keep_pictures(true);
    p.picture();
    const Screenshot shot = p.host().screenshot();
    p.host().keep_pictures(false);
    const auto within = [](float v, int most) { return std::clamp(static_cast<int>(v), 0, most); };
    const int x0 = within(from.x, shot.width), x1 = within(to.x, shot.width), y0 = within(from.y, shot.height),
              y1 = within(to.y, shot.height);
    if (x1 <= x0 || y1 <= y0) throw Error(Exit::failure, "There is no picture of that.");
    std::vector<std::uint8_t> cut;
    for (int y = y0; y < y1; ++y) {
        const auto row = shot.rgba.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * shot.width);
        cut.insert(cut.end(), row + 4 * x0, row + 4 * x1);
    }
    write_png(words[1], cut, x1 - x0, y1 - y0);
}

void action(ScriptPlayer& p, const Words& words) {
    if (!run_action(p.workspace(), words[1]))
        throw Error(Exit::failure, fmt::format("{} cannot be done now.", words[1]));
    p.pictures(2);
}

void set(ScriptPlayer& p, const Words& words) {
    const std::string fault = p.workspace().set_text(words[1], words.size() > 2 ? words[2] : "");
    if (!fault.empty()) throw Error(Exit::input, fmt::format("{}: {}", words[1], fault));
    p.workspace().doc.end_merge();
    p.picture();
}

void camera(ScriptPlayer& p, const Words& words) {
    const auto at = [&](std::size_t i) { return static_cast<float>(number_of(words[i])); };
    Workspace& w = p.workspace();
    w.camera.eye = {at(1), at(2), at(3)};
    w.camera.target = {at(4), at(5), at(6)};
    w.camera_moved = true;
    p.picture();
}

void click(ScriptPlayer& p, const Words& words) {
    p.move_to(words[1]);
    p.press_and_release(words.size() > 2 ? button_of(words[2]) : 0);
}

void monkey(ScriptPlayer& p, const Words& words) {
    be_monkey(p, static_cast<std::uint32_t>(number_of(words[1])), static_cast<int>(number_of(words[2])), words[3],
              words.size() > 4 ? words[4] : std::string());
}

}  // namespace

const std::vector<ScriptCommand>& script_commands() {
    using P = ScriptPlayer;
    static const std::vector<ScriptCommand> all{
        {"open", "FILE|PRESET", "a scene or a mesh, or a scene of the assets by name", "r", open},
        {"drop", "FILE", "as if it had been dropped onto the window", "r",
         [](P& p, const Words& w) { p.host().drop(w[1]), p.pictures(2); }},
        {"action", "ID", "what a key or a menu does; fumarole --list-bindings lists all", "a", action},
        {"set", "KEY VALUE", "a parameter of the scene or the view, as --set", "wR", set},
        {"select", "[SECTION]", "solid[0], emitter[0], probe[0], boundary.xmin, domain, ...", "R",
         [](P& p, const Words& w) { p.workspace().selected = {w.size() > 1 ? w[1] : ""}, p.picture(); }},
        {"panel", "ID", "brings it to the front", "p",
         [](P& p, const Words& w) { p.workspace().wanted_panel = w[1], p.pictures(2); }},
        {"camera", "EX EY EZ TX TY TZ", "eye and target, metres", "nnnnnn", camera},
        {"wait", "run|idle|CONDITION", "also: seconds N, pictures N; a number without a sign is reached or passed", "r",
         wait},
        {"expect", "CONDITION", "ends the script with exit code 1 unless it holds", "r", expect},
        {"forget", "", "the errors and warnings that have been said", "",
         [](P& p, const Words&) {
             Workspace& w = p.workspace();
             w.parts.of<ForgottenNotices>().until = w.notices.newest();
         }},
        {"timeout", "SECONDS", "that a line may take from here on; 60 at the beginning", "n",
         [](P& p, const Words& w) { p.set_limit(number_of(w[1])); }},
        {"mouse", "X Y | ITEM", "moves it there", "wN", mouse},
        {"click", "ITEM [BUTTON]", "scrolls to it, presses and lets go", "wB", click},
        {"double", "ITEM", "clicks twice", "w", double_click},
        {"drag", "ITEM DX DY [BUTTON]", "from its middle, pixels", "wnnB", drag},
        {"press", "[BUTTON]", "and holds: left, right, middle", "B",
         [](P& p, const Words& w) { p.hand().press(button_of(w.size() > 1 ? w[1] : ""), true), p.picture(); }},
        {"release", "[BUTTON]", "lets go", "B",
         [](P& p, const Words& w) { p.hand().press(button_of(w.size() > 1 ? w[1] : ""), false), p.picture(); }},
        {"wheel", "STEPS", "positive towards the picture", "n",
         [](P& p, const Words& w) { p.hand().wheel(static_cast<float>(number_of(w[1]))), p.picture(); }},
        {"key", "KEYS", "Space, Ctrl+Shift+Z, ...", "k", [](P& p, const Words& w) { p.chord(w[1]); }},
        {"down", "KEY", "and holds: Ctrl, Shift, Alt, or any other", "w",
         [](P& p, const Words& w) { p.hand().key(key_of(w[1]), true), p.picture(); }},
        {"up", "KEY", "lets go", "w", [](P& p, const Words& w) { p.hand().key(key_of(w[1]), false), p.picture(); }},
        {"type", "TEXT", "into the field that has the keyboard", "r",
         [](P& p, const Words& w) { p.hand().type(w[1]), p.picture(); }},
        {"screenshot", "FILE.png [ITEM]", "of the window, or of one item", "wW", screenshot},
        {"measure", "SECONDS FILE.json", "pictures a second, their times, the solver's speed beside them", "nw",
         [](P& p, const Words& w) { measure(p, number_of(w[1]), w[2]); }},
        {"size", "WIDTH HEIGHT", "of the window", "nn",
         [](P& p, const Words& w) {
             p.host().resize(static_cast<int>(number_of(w[1])), static_cast<int>(number_of(w[2])));
             p.pictures(3);
         }},
        {"scale", "FACTOR", "of the user interface, 0.75 to 3", "n",
         [](P& p, const Words& w) {
             p.workspace().chosen_scale = static_cast<float>(number_of(w[1]));
             p.pictures(2);
         }},
        {"monkey", "SEED COUNT FILE [FOLDER]", "random actions, written to FILE as a script; drops files of FOLDER",
         "nnwW", monkey},
        {"say", "TEXT", "to stdout", "r", [](P&, const Words& w) { std::puts(w[1].c_str()), std::fflush(stdout); }},
        {"quit", "", "ends the script without a question", "", [](P& p, const Words&) { p.finish(); }},
    };
    return all;
}

}  // namespace fum
