#include <fmt/format.h>

#include <cstdio>

#include "app/commands/commands.h"
#include "app/movie.h"
#include "sim/core/files.h"

namespace fum {

int movie(const MovieOptions& options) {
    const MovieRecord made = make_movie(options.folder, options.crf);
    if (made.file.empty()) throw Error(Exit::output, no_film(made, options.folder));
    record_movie(options.folder / "manifest.json", made);
    std::fputs(fmt::format("{} of {} pictures in {} ({})\n", made.file, made.frames, options.folder.string(),
                           human_bytes(static_cast<double>(made.bytes)))
                   .c_str(),
               stdout);
    return static_cast<int>(Exit::ok);
}

}  // namespace fum
