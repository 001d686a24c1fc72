#include "app/output_folder.h"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <system_error>
#include <vector>

#include "sim/core/error.h"

namespace fum {

namespace fs = std::filesystem;

OutputFolder::OutputFolder(const Scene& scene, const fs::path& given) : name_(scene.output.name) {
    path_ = !given.empty()              ? given
            : !scene.output.dir.empty() ? scene.resolved(scene.output.dir)
                                        : fs::path("fumarole_out") / scene.title;
    const auto last = std::to_string(scene.output.first_frame + scene.time.frames - 1);
    digits_ = std::max(4, static_cast<int>(last.size()));
}

std::string OutputFolder::frame_name(int frame, const char* ending) const {
    return fmt::format("{}_{:0{}}{}", name_, frame, digits_, ending);
}

bool OutputFolder::is_of_sequence(const fs::path& file) const {
    if (file.filename() == "manifest.json" || file.filename() == "forces.csv") return true;
    const std::string stem = file.stem().string(), ending = file.extension().string();
    return (ending == ".vdb" || ending == ".png") && stem.starts_with(name_ + "_") && stem.size() >= name_.size() + 5 &&
           stem.find_first_not_of("0123456789", name_.size() + 1) == std::string::npos;
}

void OutputFolder::open(bool overwrite) const {
    std::error_code failed;
    fs::create_directories(path_, failed);
    if (failed || !fs::is_directory(path_))
        throw Error(Exit::output, fmt::format("The output folder {} cannot be made: {}.", path_.string(),
                                              failed ? failed.message() : "something else has that name"));
    if (access(path_.c_str(), W_OK | X_OK) != 0)
        throw Error(
            Exit::output,
            fmt::format("The output folder {} cannot be written to; choose another with --output.", path_.string()));
    std::vector<fs::path> old;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_, failed))
        if (is_of_sequence(entry.path())) old.push_back(entry.path());
    if (old.empty()) return;
    if (!overwrite)
        throw Error(Exit::output,
                    fmt::format("{} already holds a sequence ({} files, e.g. {}). Choose another folder with "
                                "--output, or replace it with --overwrite.",
                                path_.string(), old.size(), old.front().filename().string()));
    for (const fs::path& file : old)
        if (!fs::remove(file, failed))
            throw Error(Exit::output,
                        fmt::format("{} of the old sequence cannot be removed: {}.", file.string(), failed.message()));
}

}  // namespace fum
