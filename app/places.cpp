#include "app/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/log.h"
#include "sim/core/files.h"

namespace fum {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// A relative path in one of the variables is to be ignored (XDG base directory specification).
fs::path folder(const char* variable, const char* below_home) {
    const char* given = std::getenv(variable);
    const char* home = std::getenv("HOME");
    if (given && fs::path(given).is_absolute()) return fs::path(given) / "fumarole";
    if (home && *home) return fs::path(home) / below_home / "fumarole";
    return {};
}

/// A JSON file, or an empty object where there is none or it is broken.
json read_json(const fs::path& path) {
    std::error_code failed;
    if (path.empty() || !fs::is_regular_file(path, failed)) return json::object();
    try {
        json whole = json::parse(read_whole(path), nullptr, false);
        return whole.is_object() ? whole : json::object();
    } catch (const Error& e) {
        log::warning("places", e.what());
        return json::object();
    }
}

std::string text_of(const json& value) { return value.dump(1, ' ', false, json::error_handler_t::replace) + "\n"; }

}  // namespace

Places places() {
    return {folder("XDG_CONFIG_HOME", ".config"), folder("XDG_CACHE_HOME", ".cache"),
            folder("XDG_STATE_HOME", ".local/state")};
}

bool write_or_go_on(const fs::path& path, const std::string& bytes) {
    static bool warned = false;
    std::string reason = "neither HOME nor an XDG folder is set";
    if (!path.empty()) try {
            fs::create_directories(path.parent_path());
            write_whole(path, bytes);
            return true;
        } catch (const Error& e) { reason = e.what(); } catch (const fs::filesystem_error& e) {
            reason = e.what();
        }
    if (!std::exchange(warned, true))
        log::warning("places", "Recent files, the window's layout and autosaves are not kept: " + reason);
    return false;
}

RecentFiles::RecentFiles(const Places& where) : file_(where.state.empty() ? fs::path() : where.state / "recent.json") {
    const json whole = read_json(file_);
    if (!whole.contains("files") || !whole["files"].is_array()) return;
    for (const json& file : whole["files"])
        if (file.is_string() && list_.size() < most) list_.emplace_back(file.get<std::string>());
}

void RecentFiles::add(const fs::path& path) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    std::erase(list_, whole);
    list_.insert(list_.begin(), whole);
    if (list_.size() > most) list_.resize(most);
    write();
}

void RecentFiles::forget(const fs::path& path) {
    std::erase(list_, path);
    write();
}

void RecentFiles::write() const {
    json files = json::array();
    for (const fs::path& path : list_) files.push_back(path.string());
    write_or_go_on(file_, text_of({{"files", files}}));
}

WindowState::WindowState(const Places& where)
    : file_(where.config.empty() ? fs::path() : where.config / "window.json") {
    const json whole = read_json(file_);
    for (const auto& [name, value] : whole.items()) {
        if (value.is_number()) numbers_[name] = value.get<double>();
        if (value.is_string()) texts_[name] = value.get<std::string>();
    }
}

double WindowState::number(const std::string& name, double otherwise) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? otherwise : found->second;
}

std::string WindowState::text(const std::string& name, const std::string& otherwise) const {
    const auto found = texts_.find(name);
    return found == texts_.end() ? otherwise : found->second;
}

void WindowState::write() const {
    json whole = json::object();
    for (const auto& [name, value] : numbers_) whole[name] = value;
    for (const auto& [name, value] : texts_) whole[name] = value;
    write_or_go_on(file_, text_of(whole));
}

}  // namespace fum
