#include "app/scene_change.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "sim/scene_tables.h"

namespace fum {
namespace {

/// Calls f(ref) for every parameter of both whose text differs.
template <class F>
void for_each_difference(const Scene& from, const Scene& to, F&& f) {
    Scene a = from, b = to;  // references need something to refer to
    std::map<std::string, std::string> before;
    for (const ParamRef& ref : parameters(a)) before[ref.key] = toml_text(ref.read());
    for (const ParamRef& ref : parameters(b)) {
        const auto was = before.find(ref.key);
        if (was != before.end() && was->second != toml_text(ref.read())) f(ref);
    }
}

/// One word of a POSIX shell.
std::string shell_word(const std::string& text) {
    const auto harmless = [](unsigned char c) {
        return std::isalnum(c) || std::string_view("_-./=+:,%@").find(static_cast<char>(c)) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), harmless)) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

/// A value as --set takes it: names as they stand, all else as TOML.
std::string setting_text(const ParamRef& ref) {
    const Value value = ref.read();
    const auto* name = std::get_if<std::string>(&value.data);
    const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.' || c == '/' || c == '-'; };
    if (ref.is_text && name && !name->empty() && std::all_of(name->begin(), name->end(), plain)) return *name;
    return toml_text(value);
}

}  // namespace

SceneChange change_of(const Scene& from, const Scene& to) {
    std::vector<std::pair<Apply, std::string>> found;
    for_each_difference(from, to, [&](const ParamRef& ref) { found.emplace_back(ref.apply, ref.key); });
    if (from.solids.size() != to.solids.size()) found.emplace_back(Apply::reallocate, "solid");
    if (from.emitters.size() != to.emitters.size()) found.emplace_back(Apply::reallocate, "emitter");
    if (from.probes.size() != to.probes.size()) found.emplace_back(Apply::live, "probe");
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    SceneChange change;
    if (!found.empty()) change.cost = found.front().first;
    for (auto& [apply, key] : found) change.keys.push_back(std::move(key));
    return change;
}

CommandLine command_line(const std::filesystem::path& path, const Scene& saved, const Scene& edited) {
    CommandLine line{"fumarole run " + shell_word(path.string()), {}};
    for_each_difference(saved, edited, [&](const ParamRef& ref) {
        if (toml_text(ref.read()).empty())
            line.beyond.push_back(ref.key + " is no longer given");
        else
            line.text += " --set " + shell_word(ref.key + "=" + setting_text(ref));
    });
    if (saved.solids.size() != edited.solids.size()) line.beyond.push_back("the number of solids has changed");
    if (saved.emitters.size() != edited.emitters.size()) line.beyond.push_back("the number of emitters has changed");
    if (saved.probes.size() != edited.probes.size()) line.beyond.push_back("the number of probes has changed");
    return line;
}

}  // namespace fum
