// Pictures and films of what the viewport shows. Labels, legends and handles, which stand over it, are not in them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "app/window/job.h"
#include "app/window/picture_writer.h"

namespace fum {

class Workspace;

enum class RecordSize { view, twice, full_hd, uhd };
inline constexpr std::array<const char*, 4> record_sizes{"as seen", "2x", "1920 x 1080", "3840 x 2160"};

/// The window's, w.parts.of<Recorder>().
struct Recorder {
    // What the next take is to be; kept from session to session.
    std::string folder;  ///< as it was typed; empty: usual_pictures()
    RecordSize size = RecordSize::view;
    bool film = true;       ///< else PNG files
    bool exact = true;      ///< the flow goes frame by frame of film; else what is seen, as it is seen
    bool restart = false;   ///< exact: from the flow's beginning
    int most = 0;           ///< pictures; 0: until it is stopped
    bool restored = false;  ///< from the window's state

    std::unique_ptr<PictureWriter> writer;                ///< of the take that is recorded now
    std::list<std::unique_ptr<PictureWriter>> finishing;  ///< whose last pictures are being written
    int pictures_wanted = 0;                              ///< single ones, to be taken before the next is drawn
    Job<int> picture;                                     ///< a single one that is being written
    std::vector<std::filesystem::path> promised;          ///< names of pictures that may not be there yet

    // Of the take.
    using Clock = std::chrono::steady_clock;
    Clock::time_point began{}, asked_at{}, reached_at{};
    int repeated = 0;             ///< real time: pictures that stand for more than one moment
    std::uint64_t run = 0;        ///< of the flow that is recorded; 0: of the next one that is there
    std::uint64_t old_run = 0;    ///< that is to be over first
    std::int64_t target = -1;     ///< exact: step of the next picture; -1: not known yet
    std::int64_t asked_for = -1;  ///< step that the flow was sent to
    bool reached = false;

    bool recording() const { return writer != nullptr; }
};

/// Folder for pictures of a session that has chosen none: fumarole_pictures where the program was started.
std::filesystem::path usual_pictures();
std::filesystem::path pictures_folder(const Recorder&);
/// Pixels of a picture of this size.
std::array<int, 2> pixels_of(const Workspace&, RecordSize);

/// One PNG file of the next view, written in the background; a notice says where it is.
void record_picture(Workspace&);
/// Throws Error(output), or Error(usage) if a film is wanted and there is no ffmpeg.
void start_recording(Workspace&);
void stop_recording(Workspace&);
bool has_ffmpeg();

/// What the viewport shows now, drawn in this size: RGBA, opaque, row 0 on top.
std::vector<std::uint8_t> picture_of(Workspace&, int width, int height);
/// Those that record_picture() has asked for.
void take_pictures(Workspace&);
/// Folder, size and kind, in the window's state.
void keep_recorder(Workspace&);
void restore_recorder(Workspace&);

/// Once a picture, before the viewport is drawn.
void tick_recording(Workspace&);

}  // namespace fum
