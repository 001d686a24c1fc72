#include "app/window/script.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <exception>
#include <sstream>

#include "app/panels/panels.h"
#include "app/window/actions.h"
#include "app/window/readings.h"
#include "app/window/script_player.h"

namespace fum {
namespace {

/// Words apart at blanks. A word in quotes may hold blanks; a quote inside a word stands for itself.
std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < line.size();) {
        if (std::isspace(static_cast<unsigned char>(line[at]))) {
            ++at;
            continue;
        }
        const bool quoted = line[at] == '"' && line.find('"', at + 1) != std::string::npos;
        std::size_t end = quoted ? line.find('"', at + 1) : line.find_first_of(" \t\r", at);
        if (end == std::string::npos) end = line.size();
        words.push_back(line.substr(at + quoted, end - at - quoted));
        at = end + quoted;
    }
    return words;
}

/// What follows so many words, as it stands.
std::string rest_of(const std::string& line, std::size_t words) {
    std::size_t at = line.find_first_not_of(" \t");
    for (std::size_t i = 0; i < words && at != std::string::npos; ++i) {
        at = line.find_first_of(" \t", at);
        at = at == std::string::npos ? at : line.find_first_not_of(" \t", at);
    }
    std::string rest = at == std::string::npos ? "" : line.substr(at);
    while (!rest.empty() && std::isspace(static_cast<unsigned char>(rest.back()))) rest.pop_back();
    return rest;
}

const ScriptCommand* find_command(const std::string& name) {
    for (const ScriptCommand& command : script_commands())
        if (name == command.name) return &command;
    return nullptr;
}

bool is_panel(const std::string& id) {
    for (const Panel& panel : panels())
        if (id == panel.id) return true;
    return false;
}

std::string fault_of_word(char kind, const std::string& word) {
    char* end = nullptr;
    std::strtod(word.c_str(), &end);
    if (kind == 'n' && (word.empty() || *end)) return fmt::format("\"{}\" is no number", word);
    if (kind == 'a' && !find_action(word)) {
        std::vector<std::string> ids;
        for (const Action& action : actions()) ids.push_back(action.id);
        const std::string near = nearest(word, ids);
        return fmt::format("\"{}\" is no action{}", word, near.empty() ? "" : "; did you mean \"" + near + "\"?");
    }
    if (kind == 'k' && !chord_of(word)) return fmt::format("\"{}\" are no keys; write them as in Ctrl+Shift+Z", word);
    if (kind == 'p' && !is_panel(word)) return fmt::format("\"{}\" is no panel", word);
    if (kind == 'b' && word != "left" && word != "right" && word != "middle")
        return fmt::format("\"{}\" is no mouse button; write left, right or middle", word);
    return {};
}

/// Empty, or what is wrong with a line.
std::string fault_of(const ScriptLine& line) {
    const ScriptCommand* command = find_command(line.words[0]);
    if (!command) {
        std::vector<std::string> names;
        for (const ScriptCommand& c : script_commands()) names.push_back(c.name);
        const std::string near = nearest(line.words[0], names);
        return fmt::format("\"{}\" is no command{}", line.words[0],
                           near.empty() ? "" : "; did you mean \"" + near + "\"?");
    }
    std::size_t at = 1;
    for (const char* kind = command->shape; *kind; ++kind, ++at) {
        if (at >= line.words.size()) {
            if (std::isupper(static_cast<unsigned char>(*kind))) continue;
            return fmt::format("a word is missing; write {} {}", command->name, command->words);
        }
        const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(*kind)));
        if (std::string fault = fault_of_word(lower, line.words[at]); !fault.empty()) return fault;
    }
    if (line.words.size() > at) return fmt::format("too many words; write {} {}", command->name, command->words);
    return {};
}

/// The last word of a command that takes the rest of a line is that rest, as it stands; one word alone may be quoted.
void join_rest(ScriptLine& line, const std::string& text) {
    const ScriptCommand* command = find_command(line.words[0]);
    const std::string shape = command ? command->shape : "";
    if (shape.empty() || std::tolower(static_cast<unsigned char>(shape.back())) != 'r') return;
    if (line.words.size() <= shape.size() + 1) return;
    const std::size_t before = shape.size() + (line.may_fail ? 1 : 0);
    line.words.resize(shape.size());
    line.words.push_back(rest_of(text, before));
}

}  // namespace

std::vector<ScriptLine> read_script(const std::string& text, const std::string& name) {
    std::vector<ScriptLine> lines;
    std::string faults;
    std::istringstream in(text);
    int number = 0;
    for (std::string one; std::getline(in, one);) {
        ScriptLine line{++number, false, words_of(one)};
        if (line.words.empty() || line.words[0].starts_with('#')) continue;
        if (line.words[0] == "try" && line.words.size() > 1) {
            line.may_fail = true;
            line.words.erase(line.words.begin());
        }
        join_rest(line, one);
        if (const std::string fault = fault_of(line); !fault.empty())
            faults += fmt::format("{}{} line {}: {}.", faults.empty() ? "" : "\n", name, number, fault);
        lines.push_back(std::move(line));
    }
    if (!faults.empty()) throw Error(Exit::input, faults);
    return lines;
}

void play_script(Shell& shell, Host& host, const std::vector<ScriptLine>& lines, const std::string& name,
                 const std::function<void()>& after_picture) {
    ScriptPlayer player(shell, host, after_picture);
    int last = 0;
    for (const ScriptLine& line : lines) {
        if (player.done()) break;
        last = line.number;
        try {
            player.play(line);
        } catch (const Error& e) { throw Error(e.code(), fmt::format("{} line {}: {}", name, line.number, e.what())); }
    }
    const auto& complaints = shell.workspace().parts.of<GlComplaints>().texts;
    if (!complaints.empty())
        throw Error(Exit::failure, fmt::format("{} line {}: OpenGL has complained {} times, first: {}", name, last,
                                               complaints.size(), complaints.front()));
}

std::string script_language() {
    std::string text =
        "Scripts (--script FILE): a command a line, # begins a comment, \"a word\" may be quoted, try before a "
        "command\n"
        "goes on where it fails. Files are those of the current folder. Items are named as in FUMAROLE_UI_MAP: the "
        "ids\n"
        "of actions, the keys of parameters, viewport, panel/ID, menu/NAME, outliner/SECTION.\n";
    for (const ScriptCommand& c : script_commands())
        text += fmt::format("  {:<34} {}\n", fmt::format("{} {}", c.name, c.words), c.help);
    text += "\nConditions: NAME [SIGN] VALUE with = != < > <= >= has (holds the text), where NAME is one of\n";
    for (const Reading& r : readings()) text += fmt::format("  {:<34} {}\n", r.name, r.help);
    return text +
           "  value KEY                          of a parameter of the scene or the view\n"
           "  seen ITEM                          yes, no, or out of view\n"
           "  enabled ACTION, checked ACTION     yes or no\n";
}

}  // namespace fum
