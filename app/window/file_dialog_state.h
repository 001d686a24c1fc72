// What the file dialog knows while it is open, and what its buttons and keys do.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "app/window/file_dialog.h"
#include "app/window/job.h"
#include "app/window/workspace.h"

namespace fum::files {

struct FileDialog {
    bool wanted = false, open = false;
    FileQuestion question;
    ListWish wish;
    Job<FolderList> reading;
    std::chrono::steady_clock::time_point asked_at{};
    bool accept_file = false;  ///< a typed path was asked for: a file there is the answer
    FolderList list;
    std::vector<std::size_t> rows;  ///< of list.entries, as shown
    int chosen = -1;                ///< row
    bool scroll = false, focus = false, by_key = false;
    std::string name;            ///< typed
    std::string fault, replace;  ///< replace: the path that stands there already
    std::string new_folder;
    bool asks_folder = false, marked = false;  ///< marked: a place is shown as the one where one is
    int turn = 0;                              ///< a text field with another id forgets what was typed
};
std::filesystem::path home();
/// Sorts and searches the entries anew.
void arrange(FileDialog&);
/// Reads a folder in the background; `accept_file`: if it turns out to be a file, that is the answer.
void ask_for(FileDialog&, const std::filesystem::path&, bool accept_file = false);
void enter_folder(FileDialog&, const std::filesystem::path&);
void take_listing(Workspace&, FileDialog&);
void take_keys(FileDialog&);
/// The entry of the row that is chosen; nullptr without one.
const FileEntry* chosen_entry(const FileDialog&);
/// Enter, a double click, the button.
void accept(Workspace&, FileDialog&);
void answer(Workspace&, FileDialog&, const std::filesystem::path&);
/// Without an answer.
void close(FileDialog&);

/// The left column, and the folder as buttons.
void draw_places(Workspace&, FileDialog&);
void draw_path(FileDialog&);

}  // namespace fum::files
