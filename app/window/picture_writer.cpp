#include "app/window/picture_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/fed_program.h"
#include "render/preview.h"
#include "sim/core/error.h"
#include "sim/core/files.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_waiting_bytes = std::size_t{400} << 20;

void make_folder(const fs::path& folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw Error(Exit::output, fmt::format("The folder {} cannot be made: {}.", folder.string(), failed.message()));
}

/// Raw pictures in; even sides, which yuv420p needs.
std::vector<std::string> ffmpeg(const PictureWriter::Take& take, const fs::path& out) {
    return {"ffmpeg",      "-y",
            "-loglevel",   "error",
            "-f",          "rawvideo",
            "-pix_fmt",    "rgba",
            "-video_size", fmt::format("{}x{}", take.width, take.height),
            "-framerate",  fmt::format("{}", take.fps),
            "-i",          "-",
            "-vf",         "pad=ceil(iw/2)*2:ceil(ih/2)*2",
            "-c:v",        "libx264",
            "-crf",        std::to_string(take.crf),
            "-pix_fmt",    "yuv420p",
            "-movflags",   "+faststart",
            "-f",          "mp4",
            out.string()};
}

}  // namespace

PictureWriter::PictureWriter(const Take& take) : take_(take) {
    make_folder(take.film ? take.path.parent_path() : take.path);
    // PNG files take long to compress (a 4K picture half a second) and may be written in any order
    const unsigned count = take.film ? 1 : std::clamp(std::thread::hardware_concurrency() / 4, 1u, 4u);
    at_work_ = static_cast<int>(count);
    for (unsigned i = 0; i < count; ++i)
        threads_.emplace_back([this, film = take.film] { film ? write_film() : write_pictures(); });
}

PictureWriter::~PictureWriter() {
    finish();
    for (std::thread& thread : threads_) thread.join();
}

bool PictureWriter::has_room() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size() < 2 || waiting_bytes_ < most_waiting_bytes;
}

void PictureWriter::push(std::vector<std::uint8_t> rgba, int times) {
    {
        const std::lock_guard lock(mutex_);
        waiting_bytes_ += rgba.size();
        waiting_.push_back({std::move(rgba), pushed_ + 1, times});
    }
    pushed_ += times;
    wake_.notify_one();
}

void PictureWriter::finish() {
    {
        const std::lock_guard lock(mutex_);
        finish_ = true;
    }
    wake_.notify_all();
}

bool PictureWriter::done() const {
    const std::lock_guard lock(mutex_);
    return finish_ && at_work_ == 0;
}

int PictureWriter::written() const {
    const std::lock_guard lock(mutex_);
    return written_;
}

std::string PictureWriter::error() const {
    const std::lock_guard lock(mutex_);
    return error_;
}

/// Waits for one. False: no more comes, or none is wanted after a failure.
bool PictureWriter::next(Picture& picture) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return !waiting_.empty() || finish_ || !error_.empty(); });
    if (waiting_.empty() || !error_.empty()) return false;
    picture = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_bytes_ -= picture.rgba.size();
    return true;
}

void PictureWriter::fail(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    if (error_.empty()) error_ = sentence;
    waiting_.clear();
    waiting_bytes_ = 0;
    wake_.notify_all();
}

void PictureWriter::write_pictures() {
    try {
        for (Picture picture; next(picture);)
            for (int i = 0; i < picture.times; ++i) {
                write_png(take_.path / fmt::format("{:04}.png", picture.number + i), picture.rgba, take_.width,
                          take_.height);
                const std::lock_guard lock(mutex_);
                ++written_;
            }
    } catch (const std::exception& e) { fail(e.what()); }
    const std::lock_guard lock(mutex_);
    --at_work_;
}

void PictureWriter::feed_film(const fs::path& unfinished) {
    FedProgram program(ffmpeg(take_, unfinished));
    bool fed = true;
    for (Picture picture; fed && next(picture);)
        for (int i = 0; fed && i < picture.times; ++i) {
            fed = program.feed({reinterpret_cast<const char*>(picture.rgba.data()), picture.rgba.size()});
            const std::lock_guard lock(mutex_);
            ++written_;
        }
    if (!program.finish() || !fed)
        throw Error(Exit::output, fmt::format("No film was made; ffmpeg said: {}.", program.complaint()));
}

void PictureWriter::write_film() {
    const fs::path unfinished = temporary_name(take_.path);
    try {
        feed_film(unfinished);
        publish(unfinished, take_.path);
    } catch (const std::exception& e) {
        std::error_code none;
        fs::remove(unfinished, none);
        fail(e.what());
    }
    const std::lock_guard lock(mutex_);
    --at_work_;
}

fs::path numbered(const fs::path& folder, const std::string& stem, const std::string& ending) {
    std::error_code failed;
    for (int n = 1;; ++n)
        if (fs::path path = folder / fmt::format("{}_{:04}{}", stem, n, ending); !fs::exists(path, failed)) return path;
}

}  // namespace fum
