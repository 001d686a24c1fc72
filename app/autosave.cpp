// Copies of the open scene for after a crash, see places.h. A copy is PID.toml: a scene with absolute paths; its first
// line names the file that was open.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <ctime>
#include <system_error>

#include "app/places.h"
#include "sim/core/files.h"
#include "sim/io/scene_toml.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view origin_mark = "# autosave of ";

/// A scene that can be read from anywhere.
Scene with_absolute_paths(Scene scene) {
    for (Solid& solid : scene.solids)
        if (!solid.mesh.empty()) solid.mesh = fs::absolute(scene.resolved(solid.mesh));
    if (!scene.output.dir.empty()) scene.output.dir = fs::absolute(scene.resolved(scene.output.dir));
    return scene;
}

/// Whether a process lives, by the name of its copy. What is no number is nobody's.
bool lives(const fs::path& copy) {
    const std::string name = copy.stem().string();
    int pid = 0;
    const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (fault != std::errc{} || end != name.data() + name.size() || pid <= 0) return false;
    return ::kill(pid, 0) == 0 || errno == EPERM;
}

std::string time_of(const fs::path& file) {
    std::error_code failed;
    const auto written = fs::last_write_time(file, failed);
    if (failed) return "";
    const auto since = std::chrono::file_clock::to_sys(written);
    return fmt::format("{:%Y-%m-%d %H:%M}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(
                           std::chrono::time_point_cast<std::chrono::system_clock::duration>(since))));
}

}  // namespace

Autosave::Autosave(const Places& where, std::chrono::seconds every) : every_(every) {
    if (where.state.empty()) return;
    folder_ = where.state / "autosave";
    mine_ = folder_ / fmt::format("{}.toml", ::getpid());
}

Autosave::~Autosave() {
    std::error_code none;
    if (!mine_.empty()) fs::remove(mine_, none);
}

void Autosave::tick(const Scene& scene, const fs::path& of, bool dirty) {
    const auto now = std::chrono::steady_clock::now();
    if (!dirty) {
        std::error_code none;
        if (written_) fs::remove(mine_, none);
        written_.reset();
    } else if (!written_ || now - *written_ >= every_) {
        write(scene, of);
        written_ = now;
    }
}

void Autosave::write(const Scene& scene, const fs::path& of) {
    write_or_go_on(mine_, fmt::format("{}{}\n{}", origin_mark, of.string(), scene_text(with_absolute_paths(scene))));
}

std::vector<Rescued> Autosave::rescued() const {
    std::vector<Rescued> found;
    std::error_code failed;
    for (fs::directory_iterator at(folder_, failed), end; !failed && at != end; at.increment(failed)) {
        const fs::path copy = at->path();
        if (copy.extension() != ".toml" || lives(copy)) continue;
        try {
            const std::string text = read_whole(copy);
            Rescued rescued{load_scene(copy).scene, {}, copy, time_of(copy)};
            if (text.starts_with(origin_mark))
                rescued.of = text.substr(origin_mark.size(), text.find('\n') - origin_mark.size());
            rescued.scene.title = rescued.of.empty() ? "rescued" : rescued.of.stem().string();
            found.push_back(std::move(rescued));
        } catch (const Error&) { continue; }  // unreadable: nothing to offer
    }
    return found;
}

void Autosave::discard(const Rescued& rescued) const {
    std::error_code none;
    fs::remove(rescued.copy, none);
}

}  // namespace fum
