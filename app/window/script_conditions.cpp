// Conditions of scripts, and what `measure` counts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/window/bridge.h"
#include "app/window/readings.h"
#include "app/window/scene_view.h"
#include "app/window/script_player.h"
#include "sim/core/files.h"

namespace fum {
namespace {

constexpr std::array<std::string_view, 7> signs{"=", "!=", "<", ">", "<=", ">=", "has"};

std::string next_word(std::string& text) {
    const std::size_t from = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t to = std::min(text.find(' ', from), text.size());
    std::string word = text.substr(from, to - from);
    text.erase(0, std::min(text.find_first_not_of(' ', to), text.size()));
    return word;
}

bool is_number(const std::string& text) {
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return !text.empty() && *end == 0;
}

std::string without_quotes(const std::string& text) {
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

Condition condition_of(const std::vector<std::string>& words, std::size_t first, const std::string& sign) {
    std::string text = words.at(first);
    Condition c;
    c.name = next_word(text);
    if (reading_takes_word(c.name)) c.of = next_word(text);
    std::string rest = text;
    const std::string maybe = next_word(rest);
    if (std::find(signs.begin(), signs.end(), maybe) != signs.end()) {
        c.sign = maybe;
        c.value = without_quotes(rest);
    } else {
        c.value = without_quotes(text);
        c.sign = is_number(c.value) ? sign : "=";
    }
    if (c.value.empty() && c.sign != "=" && c.sign != "!=")
        throw Error(Exit::input, fmt::format("\"{}\" is no condition; write NAME SIGN VALUE.", words.at(first)));
    return c;
}

bool holds(Workspace& w, const Condition& c) {
    const std::string now = reading(w, c.name, c.of);
    if (c.sign == "has") return now.find(c.value) != std::string::npos;
    if (c.sign == "=" || c.sign == "!=") return same_text(now, c.value) == (c.sign == "=");
    if (!is_number(now) || !is_number(c.value))
        throw Error(Exit::input, fmt::format("\"{}\" and \"{}\" cannot be compared with {}.", now, c.value, c.sign));
    const double a = number_of(now), b = number_of(c.value);
    return c.sign == "<" ? a < b : c.sign == ">" ? a > b : c.sign == "<=" ? a <= b : a >= b;
}

std::string condition_text(const Condition& c) {
    return fmt::format("{}{}{} {} {}", c.name, c.of.empty() ? "" : " ", c.of, c.sign, c.value);
}

void measure(ScriptPlayer& p, double seconds, const std::filesystem::path& json) {
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); };
    Workspace& w = p.workspace();
    p.allow(seconds);
    const PlayView chosen = w.view.play;
    w.view.play.film_speed = false;  // the solver at its own speed
    p.picture(false);
    const std::int64_t first_step = w.status.step;
    const BridgeCosts before = w.bridge->costs();
    const auto begin = Clock::now();
    auto last = begin;
    std::vector<double> gaps_ms, draws_ms, works_ms;
    std::map<std::string, double> layers, lights;
    double panels_ms = 0;
    while (since(begin) < seconds) {
        p.picture(false);
        gaps_ms.push_back(1000 * since(last));
        last = Clock::now();
        draws_ms.push_back(w.scene_view->draw_ms());
        works_ms.push_back(w.work_ms);
        panels_ms += p.host().panels_gpu_ms();
        for (const LayerTime& layer : w.scene_view->times()) {
            layers[std::string(layer.name)] += layer.gpu_ms;
            if (layer.light_ms > 0) lights[std::string(layer.name)] += layer.light_ms;
        }
    }
    w.view.play = chosen;
    const double took = since(begin), n = static_cast<double>(gaps_ms.size());
    const auto steps = static_cast<double>(w.status.step - first_step);
    const Int3 nodes = w.prepared ? w.prepared->config.nodes : Int3{};
    const double cells = 1.0 * nodes.x * nodes.y * nodes.z;
    double draws = 0;
    for (const double ms : draws_ms) draws += ms / n;
    for (auto* times : {&layers, &lights})
        for (auto& [name, ms] : *times) ms /= n;
    std::sort(gaps_ms.begin(), gaps_ms.end());
    std::sort(works_ms.begin(), works_ms.end());
    nlohmann::ordered_json out;
    out["seconds"] = took;
    out["pictures_per_second"] = n / took;
    out["worst_gap_ms"] = gaps_ms.back();
    out["median_gap_ms"] = gaps_ms[gaps_ms.size() / 2];
    out["median_work_ms"] = works_ms[works_ms.size() / 2];
    out["worst_work_ms"] = works_ms.back();
    out["draw_ms"] = draws;
    out["layers_gpu_ms"] = layers;
    out["of_them_light_ms"] = lights;
    out["panels_gpu_ms"] = panels_ms / n;
    out["steps_per_second"] = steps / took;
    out["mlups"] = steps * cells / took / 1e6;
    out["status_mlups"] = w.status.mlups;
    out["nodes"] = {nodes.x, nodes.y, nodes.z};
    out["picture"] = {w.scene_view->width(), w.scene_view->height()};
    out["bridge"] = w.bridge->badge();
    const BridgeCosts after = w.bridge->costs();
    const double taken = std::max<double>(1, static_cast<double>(after.pictures - before.pictures));
    out["bridge_ms"] = {{"take", (after.take_ms - before.take_ms) / taken},
                        {"map", (after.map_ms - before.map_ms) / taken},
                        {"unmap", (after.unmap_ms - before.unmap_ms) / taken},
                        {"upload", (after.upload_ms - before.upload_ms) / taken}};
    out["bridge_reason"] = w.bridge->reason();
    out["device"] = w.status.device;
    out["renderer"] = p.host().renderer();
    write_whole(json, out.dump(2) + "\n");
}

}  // namespace fum
