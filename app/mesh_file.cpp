#include "app/mesh_file.h"

#include <algorithm>
#include <cctype>
#include <future>
#include <list>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

namespace fum {
namespace {

namespace fs = std::filesystem;
using Shared = std::shared_ptr<const ReadMesh>;

struct Key {
    fs::path path;
    std::uintmax_t size = 0;
    fs::file_time_type time{};
    double unit_m = 0;
    bool operator==(const Key&) const = default;
};

struct Entry {
    Key key;
    std::shared_future<Shared> file;
    std::uint64_t number = 0;
};

std::int64_t bytes_of(const Mesh& mesh) {
    return static_cast<std::int64_t>(mesh.vertices.size() * sizeof(Float3) + mesh.triangles.size() * sizeof(Int3));
}

/// Nothing where the file cannot be looked at: reading it says why.
std::optional<Key> key_of(const fs::path& path, const MeshOptions& options) {
    std::error_code failed;
    Key key{fs::absolute(path, failed), fs::file_size(path, failed), {}, options.unit_m};
    if (failed) return std::nullopt;
    key.time = fs::last_write_time(path, failed);
    if (failed) return std::nullopt;
    return key;
}

/// Formats whose triangles may lie in a second file, which can change without the first.
bool stands_alone(const fs::path& path) {
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending == ".obj" || ending == ".stl" || ending == ".ply" || ending == ".glb" || ending == ".fbx";
}

/// The newest first.
class Store {
public:
    Shared file(const Key& key, const MeshOptions& options) {
        std::promise<Shared> promise;
        std::shared_future<Shared> found;
        std::uint64_t mine = 0;
        {
            const std::lock_guard lock(mutex_);
            const auto same = std::ranges::find_if(entries_, [&](const Entry& e) { return e.key == key; });
            if (same != entries_.end()) {
                entries_.splice(entries_.begin(), entries_, same);
                found = same->file;
            } else {
                mine = ++numbers_;
                found = promise.get_future().share();
                entries_.push_front({key, found, mine});
            }
        }
        if (mine == 0) return found.get();  // waits for whoever reads it; throws as that does
        try {
            MeshReport report;
            Mesh mesh = read_mesh(key.path, options, report);
            promise.set_value(std::make_shared<const ReadMesh>(ReadMesh{std::move(mesh), std::move(report)}));
        } catch (...) { promise.set_exception(std::current_exception()); }
        settle(mine, stands_alone(key.path));
        return found.get();
    }

private:
    /// Forgets an entry that failed or may not stay, and the oldest ones beyond the limit.
    void settle(std::uint64_t number, bool may_stay) {
        const std::lock_guard lock(mutex_);
        const auto is_ready = [](const Entry& e) {
            return e.file.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        };
        std::int64_t bytes = 0;
        std::erase_if(entries_, [&](const Entry& e) {
            if (!is_ready(e)) return false;
            if (e.number == number && !may_stay) return true;
            try {
                bytes += bytes_of(e.file.get()->mesh);
            } catch (const std::exception&) { return true; }
            return bytes > mesh_files_kept_bytes;
        });
    }

    std::mutex mutex_;
    std::list<Entry> entries_;
    std::uint64_t numbers_ = 0;
};

}  // namespace

Shared mesh_file(const fs::path& path, const MeshOptions& options) {
    static Store store;
    if (const auto key = key_of(path, options)) return store.file(*key, options);
    MeshReport report;
    Mesh mesh = read_mesh(path, options, report);
    return std::make_shared<const ReadMesh>(ReadMesh{std::move(mesh), std::move(report)});
}

}  // namespace fum
