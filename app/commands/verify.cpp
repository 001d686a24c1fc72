#include "app/verify.h"

#include <fmt/format.h>

#include <cstdio>

#include "app/commands/commands.h"
#include "sim/core/files.h"

namespace fum {
namespace {

/// Prints what was found; false if anything was.
bool report(const std::string& where, const Verification& found) {
    for (const std::string& problem : found.problems) std::printf("%s\n", problem.c_str());
    const std::size_t n = found.problems.size();
    const std::string count = n == 0 ? "no problem" : fmt::format("{} problem{}", n, n == 1 ? "" : "s");
    std::string state = found.state.empty() || found.state == "finished"
                            ? ""
                            : ", the run: " + (found.state == "running" ? "running or broken off" : found.state);
    if (found.left_over > 0) state += fmt::format(", {} left over for --continue", found.left_over);
    std::printf("%s\n", fmt::format("{}: {} frame{}, {}{}{}; {}", where, found.frames, found.frames == 1 ? "" : "s",
                                    human_bytes(static_cast<double>(found.bytes)),
                                    found.grids.empty() ? "" : " (" + found.grids + ")", state, count)
                            .c_str());
    return found.problems.empty();
}

}  // namespace

int verify(const VerifyOptions& options) {
    bool good = true;
    std::vector<std::filesystem::path> files;
    for (const auto& path : options.inputs)
        if (std::filesystem::is_directory(path))
            good = report(path.string(), verify_folder(path)) && good;
        else
            files.push_back(path);
    if (!files.empty())
        good = report(files.size() == 1 ? files.front().string() : fmt::format("{} files", files.size()),
                      verify_files(files)) &&
               good;
    return static_cast<int>(good ? Exit::ok : Exit::output);
}

}  // namespace fum
