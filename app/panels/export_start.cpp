// Before an export: what is in the folder, what it will cost, the button that begins it.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/export_parts.h"
#include "app/progress.h"
#include "app/window/actions.h"
#include "app/window/widgets.h"
#include "sim/core/files.h"

namespace fum {
namespace {

void state_line(ImU32 color, const std::string& text) {
    ui::dot(color);
    ui::wrapped(text);
}

void choose(Exports& e, OldFrames what, const char* label, const char* name, const std::string& help, bool enabled) {
    ImGui::BeginDisabled(!enabled);
    if (ImGui::RadioButton(label, e.old_frames == what)) e.old_frames = what;
    ImGui::EndDisabled();
    ui::mark(name);
    ui::tooltip(help);
}

std::string sequence_text(const FolderLook& look, const FrameRange& range) {
    const int there = look.frames_within(range.first, range.last);
    std::string text = fmt::format("Holds {} of {} frames", there, range.count());
    if (look.bytes > 0) text += ", " + human_bytes(static_cast<double>(look.bytes));
    if (!look.state.empty() && look.state != "running") text += "; its run: " + look.state;
    return text + ".";
}

std::string size_text(const Exports& e, const FrameRange& range, bool grids) {
    if (!grids) return fmt::format("{} frames", range.count());
    const OutputEstimate* size = e.measured ? &*e.measured : e.estimate ? &*e.estimate : nullptr;
    if (!size) return fmt::format("{} frames", range.count());
    return fmt::format("{} frames of about {}, {} in all", range.count(), human_bytes(size->bytes_per_frame),
                       human_bytes(size->bytes_per_frame * range.count()));
}

std::string missing_label(int missing, int all, bool waits) {
    const char* verb = waits ? "Queue the rest" : "Continue";
    return missing > 0 ? fmt::format("{}: {} of {} frames missing", verb, missing, all)
                       : fmt::format("{}: write damaged frames again", verb);
}

std::string start_label(const Exports& e, const FrameRange& range) {
    const bool waits = e.queue.busy();
    if (e.queue.writes_into(e.look.folder)) return "This folder is being written";
    if (e.look.holds_sequence() && e.old_frames == OldFrames::go_on)
        return missing_label(range.count() - e.look.frames_within(range.first, range.last), range.count(), waits);
    return fmt::format("{} {} frame{}", waits ? "Queue" : "Export", range.count(), range.count() == 1 ? "" : "s");
}

}  // namespace

void draw_folder_state(Workspace& w, Exports& e) {
    const FolderLook& look = e.look;
    if (look.folder != folder_of(w, e)) return ui::faint("Looking into the folder ...");
    if (!look.fault.empty()) return state_line(color::bad, look.fault);
    if (e.queue.writes_into(look.folder)) return state_line(color::accent, "An export into it is under way.");
    if (!look.exists) return state_line(color::faint, "It will be made.");
    if (!look.holds_sequence()) return state_line(color::good, "It holds no frames yet.");
    const FrameRange range = range_of(w, e);
    const bool whole = look.frames_within(range.first, range.last) >= range.count();
    state_line(whole ? color::good : color::doubtful, sequence_text(look, range));
    choose(e, OldFrames::go_on, "continue", "export/continue",
           look.can_continue() ? "Keeps every frame that reads back whole and writes the others; the flow is simulated "
                                 "from its beginning, as it was"
                               : "Not possible: " + look.differs,
           look.can_continue());
    ImGui::SameLine();
    choose(e, OldFrames::replace, "replace", "export/replace",
           fmt::format("Removes the {} files of the sequence that is there", look.files), true);
    if (!look.can_continue()) ui::faint("Of another scene: " + look.differs + ".");
}

void draw_export_start(Workspace& w, Exports& e) {
    const FrameRange range = range_of(w, e);
    ImGui::Separator();
    ui::wrapped(size_text(e, range, w.doc.scene().vdb.on) + ".");
    ui::tooltip(e.measured ? "Weighed; see Size and error" : "Judged by the emitters, within a factor of about two",
                "OpenVDB frames alone");
    std::string rest;
    if (const double seconds = solver_seconds(w, range); seconds >= 0)
        rest = fmt::format("{} at {} MLUPS", human_seconds(seconds), three_digits(w.status.mlups));
    if (e.look.free_bytes)
        rest +=
            fmt::format("{}{} free", rest.empty() ? "" : ", ", human_bytes(static_cast<double>(*e.look.free_bytes)));
    if (!rest.empty()) ui::faint(rest);
    ui::tooltip("Time of the solver at the speed of the flow in the window; room on the folder's disk");
    const double size = e.measured ? e.measured->bytes_per_frame : e.estimate ? e.estimate->bytes_per_frame : 0;
    if (e.look.free_bytes && size * range.count() > static_cast<double>(*e.look.free_bytes))
        state_line(color::bad, "The disk will be full before the last frame.");
    const bool looked = e.look.folder == folder_of(w, e);
    const std::string fault = looked ? export_fault(w) : "";
    ImGui::BeginDisabled(!looked || !fault.empty());
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyle().Colors[ImGuiCol_ButtonActive]);
    const std::string label = start_label(e, range) + "###start";
    const bool pressed = ImGui::Button(label.c_str(), {-1, 1.2f * ImGui::GetFrameHeight()});
    ImGui::PopStyleColor();
    ImGui::EndDisabled();
    ui::mark("export.start");
    ui::tooltip(fault.empty() ? "Runs the scene as it is in the window, unsaved edits included, in a program of its own"
                              : fault,
                chord_text(find_action("export.start")->keys));
    if (!fault.empty() && !e.queue.writes_into(e.look.folder)) ui::faint(fault);
    if (pressed) run_action(w, "export.start");
    draw_export_progress(e);
}

}  // namespace fum
