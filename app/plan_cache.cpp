// The files of PlanCache, see tuned_plan.h.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/places.h"
#include "app/tuned_plan.h"
#include "sim/core/error.h"
#include "sim/core/files.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr int format = 1;  // of the files

/// A title as the beginning of a file name.
std::string slug(const std::string& title) {
    std::string text;
    for (const char c : title)
        if (text.size() < 60) text += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return text + "-";
}

json parts_json(const PlanKey& key) {
    json parts = json::object();
    for (const auto& [name, value] : key.parts) parts[name] = value;
    return parts;
}

/// JSON text; bytes of a file name that are no UTF-8 are replaced.
std::string text_of(const json& value, int indent) {
    return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

json plan_json(const Plan& plan) {
    return {{"alpha", plan.alpha},
            {"ib_block", plan.ib_block},
            {"block_threads", plan.block_threads},
            {"schedule", name_of(plan.schedule)},
            {"launches", plan.launches}};
}

bool is_power_of_two(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

/// What a file holds.
struct Entry {
    std::string title;
    json parts;
    TunedPlan tuned;
};

/// Throws std::exception if it is not what plan_json() makes.
Plan plan_from(const json& from) {
    Plan plan;
    plan.alpha = from.at("alpha").get<std::int64_t>();
    plan.ib_block = from.at("ib_block").get<int>();
    plan.block_threads = from.at("block_threads").get<int>();
    plan.launches = from.at("launches").get<int>();
    const std::string fault = assign(plan.schedule, Value{from.at("schedule").get<std::string>()});
    if (!fault.empty()) throw std::runtime_error("schedule " + fault);
    if (plan.alpha != 0 && !is_power_of_two(plan.alpha)) throw std::runtime_error("alpha is no power of two");
    if (plan.ib_block < 0 || plan.ib_block > 1024) throw std::runtime_error("ib_block lies outside 0..1024");
    if (plan.block_threads != 0 &&
        (!is_power_of_two(plan.block_threads) || plan.block_threads < 32 || plan.block_threads > 256))
        throw std::runtime_error("block_threads is none of 32, 64, 128, 256");
    if (plan.launches < 1 || plan.launches > 3) throw std::runtime_error("launches lies outside 1..3");
    return plan;
}

/// Throws std::exception if it is not what store() writes.
Entry entry_from(const std::string& text) {
    const json whole = json::parse(text);
    if (whole.at("format").get<int>() != format) throw std::runtime_error("another version of Fumarole wrote it");
    Entry entry;
    entry.title = whole.at("title").get<std::string>();
    entry.parts = whole.at("key");
    entry.tuned.plan = plan_from(whole.at("plan"));
    entry.tuned.ms = whole.at("ms").get<double>();
    entry.tuned.default_ms = whole.at("default_ms").get<double>();
    entry.tuned.noise = whole.at("noise").get<double>();
    entry.tuned.whole = whole.at("whole").get<bool>();
    if (!entry.parts.is_object()) throw std::runtime_error("its key is no table");
    return entry;
}

/// Values of hashes say nothing to a reader.
bool is_hash(const std::string& name) { return name == "geometry" || name == "faces"; }

std::vector<std::string> differences(const json& before, const PlanKey& now) {
    std::vector<std::string> changes;
    for (const auto& [name, value] : now.parts) {
        const auto found = before.find(name);
        const std::string old = found != before.end() && found->is_string() ? found->get<std::string>() : "unknown";
        if (old == value) continue;
        changes.push_back(is_hash(name) ? name + " changed" : fmt::format("{} was {}, is {}", name, old, value));
    }
    return changes;
}

/// Adds what the entry at `path` says to an answer.
void consider(const fs::path& path, const PlanKey& key, PlanCache::Answer& answer) {
    try {
        const Entry entry = entry_from(read_whole(path));
        const std::vector<std::string> changes = differences(entry.parts, key);
        if (entry.title != key.title) return;
        if (changes.empty()) {
            answer.found = entry.tuned;
        } else if (!changes.front().starts_with("device ") &&
                   (answer.changes.empty() || changes.size() < answer.changes.size())) {
            answer.changes = changes;
        }
    } catch (const std::exception& e) {
        answer.damaged.push_back(
            fmt::format("{} is not a plan that can be used and is ignored ({}); run fumarole tune "
                        "again or remove it.",
                        path.string(), e.what()));
    }
}

}  // namespace

fs::path PlanCache::usual_folder() {
    const fs::path folder = places().cache;
    return folder.empty() ? folder : folder / "plans";
}

PlanCache::PlanCache(fs::path folder) : folder_(std::move(folder)) {}

fs::path PlanCache::file_of(const PlanKey& key) const {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a, 64 bit
    for (const char c : key.title + text_of(parts_json(key), -1))
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return folder_ / fmt::format("{}{:016x}.json", slug(key.title), hash);
}

PlanCache::Answer PlanCache::look_up(const PlanKey& key) const {
    Answer answer;
    std::error_code failed;
    if (folder_.empty()) return answer;
    std::vector<fs::path> files;
    for (fs::directory_iterator it(folder_, failed), end; !failed && it != end; it.increment(failed)) {
        const std::string name = it->path().filename().string();
        if (name.starts_with(slug(key.title)) && name.ends_with(".json")) files.push_back(it->path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) consider(file, key, answer);
    if (answer.found) answer.changes.clear();
    return answer;
}

void PlanCache::store(const PlanKey& key, const TunedPlan& tuned) const {
    if (folder_.empty())
        throw Error(Exit::output, "Neither XDG_CACHE_HOME nor HOME is set; set one of them to a folder of yours.");
    std::error_code failed;
    fs::create_directories(folder_, failed);
    if (failed)
        throw Error(Exit::output, fmt::format("The folder {} could not be made: {}; set XDG_CACHE_HOME to a folder "
                                              "that may be written to.",
                                              folder_.string(), failed.message()));
    const json whole{{"format", format},       {"title", key.title},
                     {"key", parts_json(key)}, {"plan", plan_json(tuned.plan)},
                     {"ms", tuned.ms},         {"default_ms", tuned.default_ms},
                     {"noise", tuned.noise},   {"whole", tuned.whole}};
    write_whole(file_of(key), text_of(whole, 1) + "\n");
}

}  // namespace fum
