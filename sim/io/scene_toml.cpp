#include "sim/io/scene_toml.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <limits>
#include <map>

#include "sim/core/files.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

Value value_of(const toml::node& node) {
    if (const auto* v = node.as_boolean()) return {v->get()};
    if (const auto* v = node.as_integer()) return {v->get()};
    if (const auto* v = node.as_floating_point()) return {v->get()};
    if (const auto* v = node.as_string()) return {v->get()};
    if (const auto* array = node.as_array()) {
        std::vector<Value> list;
        for (const toml::node& item : *array) list.push_back(value_of(item));
        return {list};
    }
    return {};  // dates and tables: no parameter takes one
}

std::string behind(const std::string& section, std::string_view key) {
    return section.empty() ? std::string(key) : section + "." + std::string(key);
}

/// Walks a document along the tables of a scene.
class Reader {
public:
    Reader(Scene& scene, std::string name) : scene_(scene), name_(std::move(name)) {}

    void read(const toml::table& document) {
        resize_list(document, "solid", scene_.solids);
        resize_list(document, "emitter", scene_.emitters);
        resize_list(document, "probe", scene_.probes);
        for (ParamRef& ref : parameters(scene_)) {
            for (std::size_t dot = ref.key.find('.'); dot != std::string::npos; dot = ref.key.find('.', dot + 1))
                sections_[ref.key.substr(0, dot)];
            const std::size_t last = ref.key.rfind('.');
            const std::string section = last == std::string::npos ? "" : ref.key.substr(0, last);
            std::string key = ref.key.substr(last == std::string::npos ? 0 : last + 1);
            sections_[section].emplace(std::move(key), std::move(ref));
        }
        if (!document.contains("version"))
            add(0, {Issue::Kind::warning, name_, "has no version; taken as version = 1"});
        table(document, "");
    }

    /// Takes in an issue of validate(); `where` gets the line on which that parameter was given, if it was.
    void locate(Issue issue) {
        const auto found = lines_.find(issue.where);
        const int line = found == lines_.end() ? after_all : found->second;
        if (line != after_all) issue.where = fmt::format("{} line {}, {}", name_, line, issue.where);
        add(line, std::move(issue));
    }

    void add(int line, Issue issue) { issues_.emplace_back(line, std::move(issue)); }

    /// Everything found, in the order of the lines.
    Issues take() {
        std::stable_sort(issues_.begin(), issues_.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        Issues sorted;
        for (auto& [line, issue] : issues_) sorted.push_back(std::move(issue));
        return sorted;
    }

    static constexpr int after_all = std::numeric_limits<int>::max();

private:
    template <class List>
    void resize_list(const toml::table& document, const char* key, List& list) {
        const auto* array = document[key].as_array();
        if (array) list.assign(array->size(), {});
    }

    static bool is_list(std::string_view key) { return key == "solid" || key == "emitter" || key == "probe"; }

    void error(const toml::node& node, const std::string& key, const std::string& sentence) {
        const int line = static_cast<int>(node.source().begin.line);
        add(line, {Issue::Kind::error, fmt::format("{} line {}, {}", name_, line, key), sentence});
    }

    void table(const toml::table& entries, const std::string& section) {
        for (const auto& [key, node] : entries) {
            const std::string full = behind(section, key.str());
            lines_[full] = static_cast<int>(node.source().begin.line);
            auto& rows = sections_[section];
            if (const auto row = rows.find(std::string(key.str())); row != rows.end())
                parameter(node, row->second);
            else if (section.empty() && is_list(key.str()))
                list(node, full);
            else if (sections_.contains(full))
                subtable(node, full);
            else
                unknown(node, section, full, std::string(key.str()));
        }
    }

    void parameter(const toml::node& node, const ParamRef& ref) {
        if (const std::string fault = ref.write(value_of(node)); !fault.empty()) error(node, ref.key, fault);
    }

    void subtable(const toml::node& node, const std::string& full) {
        if (const auto* inner = node.as_table())
            table(*inner, full);
        else
            error(node, full, fmt::format("is a section; write [{}] and its keys under it", full));
    }

    void list(const toml::node& node, const std::string& full) {
        const auto* array = node.as_array();
        if (!array || !std::all_of(array->begin(), array->end(), [](const toml::node& n) { return n.is_table(); }))
            return error(node, full, fmt::format("is a list of sections; write [[{}]] before each", full));
        for (std::size_t i = 0; i < array->size(); ++i)
            table(*array->get(i)->as_table(), fmt::format("{}[{}]", full, i));
    }

    void unknown(const toml::node& node, const std::string& section, const std::string& full, const std::string& key) {
        std::vector<std::string> keys = valid_keys(section);
        const std::string near = nearest(key, keys);
        if (!near.empty()) return error(node, full, fmt::format("is no parameter; did you mean \"{}\"?", near));
        for (const auto& [other, rows] : sections_)
            if (rows.contains(key))
                return error(node, full, fmt::format("is no parameter here; \"{}\" stands under [{}]", key, other));
        error(node, full, fmt::format("is no parameter; valid here: {}", fmt::join(keys, ", ")));
    }

    std::vector<std::string> valid_keys(const std::string& section) const {
        std::vector<std::string> keys;
        for (const auto& [key, ref] : sections_.at(section)) keys.push_back(key);
        for (const auto& [name, rows] : sections_) {
            const bool below = section.empty() ? !name.empty() : name.starts_with(section + ".");
            const std::string rest = section.empty() ? name : below ? name.substr(section.size() + 1) : "";
            if (below && rest.find_first_of(".[") == std::string::npos) keys.push_back(rest);
        }
        if (section.empty()) keys.insert(keys.end(), {"solid", "emitter", "probe"});
        return keys;
    }

    Scene& scene_;
    std::string name_;
    std::map<std::string, std::map<std::string, ParamRef>> sections_;
    std::map<std::string, int> lines_;
    std::vector<std::pair<int, Issue>> issues_;
};

/// "solid.ball.size_m" -> "solid[0].size_m"; other keys as they are.
std::string indexed(const Scene& scene, const std::string& key) {
    const auto find = [&](const auto& list, const std::string& section) -> std::string {
        if (!key.starts_with(section + ".")) return key;
        const std::size_t last = key.rfind('.');
        if (last < section.size() + 1) return key;
        const std::string name = key.substr(section.size() + 1, last - section.size() - 1);
        for (std::size_t i = 0; i < list.size(); ++i)
            if (list[i].name == name || name == std::to_string(i))
                return fmt::format("{}[{}]{}", section, i, key.substr(last));
        return key;
    };
    if (key.starts_with("probe")) return find(scene.probes, "probe");
    return key.starts_with("emitter") ? find(scene.emitters, "emitter") : find(scene.solids, "solid");
}

}  // namespace

std::string write_setting(const ParamRef& ref, const std::string& text) {
    if (ref.is_text && !text.starts_with('"') && !text.starts_with('\'')) return ref.write({text});
    try {
        const toml::table parsed = toml::parse("value = " + text);
        return ref.write(value_of(*parsed.get("value")));
    } catch (const toml::parse_error&) {
        return fmt::format("expected {}, got {}", ref.type, text.empty() ? "nothing" : text);
    }
}

Issues apply_setting(Scene& scene, std::string_view setting) {
    const std::string where = fmt::format("--set {}", setting);
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return {{Issue::Kind::error, where, "needs the form key=value, e.g. --set fluid.re=20000"}};
    const auto trimmed = [](std::string_view s) {
        const auto first = s.find_first_not_of(" \t"), last = s.find_last_not_of(" \t");
        return first == std::string_view::npos ? std::string() : std::string(s.substr(first, last - first + 1));
    };
    const std::string key = indexed(scene, trimmed(setting.substr(0, equals)));
    std::vector<std::string> keys;
    for (const ParamRef& ref : parameters(scene)) {
        keys.push_back(ref.key);
        if (ref.key != key) continue;
        const std::string fault = write_setting(ref, trimmed(setting.substr(equals + 1)));
        return fault.empty() ? Issues{} : Issues{{Issue::Kind::error, where, fault}};
    }
    std::string near = nearest(key, keys);
    for (const std::string& k : keys)  // "re" for "fluid.re"
        if (k.ends_with("." + key)) near = k;
    return {{Issue::Kind::error, where,
             near.empty() ? fmt::format("\"{}\" is no parameter; --print-schema lists all", key)
                          : fmt::format("\"{}\" is no parameter; did you mean \"{}\"?", key, near)}};
}

SceneFile parse_scene(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                      std::span<const std::string> settings, const Scene& start) {
    SceneFile file{start, {}};
    file.scene.folder = folder;
    Reader reader(file.scene, name);
    try {
        reader.read(toml::parse(text, name));
    } catch (const toml::parse_error& e) {
        const auto at = e.source().begin;
        file.issues.push_back({Issue::Kind::error, fmt::format("{} line {}, column {}", name, at.line, at.column),
                               std::string(e.description())});
        return file;  // of a text that is no TOML nothing is known
    }
    for (const std::string& setting : settings)
        for (Issue& issue : apply_setting(file.scene, setting)) reader.add(Reader::after_all, std::move(issue));
    for (Issue& issue : validate(file.scene)) reader.locate(std::move(issue));
    file.issues = reader.take();
    return file;
}

SceneFile load_scene(const std::filesystem::path& path, std::span<const std::string> settings, const Scene& start) {
    const std::string text = read_whole(path);
    const auto folder = std::filesystem::absolute(path).parent_path();
    SceneFile file = parse_scene(text, path.filename().string(), folder, settings, start);
    file.scene.title = path.stem().string();
    return file;
}

}  // namespace fum
