// How the file dialog looks.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "app/window/dialog_frame.h"
#include "app/window/file_dialog_state.h"
#include "app/window/keys.h"
#include "app/window/widgets.h"

namespace fum {
namespace files {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

const char* word_of(FileKind kind) {
    switch (kind) {
        case FileKind::scene:
            return "Scenes (.toml)";
        case FileKind::mesh:
            return "Meshes (.obj, .stl, .ply, .gltf, ...)";
        case FileKind::scene_or_mesh:
            return "Scenes and meshes";
        case FileKind::folder:
            return "Folders";
        case FileKind::any:
            break;
    }
    return "All files";
}

std::string time_text(std::chrono::sys_seconds time) {
    if (time == std::chrono::sys_seconds{}) return "";
    return fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::chrono::system_clock::to_time_t(time)));
}

void take_order(FileDialog& d) {
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (!specs || !specs->SpecsDirty || specs->SpecsCount == 0) return;
    d.wish.order = static_cast<FileOrder>(specs->Specs[0].ColumnIndex);
    d.wish.backwards = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
    specs->SpecsDirty = false;
    arrange(d);
}

void draw_row(Workspace& w, FileDialog& d, int row) {
    const FileEntry& entry = d.list.entries[d.rows[static_cast<std::size_t>(row)]];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(row);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight();
    const auto flags = ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick;
    const bool pressed = ImGui::Selectable("##row", row == d.chosen, flags);
    ui::mark("file/row/" + entry.name);
    if (entry.folder) ui::draw_icon(*ImGui::GetWindowDrawList(), ui::Icon::folder, at, line, color::doubtful);
    ImGui::GetWindowDrawList()->AddText({at.x + line + ui::px(5), at.y}, color::text, entry.name.c_str());
    ImGui::TableNextColumn();
    if (!entry.folder) ImGui::TextDisabled("%s", ui::bytes_text(static_cast<double>(entry.bytes)).c_str());
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", time_text(entry.written).c_str());
    ImGui::PopID();
    if (!pressed) return;
    d.chosen = row;
    d.by_key = false;
    d.replace.clear();
    if (d.question.save && !entry.folder) d.name = entry.name, ++d.turn;
    if (!ImGui::IsMouseDoubleClicked(0)) return;
    d.by_key = true;  // a double click on a folder enters it, whatever was typed
    accept(w, d);
}

void draw_list(Workspace& w, FileDialog& d, float height) {
    const auto flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_Sortable |
                       ImGuiTableFlags_BordersOuter | ImGuiTableFlags_Resizable;
    if (!ImGui::BeginTable("files", 3, flags, {0, height})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch | ImGuiTableColumnFlags_DefaultSort);
    ImGui::TableSetupColumn("Size", ImGuiTableColumnFlags_WidthFixed, ui::px(76));
    ImGui::TableSetupColumn("Changed", ImGuiTableColumnFlags_WidthFixed, ui::px(132));
    ImGui::TableHeadersRow();
    take_order(d);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(d.rows.size()));
    while (d.open && clipper.Step())
        for (int row = clipper.DisplayStart; d.open && row < clipper.DisplayEnd; ++row) {
            if (row >= static_cast<int>(d.rows.size())) break;  // the folder has changed under a double click
            draw_row(w, d, row);
        }
    clipper.End();
    if (std::exchange(d.scroll, false)) {
        const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
        const float y = line * static_cast<float>(d.chosen), seen = ImGui::GetWindowHeight() - 2 * line;
        if (y < ImGui::GetScrollY()) ImGui::SetScrollY(y);
        if (y + line > ImGui::GetScrollY() + seen) ImGui::SetScrollY(y + line - seen);
    }
    ImGui::EndTable();
}

void draw_status(FileDialog& d) {
    const bool slow = d.reading.running() && Clock::now() - d.asked_at > std::chrono::milliseconds(150);
    if (!d.replace.empty())
        ImGui::TextColored(ImColor(color::doubtful), "%s exists already; press Replace to write over it.",
                           fs::path(d.replace).filename().c_str());
    else if (!d.fault.empty())
        ImGui::TextColored(ImColor(color::bad), "%s", d.fault.c_str());
    else if (slow)
        ImGui::TextDisabled("Reading the folder ...");
    else if (d.list.cut_off)
        ImGui::TextDisabled("Only the first %zu entries are listed; type a path for others.", most_entries);
    else if (d.rows.empty() && !d.reading.running())
        ImGui::TextDisabled(d.wish.search.empty() ? "Nothing of that kind here." : "No name here holds what is typed.");
    else
        ImGui::TextDisabled(d.question.kind == FileKind::folder ? "Enter a folder, then choose it."
                            : d.question.save                   ? "A name, or a path."
                                              : "Type a part of the name, or a path; arrows and Enter choose.");
}

void draw_name(Workspace& w, FileDialog& d) {
    const auto own = ImGuiFocusedFlags_RootAndChildWindows | ImGuiFocusedFlags_NoPopupHierarchy;
    const bool idle =
        !d.asks_folder && !ImGui::IsAnyItemActive() && !ImGui::IsAnyMouseDown() && ImGui::IsWindowFocused(own);
    if (std::exchange(d.focus, false) || idle) ImGui::SetKeyboardFocusHere();  // keys belong to the field
    const float filter = d.question.kind == FileKind::folder ? 0 : ui::px(230);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - (filter > 0 ? filter + ui::px(8) : 0));
    ImGui::PushID(d.turn);
    const char* hint = d.question.save ? "Name" : d.question.kind == FileKind::folder ? "Path" : "Search, or a path";
    const bool entered = ImGui::InputTextWithHint("##name", hint, &d.name, ImGuiInputTextFlags_EnterReturnsTrue);
    ui::mark("file/name");
    ImGui::PopID();
    if (ImGui::IsItemEdited()) {
        d.chosen = -1;
        d.by_key = false;
        d.replace.clear();
        arrange(d);
        if (!d.name.empty() && !d.rows.empty() && !d.question.save) d.chosen = 0;
    }
    if (filter > 0) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(filter);
        if (ImGui::BeginCombo("##kind", word_of(d.wish.kind))) {
            for (const FileKind kind : {FileKind::scene, FileKind::mesh, FileKind::scene_or_mesh, FileKind::any})
                if (ImGui::Selectable(word_of(kind), kind == d.wish.kind)) d.wish.kind = kind, arrange(d);
            ImGui::EndCombo();
        }
        ui::mark("file/kind");
        ui::tooltip("Which files are listed");
    }
    const bool pressed_now = ImGui::IsKeyPressed(key_enter, false) || ImGui::IsKeyPressed(key_pad_enter, false);
    if (entered && pressed_now) {  // a key that is held must not answer a question that it has raised
        d.focus = true;
        accept(w, d);
    }
}

void draw_new_folder(FileDialog& d) {
    if (!d.asks_folder) {
        if (ImGui::Button("New folder")) d.asks_folder = true, d.new_folder.clear();
        ui::mark("file/new_folder");
        ui::tooltip("Makes a folder here");
        return;
    }
    ImGui::SetNextItemWidth(ui::px(150));
    const bool entered =
        ImGui::InputTextWithHint("##folder", "Its name", &d.new_folder, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::SameLine();
    if (!ImGui::Button("Make") && !entered) return;
    d.asks_folder = false;
    if (d.new_folder.empty()) return;
    std::error_code failed;
    fs::create_directories(d.list.folder / d.new_folder, failed);
    if (failed)
        d.fault = d.new_folder + " could not be made: " + failed.message() + ".";
    else
        enter_folder(d, d.list.folder / d.new_folder);
}

void draw_buttons(Workspace& w, FileDialog& d) {
    const bool folder = d.question.kind == FileKind::folder;
    if (ImGui::Checkbox("Hidden files", &d.wish.hidden)) arrange(d);
    ui::mark("file/hidden");
    ui::tooltip("List names that begin with a dot as well");
    if (folder || d.question.save) ImGui::SameLine(), draw_new_folder(d);
    const char* word = !d.replace.empty() ? "Replace"
                       : d.question.save  ? "Save"
                       : folder           ? "Choose this folder"
                                          : "Open";
    const float wide = std::max(ui::px(96), ImGui::CalcTextSize(word).x + ui::px(24)), narrow = ui::px(86);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - wide - narrow - ImGui::GetStyle().ItemSpacing.x);
    if (ImGui::Button("Cancel", {narrow, 0}) || ImGui::IsKeyPressed(key_escape)) return close(d);
    ui::mark("file/cancel");
    ImGui::SameLine();
    const FileEntry* entry = chosen_entry(d);
    const bool ready = folder || (d.question.save ? !d.name.empty() : entry != nullptr || !d.name.empty());
    ImGui::BeginDisabled(!ready);
    const bool pressed = ImGui::Button(word, {wide, 0});
    ImGui::EndDisabled();
    ui::mark("file/accept");
    if (!pressed) return;
    if (folder && d.name.empty())
        return answer(w, d, entry && entry->folder ? d.list.folder / entry->name : d.list.folder);
    d.by_key = !d.question.save && d.by_key;
    accept(w, d);
}

void draw_contents(Workspace& w, FileDialog& d) {
    take_listing(w, d);
    if (!d.open) return;
    draw_path(d);
    const ImGuiStyle& style = ImGui::GetStyle();
    const float below =
        2 * ImGui::GetFrameHeightWithSpacing() + ImGui::GetTextLineHeightWithSpacing() + style.ItemSpacing.y;
    const float height = ImGui::GetContentRegionAvail().y - below;
    ImGui::BeginChild("places", {ui::px(190), height});
    draw_places(w, d);
    ImGui::EndChild();
    ImGui::SameLine();
    ImGui::BeginGroup();
    if (d.open) draw_list(w, d, height);
    ImGui::EndGroup();
    if (!d.open) return;
    draw_status(d);
    if (!d.asks_folder) take_keys(d);
    draw_name(w, d);
    if (d.open) draw_buttons(w, d);
}

}  // namespace
}  // namespace files

void draw_file_dialog(Workspace& w) {
    files::FileDialog& d = w.parts.of<files::FileDialog>();
    if (std::exchange(d.wanted, false)) {
        ImGui::OpenPopup("###file dialog");
        d.open = true;
    }
    if (!d.open) return;
    if (!ui::begin_dialog((d.question.title + "###file dialog").c_str(), {880, 580})) {
        d.open = false;
        return;
    }
    files::draw_contents(w, d);
    if (!d.open) ImGui::CloseCurrentPopup();
    ui::end_dialog();
}

}  // namespace fum
