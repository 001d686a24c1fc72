// Pictures and films of the viewport: how, and the mark in it while one is recorded.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/panels/export_parts.h"
#include "app/panels/panels.h"
#include "app/progress.h"
#include "app/window/actions.h"
#include "app/window/bookmarks.h"
#include "app/window/file_dialog.h"
#include "app/window/recording.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

void draw_size(Workspace& w, Recorder& r) {
    const auto [width, height] = pixels_of(w, r.size);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("size");
    ImGui::SameLine(ui::px(64));
    ImGui::SetNextItemWidth(ui::px(130));
    const auto now = static_cast<std::size_t>(r.size);
    const bool open = ImGui::BeginCombo("##size", record_sizes[now]);
    ui::mark("record/size");
    ui::tooltip(
        "Of pictures and films: as the viewport is, twice that, or a fixed size (its height shows what the "
        "viewport's height shows)");
    if (open) {
        for (std::size_t i = 0; i < record_sizes.size(); ++i) {
            if (ImGui::Selectable(record_sizes[i], i == now)) r.size = static_cast<RecordSize>(i);
            ui::mark(fmt::format("record/size={}", i));
        }
        ImGui::EndCombo();
    }
    if (r.size != RecordSize::view && r.size != RecordSize::twice) return;  // the others say it themselves
    ImGui::SameLine();
    ImGui::TextDisabled("%d x %d", width, height);
}

void draw_target(Workspace& w, Recorder& r) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("folder");
    ImGui::SameLine(ui::px(64));
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SetNextItemWidth(-ImGui::GetFrameHeight() - gap);
    ImGui::InputTextWithHint("##folder", usual_pictures().string().c_str(), &r.folder);
    ui::mark("record/folder");
    ui::tooltip("Pictures and films are numbered in it and replace none", pictures_folder(r).string());
    ImGui::SameLine(0, gap);
    if (ui::icon_button(ui::Icon::folder, "record/choose", "Chooses the folder"))
        choose_file(w, {.title = "Folder of pictures and films",
                        .kind = FileKind::folder,
                        .start = pictures_folder(r),
                        .on_chosen = [&w](const auto& folder) { w.parts.of<Recorder>().folder = folder.string(); }});
}

template <class T>
void choice(T& value, T this_one, const char* label, const char* name, const char* help, bool enabled = true) {
    ImGui::BeginDisabled(!enabled);
    if (ImGui::RadioButton(label, value == this_one)) value = this_one;
    ImGui::EndDisabled();
    ui::mark(name);
    ui::tooltip(help);
}

/// The second of two choices, beside the first if there is room for it.
void beside(const char* second) {
    const float wide = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(second).x;
    if (ui::px(130) + wide <= ImGui::GetContentRegionMax().x) ImGui::SameLine(ui::px(130));
}

void draw_take_options(Workspace& w, Recorder& r) {
    const double fps = w.doc.scene().time.fps;
    choice(r.film, true, "film (MP4)", "record/film",
           has_ffmpeg() ? "H.264, by ffmpeg" : "ffmpeg is not installed (Debian: apt-get install ffmpeg)",
           has_ffmpeg());
    beside("PNG files");
    choice(r.film, false, "PNG files", "record/png", "A folder of pictures, 0001.png and on");
    choice(
        r.exact, true, "frame by frame", "record/exact",
        "The flow goes to the next frame of film, stops, its picture is taken; it waits for the disk, and no frame is "
        "left out");
    beside("as it is seen");
    choice(r.exact, false, "as it is seen", "record/live",
           "What the viewport shows, in its own time; where it is slower than the film a picture stands for several");
    ui::faint(fmt::format("{:g} pictures a second of film, as the scene's time.fps", fps));
    ImGui::BeginDisabled(!r.exact);
    ImGui::Checkbox("from the flow's beginning", &r.restart);
    ImGui::EndDisabled();
    ui::mark("record/restart");
    ui::tooltip("The flow begins anew, and the film with its first frame; else where it is now");
    auto& cameras = w.parts.of<Cameras>();
    ImGui::BeginDisabled(cameras.list.size() < 2);
    ImGui::Checkbox("along the camera path", &cameras.use_path);
    ImGui::EndDisabled();
    ui::mark("record/path");
    ui::tooltip(cameras.list.size() < 2 ? "Needs two cameras; add them in Cameras"
                                        : "The camera moves through the views in Cameras and ends with the last");
    ImGui::SetNextItemWidth(ui::px(80));
    ImGui::InputInt("##most", &r.most, 0);
    r.most = std::clamp(r.most, 0, 1000000);
    ui::mark("record/most");
    ui::tooltip("The recording ends by itself after so many; 0: when it is stopped");
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextUnformatted(r.most > 0 ? "pictures at most" : "pictures: until it is stopped");
}

std::string clock_text(double seconds) {
    const int s = static_cast<int>(seconds);
    return fmt::format("{}:{:02}", s / 60, s % 60);
}

void draw_take(Recorder& r) {
    const PictureWriter& writer = *r.writer;
    ui::wrapped(fmt::format("{} pictures, {} of film; {} on the disk", writer.pushed(),
                            clock_text(writer.pushed() / writer.take().fps), writer.written()));
    ui::faint(writer.take().path.string());
}

}  // namespace

void draw_record(Workspace& w) {
    auto& r = w.parts.of<Recorder>();
    ui::heading("Picture");
    ImGui::BeginDisabled(r.recording());
    draw_size(w, r);
    draw_target(w, r);
    ImGui::EndDisabled();
    ui::action_button(w, "record.png", "Take a picture");
    ui::heading("Film");
    ImGui::BeginDisabled(r.recording());
    draw_take_options(w, r);
    ImGui::EndDisabled();
    if (r.recording()) {
        ui::action_button(w, "record.stop", "Stop recording");
        draw_take(r);
    } else {
        ui::action_button(w, "record.start", "Record");
    }
    for (const auto& writer : r.finishing)
        ui::faint(fmt::format("{} of {} pictures of {} are on the disk", writer->written(), writer->pushed(),
                              writer->take().path.filename().string()));
    ImGui::Dummy({0, ui::px(2)});
    ui::faint("Labels, legends and handles are not in pictures.");
}

void draw_recording(Workspace& w, const ViewportArea& area) {
    auto& r = w.parts.of<Recorder>();
    if (!r.recording() && r.finishing.empty()) return;
    std::string text = "writing the last pictures";
    if (r.recording())
        text = fmt::format("REC  {}  {} pictures", clock_text(r.writer->pushed() / r.writer->take().fps),
                           r.writer->pushed());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float radius = ui::px(5), pad = ui::px(8), width = size.x + 2 * radius + 3 * pad;
    const ImVec2 at{area.x + (static_cast<float>(area.width) - width) / 2, area.y + ui::px(10)},
        to{at.x + width, at.y + size.y + pad};
    list.AddRectFilled(at, to, (color::panel & 0x00ffffff) | 0xd0000000, (to.y - at.y) / 2);
    const bool lit = !r.recording() || std::fmod(ImGui::GetTime(), 1.0) < 0.6;
    list.AddCircleFilled({at.x + pad + radius, (at.y + to.y) / 2}, radius,
                         r.recording() ? (lit ? color::bad : (color::bad & 0x00ffffff) | 0x60000000) : color::doubtful,
                         24);
    list.AddText({at.x + 2 * pad + 2 * radius, at.y + pad / 2}, color::text, text.c_str());
    ui::mark("recording", at, to);
}

}  // namespace fum
