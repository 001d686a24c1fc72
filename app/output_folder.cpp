#include "app/output_folder.h"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <iterator>
#include <string_view>
#include <system_error>
#include <vector>

#include "sim/core/error.h"

namespace fum {

namespace fs = std::filesystem;

namespace {

// What stands between the name and the number of a frame's files, how they end, and what follows the name in files of
// the whole sequence. companions.cpp and `fumarole render` write them.
constexpr std::string_view frame_parts[] = {"_", "_solids_", "_render_", "_body_"};
constexpr std::string_view frame_endings[] = {".vdb", ".png", ".vol", ".vti", ".ply", ".obj", ".exr"};
constexpr std::string_view scene_endings[] = {".usda", ".pvd", "_mitsuba.xml", "_blender.py", "_houdini.py"};

}  // namespace

OutputFolder::OutputFolder(const Scene& scene, const fs::path& given) : name_(scene.output.name) {
    path_ = !given.empty()              ? given
            : !scene.output.dir.empty() ? scene.resolved(scene.output.dir)
                                        : fs::path("fumarole_out") / scene.title;
    const auto last = std::to_string(scene.output.first_frame + scene.time.frames - 1);
    digits_ = std::max(4, static_cast<int>(last.size()));
}

std::string OutputFolder::frame_text(int frame) const { return fmt::format("{:0{}}", frame, digits_); }

std::string OutputFolder::frame_name(int frame, const char* ending, const char* part) const {
    return name_ + part + "_" + frame_text(frame) + ending;
}

std::string OutputFolder::scene_name(const char* ending) const { return name_ + ending; }

bool OutputFolder::is_of_sequence(const fs::path& file) const {
    for (const fs::path& own : {manifest(), forces(), probes(), movie()})
        if (file.filename() == own.filename()) return true;
    const std::string stem = file.stem().string(), ending = file.extension().string();
    const auto has = [](const auto& list, const std::string& word) {
        return std::find(std::begin(list), std::end(list), word) != std::end(list);
    };
    if (!stem.starts_with(name_)) return false;
    if (has(scene_endings, file.filename().string().substr(name_.size()))) return true;
    const std::size_t digits = stem.find_last_not_of("0123456789") + 1;
    return stem.size() >= digits + 4 && digits > name_.size() && has(frame_endings, ending) &&
           has(frame_parts, stem.substr(name_.size(), digits - name_.size()));
}

void OutputFolder::make() const {
    std::error_code failed;
    fs::create_directories(path_, failed);
    if (failed || !fs::is_directory(path_))
        throw Error(Exit::output, fmt::format("The output folder {} cannot be made: {}.", path_.string(),
                                              failed ? failed.message() : "something else has that name"));
    if (access(path_.c_str(), W_OK | X_OK) != 0)
        throw Error(
            Exit::output,
            fmt::format("The output folder {} cannot be written to; choose another with --output.", path_.string()));
}

std::vector<fs::path> OutputFolder::present() const {
    std::vector<fs::path> files;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_, failed))
        if (is_of_sequence(entry.path())) files.push_back(entry.path());
    return files;
}

void OutputFolder::open(Present present) {
    make();
    lock_ = std::make_shared<FolderLock>(path_);
    if (!lock_->held())
        throw Error(
            Exit::output,
            fmt::format("Another process is writing into {}; wait for it or choose another folder with --output.",
                        path_.string()));
    std::error_code failed;
    const std::vector<fs::path> old = this->present();
    std::vector<fs::path> unfinished;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_, failed))
        if (entry.path().extension() == ".tmp" && is_of_sequence(entry.path().stem()))
            unfinished.push_back(entry.path());
    if (!old.empty() && present == Present::refuse)
        throw Error(Exit::output,
                    fmt::format("{} already holds a sequence ({} files, e.g. {}). Choose another folder with --output, "
                                "go on where it ends with --continue, or replace it with --overwrite.",
                                path_.string(), old.size(), old.front().filename().string()));
    if (present == Present::replace) unfinished.insert(unfinished.end(), old.begin(), old.end());
    for (const fs::path& file : unfinished)
        if (!fs::remove(file, failed))
            throw Error(Exit::output,
                        fmt::format("{} of an earlier run cannot be removed: {}.", file.string(), failed.message()));
}

}  // namespace fum
