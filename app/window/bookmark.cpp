#include "app/window/bookmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>

namespace fum {
namespace {

constexpr const char* first_word = "camera";

}  // namespace

std::string bookmarks_text(const std::vector<Bookmark>& list) {
    std::string text;
    for (const Bookmark& b : list) {
        std::string name = b.name;
        std::replace(name.begin(), name.end(), '\n', ' ');
        const Camera& c = b.camera;
        text += fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {}\n", first_word, b.frame, c.eye.x, c.eye.y, c.eye.z,
                            c.target.x, c.target.y, c.target.z, c.up.x, c.up.y, c.up.z, c.fov_deg, name);
    }
    return text;
}

std::vector<Bookmark> bookmarks_of(const std::string& text) {
    std::vector<Bookmark> list;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        words.imbue(std::locale::classic());
        std::string kind;
        Bookmark b;
        Camera& c = b.camera;
        words >> kind >> b.frame >> c.eye.x >> c.eye.y >> c.eye.z >> c.target.x >> c.target.y >> c.target.z >> c.up.x >>
            c.up.y >> c.up.z >> c.fov_deg;
        const bool sound = words && kind == first_word && std::isfinite(b.frame) && length(c.eye - c.target) > 0 &&
                           length(c.up) > 0 && c.fov_deg >= 1 && c.fov_deg <= 150;
        if (!sound) continue;
        words.get();  // the blank
        std::getline(words, b.name);
        list.push_back(std::move(b));
    }
    return list;
}

std::vector<CameraKey> path_of(const std::vector<Bookmark>& list) {
    std::vector<CameraKey> keys;
    for (const Bookmark& b : list) keys.push_back({b.frame, b.camera});
    std::stable_sort(keys.begin(), keys.end(), [](const CameraKey& a, const CameraKey& b) { return a.time < b.time; });
    return keys;
}

}  // namespace fum
