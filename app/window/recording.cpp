#include "app/window/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/window/bookmarks.h"
#include "app/window/bridge.h"
#include "app/window/scene_view.h"
#include "app/window/workspace.h"

namespace fum {
namespace {

using Clock = Recorder::Clock;

double seconds_since(Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); }

/// The take's next picture; the camera is where its path has it by then.
void capture(Workspace& w, Recorder& r, int times) {
    const auto& cameras = w.parts.of<Cameras>();
    if (cameras.use_path && cameras.list.size() > 1) show_path(w, r.writer->pushed());
    r.writer->push(picture_of(w, r.writer->take().width, r.writer->take().height), times);
}

/// Of the flow that runs, which need not be the scene as it is edited.
std::int64_t steps_per_frame(const Workspace& w) {
    if (!w.running) return 1;
    const Time& time = w.running->time;
    return std::max<std::int64_t>(1, std::llround(time.speed / (time.fps * w.status.dt_s)));
}

/// Step of the first frame of film that is not over now; those of the warm-up are none.
std::int64_t next_frame_step(const Workspace& w) {
    const std::int64_t each = steps_per_frame(w);
    const std::int64_t warm_up = w.status.step - std::llround(w.status.frame * static_cast<double>(each));
    const double frame = std::ceil(static_cast<double>(w.status.step - warm_up) / static_cast<double>(each));
    return warm_up + static_cast<std::int64_t>(std::max(frame, 1.0)) * each;
}

/// The flow stands at a frame, and what the viewport draws is of that frame. Waits in vain for the latter where nothing
/// of the flow is shown, so not for long.
bool stands_at_target(Workspace& w, Recorder& r) {
    if (w.status.step != r.target || w.status.mode != SimMode::paused) {
        r.reached = false;
        return false;
    }
    if (!r.reached) r.reached_at = Clock::now();
    r.reached = true;
    return w.bridge->take().step == r.target || seconds_since(r.reached_at) > 1;
}

/// The flow goes to the next frame and stops there; its picture is taken; and so on. It waits for the disk.
void step_and_capture(Workspace& w, Recorder& r) {
    const SimStatus& s = w.status;
    const bool flows = s.mode == SimMode::playing || s.mode == SimMode::paused;
    if (!flows || !w.running || !(s.dt_s > 0) || s.run == r.old_run) return;
    if (s.run != std::exchange(r.run, s.run)) r.target = -1;
    if (r.target < 0 || s.step > r.target) {  // at the beginning, or somebody has let it run
        if (s.mode == SimMode::playing) return w.sim.pause();
        r.target = next_frame_step(w);
    }
    if (stands_at_target(w, r)) {
        if (!r.writer->has_room()) return;
        capture(w, r, 1);
        r.target += steps_per_frame(w);
    }
    const bool sent = r.asked_for == r.target && (s.mode == SimMode::playing || seconds_since(r.asked_at) < 0.5);
    if (s.step >= r.target || sent) return;
    w.sim.pause();  // what may be left of another wish
    w.sim.step(r.target - s.step);
    r.asked_for = r.target;
    r.asked_at = Clock::now();
}

/// As many pictures as the film has had time for; where the view or the disk is slower, one stands for several.
void capture_what_is_due(Workspace& w, Recorder& r) {
    const int due = static_cast<int>(seconds_since(r.began) * r.writer->take().fps) + 1 - r.writer->pushed();
    if (due < 1 || !r.writer->has_room()) return;
    r.repeated += due - 1;
    capture(w, r, due);
}

bool is_over(Workspace& w, const Recorder& r) {
    const auto& cameras = w.parts.of<Cameras>();
    const int pushed = r.writer->pushed();
    const bool path_ends = cameras.use_path && cameras.list.size() > 1 && pushed > cameras.length();
    return (r.most > 0 && pushed >= r.most) || path_ends || !r.writer->error().empty();
}

/// What became of takes that have ended.
void tell_finished(Workspace& w, Recorder& r) {
    std::erase_if(r.finishing, [&](const std::unique_ptr<PictureWriter>& writer) {
        if (!writer->done()) return false;
        const std::string path = writer->take().path.string();
        if (const std::string error = writer->error(); !error.empty())
            w.notices.say(NoticeKind::error, error);
        else
            w.notices.say(NoticeKind::info, fmt::format("{} pictures recorded: {}", writer->written(), path));
        return true;
    });
}

}  // namespace

void start_recording(Workspace& w) {
    auto& r = w.parts.of<Recorder>();
    if (r.recording()) return;
    if (r.film && !has_ffmpeg())
        throw Error(Exit::usage,
                    "A film needs ffmpeg, which is not installed (Debian: apt-get install ffmpeg); PNG "
                    "files can be recorded without it.");
    const auto [width, height] = pixels_of(w, r.size);
    PictureWriter::Take take;
    take.film = r.film;
    take.path = numbered(pictures_folder(r), w.doc.scene().title + "_take", r.film ? ".mp4" : "");
    take.width = width;
    take.height = height;
    take.fps = std::max(1.0, w.doc.scene().time.fps);
    r.writer = std::make_unique<PictureWriter>(take);
    r.began = Clock::now();
    r.repeated = 0;
    r.target = r.asked_for = -1;
    r.reached = false;
    r.run = r.old_run = 0;
    w.parts.of<Cameras>().playing = false;
    keep_recorder(w);
    if (!r.exact || !r.restart) return;
    r.old_run = w.status.run;
    w.restart();
}

void stop_recording(Workspace& w) {
    auto& r = w.parts.of<Recorder>();
    if (!r.recording()) return;
    if (r.repeated > 0)
        w.notices.say(NoticeKind::warning,
                      fmt::format("{} of {} pictures are repeated: the view or the disk is slower than {:g} a second. "
                                  "Frame by frame shows every one.",
                                  r.repeated, r.writer->pushed(), r.writer->take().fps));
    r.writer->finish();
    r.finishing.push_back(std::move(r.writer));
}

void tick_recording(Workspace& w) {
    auto& r = w.parts.of<Recorder>();
    if (!r.restored) restore_recorder(w);
    take_pictures(w);
    tell_finished(w, r);
    if (!r.recording()) return;
    if (is_over(w, r)) return stop_recording(w);
    if (!r.exact) return capture_what_is_due(w, r);
    if (w.status.failure) {
        w.notices.say(NoticeKind::warning, "The recording has ended where the flow diverged.");
        return stop_recording(w);
    }
    step_and_capture(w, r);
}

}  // namespace fum
