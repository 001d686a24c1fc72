// Exports that run, wait and have ended.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/child.h"
#include "app/panels/export_parts.h"
#include "app/progress.h"
#include "app/window/actions.h"
#include "app/window/recording.h"
#include "app/window/widgets.h"
#include "sim/core/files.h"

namespace fum {
namespace {

std::string state_text(const ExportTask& t) {
    switch (t.state) {
        case ExportState::waiting:
            return "waits";
        case ExportState::running:
            return t.progress.share() > 0 ? "runs" : "prepares";
        case ExportState::stopping:
            return "stops";
        case ExportState::finished:
            return "finished in " + human_seconds(t.seconds());
        case ExportState::stopped:
            return "stopped";
        case ExportState::failed:
            return "failed";
    }
    return {};
}

ImU32 state_color(ExportState state) {
    switch (state) {
        case ExportState::finished:
            return color::good;
        case ExportState::stopped:
            return color::doubtful;
        case ExportState::failed:
            return color::bad;
        case ExportState::waiting:
            return color::faint;
        default:
            return color::accent;
    }
}

/// "12 of 96 frames, 1.3 MB each, 4.2 MB/s".
std::string written_text(const ExportTask& t) {
    const RunProgress& p = t.progress;
    if (t.kind != ExportKind::frames) return p.frames > 0 ? fmt::format("{} of {} pictures", p.frame, p.frames) : "";
    std::string text = fmt::format("{} frame{} written", p.written, p.written == 1 ? "" : "s");
    if (p.kept > 0) text += fmt::format(", {} kept", p.kept);
    if (p.written > 0 && p.bytes > 0) {
        text += ", " + human_bytes(static_cast<double>(p.bytes) / p.written) + " each";
        if (t.seconds() > 0) text += fmt::format(", {}/s", human_bytes(static_cast<double>(p.bytes) / t.seconds()));
    }
    return text;
}

void draw_bar(const ExportTask& t, float width) {
    const RunProgress& p = t.progress;
    std::string text = p.steps > 0 ? fmt::format("frame {} of {}", std::min(p.frame + 1, p.frames), p.frames) : "";
    if (p.left_s >= 0 && p.share() > 0)
        text += fmt::format("{}{} left", text.empty() ? "" : ", ", human_seconds(p.left_s));
    ImGui::ProgressBar(static_cast<float>(p.share()), {width, 0}, text.empty() ? state_text(t).c_str() : text.c_str());
    ui::mark("export/progress");
    ui::tooltip("Share of the solver's steps; what it says itself:", p.last);
}

void draw_running(const ExportTask& t) {
    if (const std::string text = written_text(t); !text.empty()) ui::wrapped(text);
    if (t.progress.mlups > 0) ui::faint(fmt::format("{} MLUPS", three_digits(t.progress.mlups)));
}

/// Buttons of a folder that something was written into.
void draw_after(Workspace& w, const ExportTask& t, Exports& e) {
    const auto button = [&](const char* label, const char* name, const char* help) {
        const bool pressed = ImGui::SmallButton(label);
        ui::mark(std::string("export/") + name);
        ui::tooltip(help, t.folder.string());
        return pressed;
    };
    const bool shown = e.look.folder == t.folder;
    if (t.state != ExportState::finished && t.kind == ExportKind::frames && shown && e.look.can_continue()) {
        if (button("Continue", "go_on", "Keeps what is finished and writes the frames that are missing")) {
            e.old_frames = OldFrames::go_on;
            e.start_wanted = true;
        }
        ImGui::SameLine();
    }
    if (button("Open folder", "open", "With the desktop's file manager")) try {
            show_folder(t.folder);
        } catch (const Error& error) { w.notices.say(NoticeKind::warning, error.what()); }
    if (t.kind != ExportKind::frames) return;
    ImGui::SameLine();
    if (button("Verify", "verify", "Reads every frame back and compares it with the manifest"))
        start_verify(w, t.folder);
    if (shown && e.look.has_pictures) {
        ImGui::SameLine();
        ImGui::BeginDisabled(!has_ffmpeg());
        if (button("Film", "film",
                   has_ffmpeg() ? "H.264 of the sequence's pictures, by ffmpeg"
                                : "ffmpeg is not installed (Debian: apt-get install ffmpeg)"))
            start_film(w, t.folder);
        ImGui::EndDisabled();
    }
    if (shown && e.look.has_mitsuba) {
        ImGui::SameLine();
        if (button("Mitsuba", "mitsuba", "Draws the frames with an installed Mitsuba 3; pictures that are there stay"))
            start_render(w, t.folder);
    }
}

void draw_ended(Workspace& w, ExportTask& t, Exports& e) {
    if (t.state == ExportState::failed) ui::wrapped(t.sentence, color::bad);
    if (t.state == ExportState::failed && t.kind == ExportKind::frames && t.code == static_cast<int>(Exit::device))
        ui::faint(
            "The flow in the window holds memory of the device, too; the same command in a terminal, with the "
            "window closed, has all of it.");
    const std::string text = written_text(t);
    if (t.kind == ExportKind::frames || !text.empty()) ui::wrapped(text + ".");
    if (t.kind == ExportKind::film && t.state == ExportState::finished) ui::wrapped(t.progress.result);
    draw_after(w, t, e);
}

void draw_warnings(const ExportTask& t) {
    const std::size_t n = t.progress.warnings.size();
    if (n == 0) return;
    const std::string label = fmt::format("{} warning{}###warnings", n, n == 1 ? "" : "s");
    if (!ImGui::TreeNodeEx(label.c_str(), ImGuiTreeNodeFlags_SpanAvailWidth)) return;
    for (const std::string& warning : t.progress.warnings) ui::wrapped(warning, color::doubtful);
    ImGui::TreePop();
}

/// True if it is to leave the list.
bool draw_title(const ExportTask& t, ExportQueue& queue) {
    ui::dot(state_color(t.state));
    const bool may_go = t.over() || t.state == ExportState::waiting;
    const float side = ImGui::GetFrameHeight(), right = ImGui::GetContentRegionMax().x - (may_go ? side : -ui::px(8));
    const std::string state = state_text(t);
    const float room = right - ImGui::GetCursorPosX() - ImGui::CalcTextSize(state.c_str()).x - ui::px(16);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushClipRect(at, {at.x + room, at.y + side}, true);
    ImGui::TextUnformatted(t.title.c_str());
    ImGui::PopClipRect();
    ui::tooltip(t.title, shell_text(t.words));
    ImGui::SameLine(right - ImGui::CalcTextSize(state.c_str()).x - ui::px(8));
    ImGui::TextDisabled("%s", state.c_str());
    if (!may_go) return false;
    ImGui::SameLine(right);
    const std::string name = fmt::format("export/remove/{}", t.number);
    if (!ui::icon_button(ui::Icon::cross, name, "Takes it off the list; files stay")) return false;
    if (t.state == ExportState::waiting) queue.stop(t.number);
    return true;
}

/// The list of exports comes into view when another one is added.
struct NewestTask {
    int number = 0;
};

}  // namespace

void draw_export_tasks(Workspace& w, Exports& e) {
    if (e.queue.tasks().empty()) return;
    ui::heading("Exports");
    const int newest = e.queue.tasks().back().number;
    if (std::exchange(w.parts.of<NewestTask>().number, newest) < newest) ImGui::SetScrollHereY(0.5f);
    int gone = 0;
    bool first = true;
    for (ExportTask& t : e.queue.tasks()) {
        ImGui::PushID(t.number);
        if (!std::exchange(first, false)) ImGui::Separator();
        if (draw_title(t, e.queue)) gone = t.number;
        if (gone == t.number) {
            ImGui::PopID();
            break;  // the list has changed
        }
        if (t.over())
            draw_ended(w, t, e);
        else if (t.state != ExportState::waiting)
            draw_running(t);
        draw_warnings(t);
        ImGui::PopID();
    }
    if (gone != 0) e.queue.forget(gone);
    if (std::exchange(e.start_wanted, false)) run_action(w, "export.start");  // the list may change now
}

void draw_export_progress(Exports& e) {
    const ExportTask* t = e.queue.running();
    if (!t) return;
    const bool asked = t->state == ExportState::stopping;
    const char* label = asked ? "Stop at once" : "Stop";
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x,
                button = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
    draw_bar(*t, -button - gap);
    ImGui::SameLine(0, gap);
    if (ImGui::Button(label)) e.queue.stop(t->number);
    ui::mark("export.stop");
    ui::tooltip(asked ? "It is finishing what it is at; this ends it without. Whole files stay whole"
                      : "Ends after the step it is at; finished frames stay, and the export can be continued");
}

}  // namespace fum
