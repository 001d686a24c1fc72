// Random hands on the window: clicks, drags, keys, parameters inside and outside their ranges, files. Everything it
// does is a line of a script, written down before it is done, so that what it broke can be replayed.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>

#include "app/presets.h"
#include "app/setup.h"
#include "app/window/actions.h"
#include "app/window/script_player.h"

namespace fum {
namespace {

/// The same numbers on every machine, which the distributions of the standard library do not promise.
class Dice {
public:
    explicit Dice(std::uint32_t seed) : engine_(seed) {}
    std::size_t below(std::size_t n) { return n == 0 ? 0 : engine_() % n; }
    int between(int low, int high) { return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1))); }
    double share() { return static_cast<double>(engine_()) / 4294967296.0; }
    template <class T>
    const T& one_of(const std::vector<T>& all) {
        return all[below(all.size())];
    }

private:
    std::mt19937 engine_;
};

/// What a monkey must not do: end the program, write over files that it did not make, fill memory or disk.
bool harmful(const std::string& item) {
    for (const char* word :
         {"quit",    "save",       "overwrite", "file.new",    "new_folder",       "record",      "export.",
          "export/", "discard",    "threads",   "max_tracers", "samples_per_area", "].samples",   "dx_m",
          "size_m",  "resolution", ".rate",     ".count",      "tracers_per_cell", "time.frames", ".most",
          ".fps",    ".width",     ".height",   "output."})
        if (item.find(word) != std::string::npos) return true;
    return false;
}

std::string quoted(const std::string& word) { return word.find(' ') == std::string::npos ? word : '"' + word + '"'; }

std::string number(double v) { return fmt::format("{:.4g}", v); }

class Monkey {
public:
    Monkey(std::uint32_t seed, const std::filesystem::path& files) : dice_(seed) {
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator(files, none))
            if (entry.is_regular_file()) files_.push_back(entry.path().string());
        std::sort(files_.begin(), files_.end());
    }
    std::string next(Workspace&);

private:
    std::string item();
    std::string parameter(Workspace&);
    std::string value_for(const ParamRef&);
    std::string keys();
    std::string from_outside();

    Dice dice_;
    std::vector<std::string> files_;
};

std::string Monkey::item() {
    std::vector<std::string> names;
    for (const auto& [name, mark] : ui::marks())
        if (mark.visible && !harmful(name)) names.push_back(name);
    return names.empty() ? "viewport" : quoted(dice_.one_of(names));
}

std::string Monkey::value_for(const ParamRef& ref) {
    if (dice_.below(6) == 0) {
        const std::vector<std::string> nonsense{"-1",          "1e30", "nan",  "x",    "[1, 2]",
                                                "[1e9, 0, 0]", "0",    "true", "1e-30"};
        return dice_.one_of(nonsense);
    }
    const Value now = ref.read();
    if (const auto* b = std::get_if<bool>(&now.data)) return *b ? "false" : "true";
    if (ref.type.starts_with("one of ")) {
        std::vector<std::string> names;
        for (std::size_t at = 7; at < ref.type.size();) {
            const std::size_t comma = std::min(ref.type.find(", ", at), ref.type.size());
            names.push_back(ref.type.substr(at, comma - at));
            at = comma + 2;
        }
        return dice_.one_of(names);
    }
    const auto near = [&](double v) { return (v == 0 ? 0.3 : v) * std::exp2(4 * dice_.share() - 2); };
    if (const auto* n = std::get_if<std::int64_t>(&now.data))
        return std::to_string(std::llround(near(static_cast<double>(*n))));
    if (const auto* d = std::get_if<double>(&now.data)) return number(near(*d));
    if (ref.type == "[x, y, z]")
        return fmt::format("[{}, {}, {}]", number(dice_.share() - 0.5), number(dice_.share() - 0.5),
                           number(dice_.share() - 0.5));
    if (ref.type == "number") return number(near(1));
    return "monkey";
}

std::string Monkey::parameter(Workspace& w) {
    std::vector<ParamRef> all = w.doc.parameters();
    for (ParamRef& ref : view_parameters(w.view)) all.push_back(std::move(ref));
    std::erase_if(all, [](const ParamRef& ref) { return harmful(ref.key) || ref.is_path; });
    const ParamRef& ref = dice_.one_of(all);
    return fmt::format("set {} {}", ref.key, value_for(ref));
}

std::string Monkey::keys() {
    std::vector<std::string> chords{"Esc", "Enter", "Tab", "Down", "Ctrl+A", "Del", "F"};
    for (const Action& action : actions())
        if (action.keys && !harmful(action.id)) chords.push_back(chord_text(action.keys));
    std::erase_if(chords, [](const std::string& text) { return !chord_of(text); });
    return "key " + dice_.one_of(chords);
}

std::string Monkey::from_outside() {
    std::vector<std::string> scenes;
    for (const auto& preset : preset_scenes()) scenes.push_back(preset.stem().string());
    if (scenes.empty() && files_.empty()) return "wheel 1";
    if (files_.empty() || (!scenes.empty() && dice_.below(3) == 0)) return "open " + dice_.one_of(scenes);
    return "drop " + quoted(dice_.one_of(files_));
}

/// Whatever has been done to the domain, a flow stays as small as the tests want it.
bool too_large(const Workspace& w) {
    const Int3 n = grid_of(w.doc.scene().domain).nodes;
    return 1.0 * n.x * n.y * n.z > 1e6;
}

std::string Monkey::next(Workspace& w) {
    if (too_large(w)) return "set domain.resolution 24";
    const int what = dice_.between(0, 99);
    if (ImGui::GetIO().WantTextInput && what < 40) {
        const std::vector<std::string> texts{"1.5", "-3e", "abc", "0", "häß", "1e99", "[1,2,3]"};
        return "type " + dice_.one_of(texts);
    }
    if (what < 34) return "click " + item() + (dice_.below(8) == 0 ? " right" : "");
    if (what < 36) return "double " + item();
    if (what < 52) return fmt::format("drag {} {} {}", item(), dice_.between(-150, 150), dice_.between(-90, 90));
    if (what < 66) return parameter(w);
    if (what < 78) {
        std::vector<std::string> ids;
        for (const Action& action : actions())
            if (!harmful(action.id) && (!action.enabled || action.enabled(w))) ids.push_back(action.id);
        return ids.empty() ? "wheel -1" : "action " + dice_.one_of(ids);
    }
    if (what < 88) return keys();
    if (what < 94) return from_outside();
    if (what < 96) return fmt::format("wheel {}", dice_.between(-3, 3));
    if (what < 97) return fmt::format("size {} {}", dice_.between(640, 1500), dice_.between(400, 900));
    return "wait pictures 3";
}

}  // namespace

void be_monkey(ScriptPlayer& player, std::uint32_t seed, int count, const std::filesystem::path& script,
               const std::filesystem::path& files) {
    Workspace& w = player.workspace();
    Monkey monkey(seed, files);
    std::ofstream out(script);
    out << "# " << count << " actions of the monkey with seed " << seed << std::endl;
    for (int i = 0; i < count; ++i) {
        const std::string text = "try " + monkey.next(w);
        out << text << std::endl;  // flushed: it is there if the next thing is a crash
        if (!out) throw Error(Exit::output, fmt::format("{} cannot be written.", script.string()));
        player.allow(60);
        ScriptLine line = read_script(text, "monkey").at(0);
        line.number = i + 2;  // in the file
        player.play(line);
        w.quit = w.close_wanted = false;
        player.forget_to_close();
    }
}

}  // namespace fum
