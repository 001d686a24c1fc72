// The Export tab: what of the scene is written, where to, and at what cost.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>

#include "app/panels/export_parts.h"
#include "app/panels/panels.h"
#include "app/progress.h"
#include "app/window/actions.h"
#include "app/window/export_job.h"
#include "app/window/file_dialog.h"
#include "app/window/recording.h"
#include "app/window/widgets.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

/// Whom a profile serves; in the order of EnumNames<VdbProfile>.
constexpr std::array<const char*, 7> served{"Houdini and what follows its rules: vel in m/s, y up, metres.",
                                            "Blender: velocity per frame, z up, metres.",
                                            "Arnold in Maya, 3ds Max and Cinema 4D: vel in cm/s, y up, centimetres.",
                                            "RenderMan: velocity per frame, y up, metres.",
                                            "Unreal Engine: velocity per frame, z up, centimetres, half floats.",
                                            "Mitsuba and programs of your own: vel in m/s, y up, metres, full floats.",
                                            "The scene's own axes; every other choice yours, in its settings."};

void set(Workspace& w, const std::string& key, const Value& value) {
    if (const std::string fault = w.doc.set(key, value); !fault.empty())
        w.notices.say(NoticeKind::error, key + ": " + fault);
    w.doc.end_merge();
}

/// A switch bound to a parameter of the scene.
void param_switch(Workspace& w, const std::string& key, bool on, const char* label) {
    bool wanted = on;
    if (ImGui::Checkbox((std::string(label) + "##" + key).c_str(), &wanted)) set(w, key, {wanted});
    ui::mark(key);
    if (!ImGui::IsItemHovered()) return;
    for (const ParamRef& ref : w.doc.parameters())
        if (ref.key == key) ui::tooltip(ref.help, key);
}

/// A row of the table of formats: its switch, what there is to know, its other settings.
void format_row(Workspace& w, const char* section, const char* label, bool on, const std::string& detail) {
    const std::string name = section;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    param_switch(w, name + ".on", on, label);
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", detail.c_str());
    ImGui::TableNextColumn();
    if (ImGui::Button(("...##" + name).c_str())) w.selected.section = name;
    ui::mark("export/settings/" + name);
    ui::tooltip("All its settings, in Properties", name);
}

void draw_profile(Workspace& w) {
    const Scene& scene = w.doc.scene();
    const auto now = static_cast<std::size_t>(scene.vdb.profile);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("for");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo("##profile", std::string(name_of(scene.vdb.profile)).c_str());
    ui::mark("output.vdb.profile");
    ui::tooltip("Whose names, units and axes the OpenVDB frames have", "output.vdb.profile");
    if (open) {
        for (std::size_t i = 0; i < served.size(); ++i) {
            const std::string name(EnumNames<VdbProfile>::names[i]);
            if (ImGui::Selectable(name.c_str(), i == now)) set(w, "output.vdb.profile", {name});
            ui::mark("output.vdb.profile=" + name);
            ui::tooltip(served[i]);
        }
        ImGui::EndCombo();
    }
    ui::faint(served[now]);
}

void draw_grids(Workspace& w) {
    const OutputVdb& vdb = w.doc.scene().vdb;
    const float column = ImGui::GetContentRegionAvail().x / 2;
    ImGui::Indent();
    param_switch(w, "output.vdb.velocity", vdb.velocity, "velocity");
    ImGui::SameLine(column);
    param_switch(w, "output.vdb.vorticity", vdb.vorticity, "vorticity");
    param_switch(w, "output.vdb.q", vdb.q, "Q criterion");
    ImGui::SameLine(column);
    param_switch(w, "output.vdb.pressure", vdb.pressure, "pressure");
    ImGui::Unindent();
}

bool begin_formats(const char* name) {
    if (!ImGui::BeginTable(name, 3, ImGuiTableFlags_SizingFixedFit)) return false;
    ImGui::TableSetupColumn("switch");
    ImGui::TableSetupColumn("detail", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("more");
    return true;
}

void draw_formats(Workspace& w) {
    const Scene& s = w.doc.scene();
    if (begin_formats("vdb")) {
        format_row(w, "output.vdb", "OpenVDB grids", s.vdb.on, "");
        ImGui::EndTable();
    }
    if (s.vdb.on) {
        draw_profile(w);
        draw_grids(w);
    }
    if (!begin_formats("formats")) return;
    const std::string size = fmt::format("{} x {}", s.png.width, s.png.height);
    format_row(w, "output.png", "Pictures", s.png.on, size);
    format_row(w, "output.mp4", "Film", s.mp4.on,
               !has_ffmpeg() ? "ffmpeg is missing"
               : s.png.on    ? "of the pictures"
                             : "needs pictures");
    format_row(w, "output.mitsuba", "Mitsuba 3", s.mitsuba.on, ".vol and a scene");
    format_row(w, "output.vti", "ParaView", s.vti.on, ".vti");
    format_row(w, "output.usd", "USD", s.usd.on, s.vdb.on ? "over the grids" : "needs grids");
    format_row(w, "output.meshes", "Solids", s.meshes.on, "." + std::string(name_of(s.meshes.format)) + " a frame");
    format_row(w, "output.csv", "Tables", s.csv.on,
               !s.solids.empty() && !s.probes.empty() ? "forces.csv, probes.csv"
               : !s.solids.empty()                    ? "forces.csv"
               : !s.probes.empty()                    ? "probes.csv"
                                                      : "no solids, no probes");
    ImGui::EndTable();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Scripts");
    ImGui::SameLine();
    param_switch(w, "output.scripts.blender", s.scripts.blender, "Blender");
    ImGui::SameLine();
    param_switch(w, "output.scripts.houdini", s.scripts.houdini, "Houdini");
}

void draw_range(Workspace& w, Exports& e) {
    const Scene& scene = w.doc.scene();
    const int first = scene.output.first_frame, last = first + std::max(1, scene.time.frames) - 1;
    ImGui::AlignTextToFramePadding();
    if (ImGui::RadioButton(fmt::format("all {} frames", last - first + 1).c_str(), e.all_frames)) e.all_frames = true;
    ui::mark("export/all");
    ui::tooltip("The whole film of the scene", "time.frames, output.first_frame");
    ImGui::SameLine();
    if (ImGui::RadioButton("from", !e.all_frames)) {
        e.all_frames = false;
        e.first = std::clamp(e.first, first, last);
        e.last = std::clamp(std::max(e.last, e.first), first, last);
    }
    ui::mark("export/part");
    ui::tooltip("Only a part of them is written; the flow is simulated from its beginning all the same");
    ImGui::BeginDisabled(e.all_frames);
    const FrameRange range = range_of(w, e);
    int a = range.first, b = range.last;
    const auto field = [&](const char* name, int& value, bool is_last, const char* help) {
        ImGui::SameLine();
        const float room = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.x;
        ImGui::SetNextItemWidth(std::clamp(is_last ? room : (room - gap) / 2, ui::px(24), ui::px(48)));
        const bool changed = ImGui::DragInt((std::string("##") + name).c_str(), &value, 0.2f, first, last, "%d",
                                            ImGuiSliderFlags_AlwaysClamp);
        ui::mark(std::string("export/") + name);
        ui::tooltip(help);
        return changed;
    };
    if (field("first", a, false, "Number of the first frame")) e.first = a, e.last = std::max(b, a);
    if (field("last", b, true, "Number of the last frame")) e.last = b, e.first = std::min(a, b);
    ImGui::EndDisabled();
}

void set_folder(Workspace& w, const std::string& text) {
    auto& e = w.parts.of<Exports>();
    e.folder = text;
    e.old_frames = OldFrames::undecided;
    e.look_due_s = 0;
}

void draw_where(Workspace& w, Exports& e) {
    ui::heading("Where");
    draw_range(w, e);
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SetNextItemWidth(-ImGui::GetFrameHeight() - gap);
    const std::string usual = usual_folder(w.doc.scene()).string();
    if (ImGui::InputTextWithHint("##folder", usual.c_str(), &e.folder)) set_folder(w, e.folder);
    ui::mark("export/folder");
    ui::tooltip("Folder of the frames; made if it is not there", folder_of(w, e).string());
    ImGui::SameLine(0, gap);
    if (ui::icon_button(ui::Icon::folder, "export/choose", "Chooses the folder"))
        choose_file(w, {.title = "Folder of the frames",
                        .kind = FileKind::folder,
                        .start = folder_of(w, e),
                        .on_chosen = [&w](const auto& folder) { set_folder(w, folder.string()); }});
    draw_folder_state(w, e);
    ImGui::Checkbox("pause the live flow meanwhile", &e.pause_flow);
    ui::mark("export/pause");
    ui::tooltip("While an export runs: both would share the device. The flow goes on afterwards");
}

/// All that can be long scrolls; what begins an export, and how far it is, stands below it.
void draw_sequence(Workspace& w, Exports& e) {
    e.seen_s = ImGui::GetTime();
    const float room = ImGui::GetContentRegionAvail().y;
    ImGui::BeginChild("scrolls", {0, std::max(room - e.footer_height, ui::px(60))});
    ui::heading("What");
    draw_formats(w);
    draw_where(w, e);
    draw_export_tasks(w, e);
    draw_verified(w, e);
    draw_export_costs(w, e);
    ImGui::EndChild();
    const float begin = ImGui::GetCursorPosY();
    draw_export_start(w, e);
    e.footer_height = ImGui::GetCursorPosY() - begin + ImGui::GetStyle().ItemSpacing.y;
}

}  // namespace

void draw_export(Workspace& w) {
    auto& e = w.parts.of<Exports>();
    if (!ImGui::BeginTabBar("export")) return;
    const auto tab = [&](const char* title, const char* name, const char* help, auto draw) {
        const bool open = ImGui::BeginTabItem(title);
        ui::mark(std::string("export/tab/") + name);
        ui::tooltip(help);
        if (!open) return;
        ImGui::BeginChild(name);
        draw();
        ImGui::EndChild();
        ImGui::EndTabItem();
    };
    tab("Sequence", "sequence", "Frames of the whole shot, as other programs want them", [&] { draw_sequence(w, e); });
    tab("Record", "record", "Pictures and films of what the viewport shows", [&] { draw_record(w); });
    tab("Cameras", "cameras", "Views that are kept, and a path through them", [&] { draw_cameras(w); });
    ImGui::EndTabBar();
}

}  // namespace fum
