#include "app/schema.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/build_info.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

using nlohmann::json;

json to_json(const Value& value) {
    if (const auto* b = std::get_if<bool>(&value.data)) return *b;
    if (const auto* i = std::get_if<std::int64_t>(&value.data)) return *i;
    if (const auto* d = std::get_if<double>(&value.data)) return *d;
    if (const auto* s = std::get_if<std::string>(&value.data)) return *s;
    if (const auto* list = std::get_if<std::vector<Value>>(&value.data)) {
        json all = json::array();
        for (const Value& item : *list) all.push_back(to_json(item));
        return all;
    }
    return nullptr;
}

const char* cost_of(Apply apply) {
    return apply == Apply::live ? "live" : apply == Apply::restart ? "restart" : "reallocate";
}

/// A pipe would end the cell.
std::string cell(std::string text) {
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
        text.insert(at, 1, '\\');
    return text;
}

}  // namespace

std::string parameters_help() {
    std::string text =
        "Parameters of a scene, for --set KEY=VALUE (FACE: xmin xmax ymin ymax zmin zmax; [] the number or name of "
        "a solid or emitter, as solid[0].size_m or solid.ball.size_m):\n";
    for (const ParamRef& p : parameter_docs()) {
        const std::string value = toml_text(p.read());
        text += fmt::format("  {:<34} {}{}{}", p.key, p.help, p.unit.empty() ? "" : " [" + p.unit + "]",
                            p.type.starts_with("one of") ? " (" + p.type + ")" : "");
        text += value.empty() || value == "\"\"" ? "\n" : fmt::format("; default {}\n", value);
    }
    return text;
}

std::string parameters_markdown() {
    std::string text = "| key | type | unit | default | what it is | a change costs |\n|---|---|---|---|---|---|\n";
    for (const ParamRef& p : parameter_docs()) {
        const std::string value = toml_text(p.read());
        text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", p.key, cell(p.type), cell(p.unit),
                            value.empty() || value == "\"\"" ? "" : "`" + cell(value) + "`", cell(p.help),
                            cost_of(p.apply));
    }
    return text;
}

std::string parameters_json() {
    json all = json::array();
    for (const ParamRef& p : parameter_docs()) {
        json entry = {{"key", p.key},
                      {"type", p.type},
                      {"unit", p.unit},
                      {"help", p.help},
                      {"apply", cost_of(p.apply)},
                      {"default", to_json(p.read())}};
        if (std::isfinite(p.min)) entry["minimum"] = p.min;
        if (std::isfinite(p.max)) entry["maximum"] = p.max;
        all.push_back(std::move(entry));
    }
    return json{{"title", "Fumarole scene"}, {"version", build::version}, {"parameters", all}}.dump(1) + "\n";
}

}  // namespace fum
