// Pictures of the view to the disk, beside everything else: PNG files, or a film by way of ffmpeg.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace fum {

/// One take. For one thread; what is pushed is written by others.
class PictureWriter {
public:
    struct Take {
        bool film = false;
        std::filesystem::path path;  ///< film: the file; else the folder in which 0001.png, 0002.png ... are made
        int width = 0, height = 0;
        double fps = 24;
        int crf = 16;  ///< of the film
    };
    /// Throws Error(output) if the folder cannot be made.
    explicit PictureWriter(const Take&);
    /// Waits for all that was pushed.
    ~PictureWriter();
    PictureWriter(const PictureWriter&) = delete;
    PictureWriter& operator=(const PictureWriter&) = delete;

    /// Whether another picture would not wait behind too many.
    bool has_room() const;
    /// RGBA, row 0 on top; `times` in a row. All that is pushed is written, room or not.
    void push(std::vector<std::uint8_t> rgba, int times = 1);
    /// No more comes.
    void finish();
    bool done() const;  ///< after finish(): all is written, or has failed

    const Take& take() const { return take_; }
    int pushed() const { return pushed_; }
    int written() const;
    std::string error() const;  ///< empty: none so far

private:
    struct Picture {
        std::vector<std::uint8_t> rgba;
        int number = 0, times = 1;
    };
    bool next(Picture&);
    void write_pictures();
    void write_film();
    void feed_film(const std::filesystem::path& unfinished);
    void fail(const std::string& sentence);

    Take take_;
    int pushed_ = 0;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Picture> waiting_;
    std::size_t waiting_bytes_ = 0;
    int written_ = 0, at_work_ = 0;
    bool finish_ = false;
    std::string error_;
    std::vector<std::thread> threads_;
};

/// FOLDER/STEM_0001ENDING, or the first higher number under which there is nothing yet.
std::filesystem::path numbered(const std::filesystem::path& folder, const std::string& stem, const std::string& ending);

}  // namespace fum
