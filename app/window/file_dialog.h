// Asks the user for a file or a folder. One dialog at a time, over the whole window.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/window/folder_list.h"

namespace fum {

class Workspace;

struct FileQuestion {
    std::string title;                        ///< "Open a scene or a mesh"
    FileKind kind = FileKind::scene_or_mesh;  ///< folder: a folder is chosen
    std::filesystem::path start = {};         ///< folder or file; empty: where the last of its kind was chosen
    std::function<void(const std::filesystem::path&)> on_chosen = {};  ///< absolute; what it throws becomes a notice
    bool save = false;        ///< a file to be written: may be new; asks before it is replaced
    std::string name = {};    ///< save: proposed
    std::string ending = {};  ///< save: ".toml", added where the name has none
};

/// Opens the dialog; one that was open is given up.
void choose_file(Workspace&, FileQuestion);

bool file_dialog_open(Workspace&);

/// Once a picture.
void draw_file_dialog(Workspace&);

}  // namespace fum
