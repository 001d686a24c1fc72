#include "app/movie.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <sstream>
#include <utility>

#include "app/child.h"
#include "app/log.h"
#include "sim/core/files.h"

extern char** environ;

namespace fum {
namespace {

namespace fs = std::filesystem;

/// A program that reads from us and whose complaints we keep. Ends it when it goes out of scope.
class Child {
public:
    explicit Child(const std::vector<std::string>& words) : said_(memfd_create("said", MFD_CLOEXEC)) {
        int ends[2];
        if (said_ < 0 || pipe2(ends, O_CLOEXEC) != 0) throw Error(std::strerror(errno));
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, said_, STDERR_FILENO);
        std::vector<char*> argv;
        for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
        argv.push_back(nullptr);
        const int code = posix_spawnp(&pid_, argv[0], &actions, nullptr, argv.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        ::close(ends[0]);
        to_ = ends[1];
        if (code != 0)
            pid_ = -1, ::close(to_), ::close(said_),
            throw Error(fmt::format("ffmpeg could not be started: {}", std::strerror(code)));
    }
    ~Child() {
        finish();
        ::close(said_);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// False if it reads no more.
    bool feed(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t n = ::write(to_, bytes.data(), bytes.size());
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(n));
        }
        return true;
    }
    /// Ends its input and waits. True if it was content.
    bool finish() {
        if (to_ >= 0) ::close(std::exchange(to_, -1));
        int status = 1;
        if (pid_ > 0)
            while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {}
        if (pid_ > 0) content_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        pid_ = -1;
        return content_;
    }
    /// The last line of what it said.
    std::string complaint() const {
        char text[1000];
        const off_t end = lseek(said_, 0, SEEK_END);
        const ssize_t n = pread(said_, text, sizeof text, std::max<off_t>(0, end - static_cast<off_t>(sizeof text)));
        std::string all(text, static_cast<std::size_t>(std::max<ssize_t>(0, n)));
        while (!all.empty() && std::isspace(static_cast<unsigned char>(all.back()))) all.pop_back();
        return all.substr(all.rfind('\n') + 1);
    }

private:
    pid_t pid_ = -1;
    int to_ = -1, said_ = -1;
    bool content_ = false;
};

/// An end of the pipe that closes early must not end us.
class NoPipeSignal {
public:
    NoPipeSignal() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
    ~NoPipeSignal() { std::signal(SIGPIPE, before_); }
    NoPipeSignal(const NoPipeSignal&) = delete;
    NoPipeSignal& operator=(const NoPipeSignal&) = delete;

private:
    void (*before_)(int);
};

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
    const NoPipeSignal guard;
    try {
        Child child(ffmpeg(manifest.fps, movie.crf, unfinished));
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
