// What a folder holds, for the file dialog. No window.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace fum {

enum class FileKind { scene, mesh, scene_or_mesh, any, folder };

/// By the name's ending, whatever its case. `any` takes all, `folder` none.
bool is_of_kind(const std::filesystem::path&, FileKind);
bool is_scene_file(const std::filesystem::path&);
bool is_mesh_file(const std::filesystem::path&);

struct FileEntry {
    std::string name;
    bool folder = false;
    std::uintmax_t bytes = 0;
    std::chrono::sys_seconds written{};
};

struct FolderList {
    std::filesystem::path folder;  ///< absolute
    std::string file;              ///< where a file was asked for: its name, and folder is its parent
    std::vector<FileEntry> entries;
    std::string fault;     ///< why it could not be read; then entries is empty
    bool cut_off = false;  ///< it holds more than `most_entries`
};

inline constexpr std::size_t most_entries = 50'000;

/// Reads a folder, or the folder of a file. Never throws; ends early where `wanted` says so. Can take long on slow
/// disks: for a thread of its own.
FolderList read_folder(const std::filesystem::path&, const std::function<bool()>& wanted = {});

enum class FileOrder { name, size, time };

struct ListWish {
    FileKind kind = FileKind::any;
    bool hidden = false;      ///< names that begin with a dot as well
    std::string search = {};  ///< a part of the name, whatever its case
    FileOrder order = FileOrder::name;
    bool backwards = false;
};

/// Indices into `entries`, folders first; names in the order in which people count: frame_2 before frame_10.
std::vector<std::size_t> arranged(const std::vector<FileEntry>& entries, const ListWish&);

/// "~/x" and "x" as absolute paths; relative ones start at `folder`.
std::filesystem::path typed_path(const std::string& text, const std::filesystem::path& folder);

}  // namespace fum
