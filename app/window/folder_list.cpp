#include "app/window/folder_list.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <tuple>

namespace fum {
namespace {

namespace fs = std::filesystem;

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// The number that begins at i, without leading zeros; i goes behind it.
std::string_view number_at(std::string_view text, std::size_t& i) {
    while (i < text.size() && text[i] == '0') ++i;
    const std::size_t begin = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return text.substr(begin, i - begin);
}

/// Runs of digits compare as numbers, all else as small letters.
bool counts_before(const std::string& a, const std::string& b) {
    const std::string x = lowered(a), y = lowered(b);
    std::size_t i = 0, j = 0;
    while (i < x.size() && j < y.size()) {
        if (is_digit(x[i]) && is_digit(y[j])) {
            const std::string_view m = number_at(x, i), n = number_at(y, j);
            if (m.size() != n.size()) return m.size() < n.size();
            if (m != n) return m < n;
            continue;
        }
        if (x[i] != y[j]) return x[i] < y[j];
        ++i, ++j;
    }
    if (x.size() - i != y.size() - j) return x.size() - i < y.size() - j;
    return a < b;
}

FileEntry entry_of(const fs::directory_entry& at) {
    std::error_code failed;
    FileEntry entry{at.path().filename().string(), at.is_directory(failed), 0, {}};
    if (!entry.folder) entry.bytes = at.file_size(failed);
    if (failed) entry.bytes = 0;
    if (const auto time = at.last_write_time(failed); !failed)
        entry.written = std::chrono::floor<std::chrono::seconds>(std::chrono::file_clock::to_sys(time));
    return entry;
}

}  // namespace

bool is_scene_file(const fs::path& path) { return lowered(path.extension().string()) == ".toml"; }

bool is_mesh_file(const fs::path& path) {
    constexpr std::array<std::string_view, 14> endings{".obj", ".stl", ".ply", ".fbx", ".gltf", ".glb", ".off",
                                                       ".dae", ".3ds", ".dxf", ".x3d", ".lwo",  ".ac",  ".3mf"};
    return std::ranges::find(endings, lowered(path.extension().string())) != endings.end();
}

bool is_of_kind(const fs::path& path, FileKind kind) {
    switch (kind) {
        case FileKind::scene:
            return is_scene_file(path);
        case FileKind::mesh:
            return is_mesh_file(path);
        case FileKind::scene_or_mesh:
            return is_scene_file(path) || is_mesh_file(path);
        case FileKind::any:
            return true;
        case FileKind::folder:
            break;
    }
    return false;
}

FolderList read_folder(const fs::path& asked, const std::function<bool()>& wanted) {
    FolderList list;
    std::error_code failed;
    list.folder = fs::absolute(asked, failed).lexically_normal();
    if (!list.folder.has_filename()) list.folder = list.folder.parent_path();  // "/a/" is "/a"
    if (!fs::is_directory(list.folder, failed)) {
        list.file = list.folder.filename().string();
        list.folder = list.folder.parent_path();
        if (!fs::exists(asked, failed)) {
            list.fault = failed && failed != std::errc::no_such_file_or_directory
                             ? asked.string() + ": " + failed.message()
                             : asked.string() + " does not exist.";
            return list;
        }
    }
    fs::directory_iterator at(list.folder, failed);
    for (const fs::directory_iterator end; !failed && at != end; at.increment(failed)) {
        if (wanted && !wanted()) return list;
        if (list.entries.size() == most_entries) {
            list.cut_off = true;
            break;
        }
        list.entries.push_back(entry_of(*at));
    }
    if (failed) list.fault = list.folder.string() + " cannot be read: " + failed.message() + ".";
    return list;
}

std::vector<std::size_t> arranged(const std::vector<FileEntry>& entries, const ListWish& wish) {
    std::vector<std::size_t> order;
    const std::string search = lowered(wish.search);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const FileEntry& e = entries[i];
        if (!wish.hidden && e.name.starts_with('.')) continue;
        if (!e.folder && !is_of_kind(e.name, wish.kind)) continue;
        if (lowered(e.name).find(search) == std::string::npos) continue;
        order.push_back(i);
    }
    const auto before = [&](std::size_t x, std::size_t y) {
        const FileEntry &a = entries[x], &b = entries[y];
        if (a.folder != b.folder) return a.folder;
        if (wish.order == FileOrder::size && a.bytes != b.bytes) return (a.bytes < b.bytes) != wish.backwards;
        if (wish.order == FileOrder::time && a.written != b.written) return (a.written < b.written) != wish.backwards;
        return wish.backwards && wish.order == FileOrder::name ? counts_before(b.name, a.name)
                                                               : counts_before(a.name, b.name);
    };
    std::sort(order.begin(), order.end(), before);
    return order;
}

fs::path typed_path(const std::string& text, const fs::path& folder) {
    const char* home = std::getenv("HOME");
    if (home && (text == "~" || text.starts_with("~/")))
        return text.size() < 3 ? fs::path(home) : fs::path(home) / text.substr(2);
    return (folder / text).lexically_normal();
}

}  // namespace fum
