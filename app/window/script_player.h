// What the commands of scripts are made of.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "app/window/host.h"
#include "app/window/script.h"
#include "app/window/shell.h"
#include "app/window/widgets.h"

namespace fum {

/// Makes the window's pictures one by one, its hand on mouse and keyboard.
class ScriptPlayer {
public:
    ScriptPlayer(Shell& shell, Host& host, const std::function<void()>& after_picture)
        : shell_(shell), host_(host), after_picture_(after_picture) {}

    /// One line, with its time limit.
    void play(const ScriptLine&);
    bool done() const { return done_; }

    // For the commands.
    Workspace& workspace() { return shell_.workspace(); }
    Host& host() { return host_; }
    Hand& hand() { return host_.hand(); }
    void finish() { done_ = true; }
    /// One picture. Throws Error(failure) if the line has lasted too long.
    void picture(bool at_once = true);
    void pictures(int n);
    /// Pictures until it holds; `what` completes "... did not come about: ".
    void until(const std::function<bool()>& holds, const std::string& what);
    /// Gives the line so many seconds more.
    void allow(double seconds);
    /// Goes on where a line closed the window.
    void forget_to_close() { closed_ = false; }
    void set_limit(double seconds) { limit_s_ = seconds; }

    /// The middle of an item, scrolled into view; waits up to two seconds for it. Throws Error(failure).
    ImVec2 place_of(const std::string& item);
    void move_to(const std::string& item);
    void press_and_release(int button);
    void chord(const std::string& text);

private:
    using Clock = std::chrono::steady_clock;
    void draw(bool at_once = true);
    Shell& shell_;
    Host& host_;
    std::function<void()> after_picture_;
    bool done_ = false, closed_ = false;
    double limit_s_ = 60;
    Clock::time_point line_ends_{};
};

/// "left", "right", "middle"; Error(input) otherwise.
int button_of(const std::string& name);
/// A held key by its name: "Ctrl", "Shift", "Alt", or as in chords.
int key_of(const std::string& name);
double number_of(const std::string& word);

/// A command of the language. `shape` has a letter a word: n number, w word, r the rest of the line, a action,
/// k keys, p panel, b mouse button; capitals may be left out.
struct ScriptCommand {
    const char* name;
    const char* words;  ///< for the help: "NAME [BUTTON]"
    const char* help;
    const char* shape;
    void (*run)(ScriptPlayer&, const std::vector<std::string>& words);
};
const std::vector<ScriptCommand>& script_commands();

/// A condition as in `expect step > 10`.
struct Condition {
    std::string name, of, sign, value;
};
/// Of the words from `first` on; `sign` stands where none is written and the value is a number. Throws Error(input).
Condition condition_of(const std::vector<std::string>& words, std::size_t first, const std::string& sign);
bool holds(Workspace&, const Condition&);
std::string condition_text(const Condition&);

// Longer commands.
void measure(ScriptPlayer&, double seconds, const std::filesystem::path& json);
void be_monkey(ScriptPlayer&, std::uint32_t seed, int count, const std::filesystem::path& script,
               const std::filesystem::path& files);

}  // namespace fum
