// The other half of export_job.h: what happens by itself.
#include <fmt/format.h>
#include <imgui.h>

#include <utility>

#include "app/manifest.h"
#include "app/window/export_job.h"
#include "app/window/workspace.h"
#include "sim/core/files.h"

namespace fum {
namespace {

namespace fs = std::filesystem;

constexpr double look_every_s = 2, seen_within_s = 0.5;

/// The flow stands still while a run is under way, if that is wanted, and goes on afterwards.
void make_room_for_runs(Workspace& w, Exports& e) {
    const ExportTask* task = e.queue.running();
    if (task && task->number != e.looked_after) {
        e.looked_after = task->number;
        const bool heavy = task->kind != ExportKind::film;
        if (heavy && e.pause_flow && w.status.mode == SimMode::playing) {
            w.sim.pause();
            e.flow_paused = true;
        }
    }
    if (task || !e.flow_paused || e.queue.busy()) return;
    e.flow_paused = false;
    if (w.status.mode == SimMode::paused) w.sim.play();
}

void tell_end(Workspace& w, const ExportTask& task) {
    const std::string where = task.folder.string();
    if (task.state == ExportState::failed)
        return w.notices.say(NoticeKind::error, fmt::format("{}: {}", task.title, task.sentence));
    if (task.state == ExportState::stopped)
        return w.notices.say(NoticeKind::warning,
                             fmt::format("{} was stopped; what was finished is in {}.", task.title, where));
    w.notices.say(NoticeKind::info, fmt::format("{} is finished: {}.", task.title, where));
}

void after_task(Workspace& w, Exports& e, const ExportTask& task) {
    tell_end(w, task);
    e.looking.cancel();  // what it sees is of before
    e.look = {};
    e.old_frames = OldFrames::undecided;
    const bool frames = task.progress.written + task.progress.kept > 0;
    if (task.kind == ExportKind::frames && task.state != ExportState::failed && frames) start_verify(w, task.folder);
}

/// As look_into(), in the background, while the panel is seen.
void look_at_folder(Workspace& w, Exports& e) {
    if (auto look = e.looking.take()) e.look = std::move(*look);
    const double now = ImGui::GetTime();
    const fs::path folder = folder_of(w, e);
    const bool other = e.look.folder != folder || e.looked_revision != w.doc.revision();
    if (e.looking.running() || now - e.seen_s > seen_within_s || (!other && now < e.look_due_s)) return;
    e.looked_revision = w.doc.revision();
    e.look_due_s = now + look_every_s;
    e.looking.start([folder, scene = w.doc.scene()](JobControl&) { return look_into(folder, scene); });
}

/// What is in the folder decides what is offered first: to go on with what is unfinished.
void decide(Workspace& w, Exports& e) {
    if (e.old_frames != OldFrames::undecided || e.look.folder != folder_of(w, e)) return;
    if (e.queue.writes_into(e.look.folder)) return;
    const FrameRange range = range_of(w, e);
    if (e.look.can_continue() && e.look.frames_within(range.first, range.last) < range.count())
        e.old_frames = OldFrames::go_on;
}

void estimate(Workspace& w, Exports& e) {
    if (auto measured = e.measuring.take()) e.measured = std::move(*measured);
    if (const std::string& error = e.measuring.error(); error != e.measuring_said) {
        e.measuring_said = error;
        if (!error.empty()) w.notices.say(NoticeKind::error, error);
    }
    if (!w.prepared || e.estimate_of.lock() == w.prepared) return;
    e.estimate_of = w.prepared;
    e.estimate.reset();
    if (usable(w.prepared->issues)) e.estimate = estimate_output(*w.prepared);
}

Verified verified(const fs::path& folder, JobControl& control) {
    Verified result;
    result.folder = folder;
    std::error_code failed;
    int all = 0;
    if (fs::exists(folder / "manifest.json", failed)) try {
            for (const FinishedFrame& frame : read_manifest(folder / "manifest.json").frames) {
                ++all;
                if (frame.vdb.empty()) continue;
                result.frames.push_back(frame.frame);
                result.megabytes.push_back(1e-6 * static_cast<double>(frame.report.bytes));
            }
        } catch (const Error&) {}  // verify_folder() says so
    try {
        result.found = verify_folder(folder, [&](int read) {
            return control.report(fmt::format("reading frame {} of {} back", read + 1, all),
                                  all > 0 ? static_cast<double>(read) / all : 0);
        });
    } catch (const Error& error) {
        if (error.code() == Exit::interrupted) throw;
        result.error = error.what();
    }
    return result;
}

void verify(Workspace& w, Exports& e) {
    if (auto result = e.verifying.take()) {
        const Verified& v = *result;
        const std::size_t n = v.found.problems.size();
        const std::string where = v.folder.string();
        if (!v.error.empty())
            w.notices.say(NoticeKind::error, v.error);
        else if (n > 0)
            w.notices.say(NoticeKind::error,
                          fmt::format("{}: {} problem{}, listed in the Export panel.", where, n, n == 1 ? "" : "s"));
        else
            w.notices.say(NoticeKind::info, fmt::format("{}: every file was read back, no problem.", where));
        e.verified = std::move(*result);
    }
    if (e.verifying.running() || e.to_verify.empty()) return;
    const fs::path folder = e.to_verify.front();
    e.to_verify.erase(e.to_verify.begin());
    e.verifying.start([folder](JobControl& control) { return verified(folder, control); });
}

}  // namespace

void tick_exports(Workspace& w) {
    auto& e = w.parts.of<Exports>();
    e.queue.tick([&](ExportTask& task) { after_task(w, e, task); });
    make_room_for_runs(w, e);
    look_at_folder(w, e);
    decide(w, e);
    estimate(w, e);
    verify(w, e);
    if (e.close_after && !e.queue.busy()) w.quit = true;
}

}  // namespace fum
