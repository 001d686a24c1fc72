#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <system_error>

#include "app/presets.h"
#include "app/window/file_dialog_state.h"
#include "app/window/widgets.h"

namespace fum::files {

namespace fs = std::filesystem;

namespace {

void draw_place(FileDialog& d, const char* label, const fs::path& path, const std::string& id, bool is_file = false) {
    const bool here = !is_file && path == d.list.folder && !d.marked;
    d.marked |= here;
    if (ImGui::Selectable(fmt::format("{}##{}", label, id).c_str(), here)) {
        if (is_file)
            ask_for(d, path, true);
        else
            enter_folder(d, path);
    }
    ui::mark("file/place/" + id);
    ui::tooltip(path.string());
}

}  // namespace

void draw_places(Workspace& w, FileDialog& d) {
    d.marked = false;
    ImGui::TextDisabled("Places");
    draw_place(d, "Home", home(), "home");
    std::error_code failed;
    draw_place(d, "Where it was started", fs::current_path(failed), "current");
    if (const auto presets = preset_scenes(); !presets.empty()) {
        const fs::path folder = presets.front().parent_path();
        draw_place(d, "Presets", folder, "presets");
        draw_place(d, "Meshes of the presets", (folder / "../meshes").lexically_normal(), "meshes");
    }
    if (!w.doc.path().empty()) draw_place(d, "Open scene's folder", w.doc.path().parent_path(), "scene");
    draw_place(d, "Whole disk", "/", "root");
    std::vector<fs::path> recent;
    for (const fs::path& path : w.recent.list())
        if (d.question.kind == FileKind::folder || is_of_kind(path, d.question.kind)) recent.push_back(path);
    if (recent.empty()) return;
    ImGui::Dummy({0, ui::px(4)});
    ImGui::TextDisabled("Recent");
    const bool folders = d.question.kind == FileKind::folder || d.question.save;
    std::vector<fs::path> shown;
    for (const fs::path& path : recent) {
        const fs::path target = folders ? path.parent_path() : path;
        if (std::ranges::find(shown, target) != shown.end()) continue;
        shown.push_back(target);
        draw_place(d, target.filename().string().c_str(), target, fmt::format("recent {}", shown.size()), !folders);
    }
}

/// One a part; as many of the last as fit.
void draw_path(FileDialog& d) {
    if (ui::icon_button(ui::Icon::folder, "file/up", "The folder above (Backspace)"))
        enter_folder(d, d.list.folder.parent_path());
    std::vector<fs::path> parts;
    for (fs::path at = d.list.folder; !at.empty(); at = at.parent_path()) {
        parts.push_back(at);
        if (at == at.parent_path()) break;
    }
    const auto text_of = [](const fs::path& p) {
        return p.filename().empty() ? std::string("/") : p.filename().string();
    };
    const ImGuiStyle& style = ImGui::GetStyle();
    float room = ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - ui::px(40);
    std::size_t fit = 0;
    while (fit < parts.size()) {
        room -= ImGui::CalcTextSize(text_of(parts[fit]).c_str()).x + 2 * style.FramePadding.x + ui::px(2);
        if (room < 0 && fit > 0) break;
        ++fit;
    }
    if (fit < parts.size()) ImGui::SameLine(), ImGui::TextDisabled("...");
    for (std::size_t i = fit; i-- > 0;) {
        ImGui::SameLine(0, i + 1 == fit ? style.ItemSpacing.x : ui::px(2));
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Button(text_of(parts[i]).c_str())) enter_folder(d, parts[i]);
        ImGui::PopID();
        ui::tooltip(parts[i].string());
    }
}

}  // namespace fum::files
