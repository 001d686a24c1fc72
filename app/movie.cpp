#include "app/movie.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/child.h"
#include "app/fed_program.h"
#include "app/log.h"
#include "sim/core/files.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

/// PNGs in, one after the other. yuv420p needs even sides, so the last row or column of odd ones goes; players of large
/// pictures take colours for BT.709's, so they are, and are said to be; the index comes first, so that a film may start
/// while it is loaded.
std::vector<std::string> ffmpeg(double fps, int crf, const fs::path& out) {
    std::istringstream text(fmt::format(
        "ffmpeg -y -loglevel error -f image2pipe -framerate {} -c:v png -i - "
        "-vf crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv -c:v libx264 -crf {} "
        "-pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv "
        "-movflags +faststart -f mp4",
        fps, crf));
    std::vector<std::string> words(std::istream_iterator<std::string>(text), {});
    words.push_back(out.string());
    return words;
}

/// Throws Error saying what went wrong; then nothing is left of the film.
void film_into(const fs::path& folder, MovieRecord& movie) {
    const ManifestText manifest = read_manifest(folder / "manifest.json");
    std::string name;
    for (const FinishedFrame& frame : manifest.frames)
        if (!frame.picture.empty()) ++movie.frames, name = frame.picture.substr(0, frame.picture.rfind('_'));
    if (movie.frames == 0) throw Error("the sequence has no pictures; run it with output.png.on = true");
    const fs::path film = folder / (name + ".mp4"), unfinished = temporary_name(film);
    try {
        FedProgram child(ffmpeg(manifest.fps, movie.crf, unfinished));
        bool fed = true;
        for (const FinishedFrame& frame : manifest.frames)
            if (fed && !frame.picture.empty()) fed = child.feed(read_whole(folder / frame.picture));
        if (!child.finish() || !fed) throw Error("ffmpeg said: " + child.complaint());
        std::error_code missing;
        const auto size = fs::file_size(unfinished, missing);
        if (missing || size == 0) throw Error("ffmpeg wrote nothing");
        movie.bytes = static_cast<std::int64_t>(size);
        publish(unfinished, film);
    } catch (const std::exception&) {
        std::error_code gone;
        fs::remove(unfinished, gone);
        throw;
    }
    movie.file = film.filename().string();
}

}  // namespace

MovieRecord make_movie(const fs::path& folder, int crf) {
    MovieRecord movie;
    movie.crf = crf;
    try {
        film_into(folder, movie);
    } catch (const std::exception& e) { movie.why = e.what(); }
    if (!movie.file.empty())
        log::info("output",
                  fmt::format("film written file={} frames={} bytes={}", movie.file, movie.frames, movie.bytes));
    return movie;
}

std::string no_film(const MovieRecord& movie, const fs::path& folder) {
    if (movie.frames == 0) return fmt::format("No film: {}.", movie.why);
    return fmt::format("No film: {}. {} fumarole movie {}.", movie.why,
                       find_program("ffmpeg").empty() ? "Install ffmpeg (Debian: apt-get install ffmpeg), then run"
                                                      : "The pictures stay; once that is mended, run",
                       folder.string());
}

}  // namespace fum
