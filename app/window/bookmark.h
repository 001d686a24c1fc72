// A view that was kept, and the path through several.
#pragma once

#include <string>
#include <vector>

#include "app/window/camera_path.h"

namespace fum {

struct Bookmark {
    std::string name;
    Camera camera;
    double frame = 0;  ///< of the path
    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

/// One line a bookmark: numbers, then the name. Reads back equal; lines that are none are left out.
std::string bookmarks_text(const std::vector<Bookmark>&);
std::vector<Bookmark> bookmarks_of(const std::string& text);

/// The path through them, by time.
std::vector<CameraKey> path_of(const std::vector<Bookmark>&);

}  // namespace fum
