#include "app/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "app/commands/commands.h"
#include "app/interrupt.h"
#include "app/log.h"
#include "app/verify.h"
#include "sim/core/error.h"
#include "sim/core/files.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

/// Files as they are, folders as the frames in them.
std::vector<fs::path> frames_in(const std::vector<fs::path>& inputs) {
    std::vector<fs::path> files;
    for (const fs::path& input : inputs) {
        if (!fs::is_directory(input)) {
            files.push_back(input);
            continue;
        }
        const std::vector<fs::path> inside = vdb_files(input);
        if (inside.empty()) throw Error(Exit::input, fmt::format("{} holds no .vdb file.", input.string()));
        files.insert(files.end(), inside.begin(), inside.end());
    }
    return files;
}

fs::path open_folder(const ConvertOptions& options, const fs::path& first_file) {
    fs::path folder = options.output.empty() ? first_file.parent_path() / options.to : options.output;
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed || !fs::is_directory(folder))
        throw Error(Exit::output, fmt::format("The folder {} cannot be made: {}.", folder.string(),
                                              failed ? failed.message() : "something else has that name"));
    return folder;
}

/// One new name a file, none of them taken, all before anything is written.
std::vector<fs::path> new_names(const std::vector<fs::path>& files, const fs::path& folder, const ConvertTarget& target,
                                bool overwrite) {
    std::vector<fs::path> names;
    std::set<fs::path> taken;
    for (const fs::path& file : files) {
        fs::path name = folder / file.stem();
        name += target.ending;
        std::error_code none;
        if (fs::equivalent(name, file, none))
            throw Error(Exit::usage,
                        fmt::format("{} would replace itself; choose another folder with --output.", file.string()));
        if (fs::exists(name, none) && !overwrite)
            throw Error(Exit::output, fmt::format("{} is already there; choose another folder with --output, or "
                                                  "replace it with --overwrite.",
                                                  name.string()));
        if (!taken.insert(name).second)
            throw Error(Exit::usage, fmt::format("Two of the files would become {}.", name.string()));
        names.push_back(name);
    }
    return names;
}

}  // namespace

int convert(const ConvertOptions& options) {
    const InterruptGuard guard;
    const auto targets = convert_targets();
    const auto target =
        std::find_if(targets.begin(), targets.end(), [&](const ConvertTarget& t) { return t.name == options.to; });
    if (target == targets.end())
        throw Error(Exit::usage, fmt::format("--to {} is no target. {}.", options.to, convert_targets_help()));
    const std::vector<fs::path> files = frames_in(options.inputs);
    const SequenceBox box = box_of(files);
    for (const std::string& clause : box.left_out) log::warning("convert", "A grid is left out: " + clause + ".");
    const fs::path folder = open_folder(options, files.front());
    const std::vector<fs::path> names = new_names(files, folder, *target, options.overwrite);
    std::uintmax_t bytes = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (interrupted()) {
            log::warning("convert", fmt::format("Stopped by a signal after {} of {} frames.", i, files.size()));
            return static_cast<int>(Exit::interrupted);
        }
        target->write(*target, read_source(files[i], box, options.from, options.fps), names[i]);
        bytes += fs::file_size(names[i]);
    }
    std::printf("%s\n", fmt::format("{} frame{} in {} ({}) as {}", files.size(), files.size() == 1 ? "" : "s",
                                    folder.string(), human_bytes(static_cast<double>(bytes)), options.to)
                            .c_str());
    return static_cast<int>(Exit::ok);
}

}  // namespace fum
