// Sessions written down: the language of `fumarole view --script`, one command a line.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace fum {

class Host;
class Shell;

struct ScriptLine {
    int number = 0;
    bool may_fail = false;           ///< "try" stood before it
    std::vector<std::string> words;  ///< the command and its words; "quoted words" are one
};

/// The lines that do something. `name` is for messages. Throws Error(input) with all that cannot be understood.
std::vector<ScriptLine> read_script(const std::string& text, const std::string& name);

/// Replays them in a window until the last line, `quit`, or the window's end. Throws Error, its sentence with name and
/// line in front: (input) for a line that makes no sense now, (failure) for an expectation that does not hold, for what
/// does not come in time, and for any complaint of OpenGL, (interrupted) after a signal.
void play_script(Shell&, Host&, const std::vector<ScriptLine>&, const std::string& name,
                 const std::function<void()>& after_picture);

/// The language, for --help.
std::string script_language();

}  // namespace fum
