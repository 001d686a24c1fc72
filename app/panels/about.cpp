// What this program is, what draws and what computes.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/build_info.h"
#include "app/panels/panels.h"
#include "app/window/keys.h"
#include "app/window/widgets.h"
#include "render/screen.h"

namespace fum {
namespace {

struct AboutState {
    bool open = false;
};

/// Beside an installed program, else where it was built from.
std::optional<std::filesystem::path> readme() {
    std::error_code failed;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failed);
    for (const std::filesystem::path& path :
         {program.parent_path() / "../share/doc/fumarole/README.md", program.parent_path() / "../README.md",
          std::filesystem::path(build::source_folder) / "README.md"})
        if (std::filesystem::exists(path, failed)) return path.lexically_normal();
    return std::nullopt;
}

void about_row(const char* name, const std::string& text) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
    ImGui::TableNextColumn();
    ui::wrapped(text);
}

}  // namespace

void open_about(Workspace& w) { w.parts.of<AboutState>().open = true; }

void draw_about(Workspace& w) {
    constexpr const char* name = "About Fumarole";
    if (std::exchange(w.parts.of<AboutState>().open, false)) ImGui::OpenPopup(name);
    const ImVec2 all = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({all.x / 2, all.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(ui::px(560), all.x - ui::px(20)), 0});
    if (!ImGui::BeginPopupModal(name, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) return;
    ui::wrapped("Smoke from first principles: a mesh, its sampled surface, and a kinetic flow solver round it.");
    ImGui::Dummy({0, ui::px(4)});
    static const std::string renderer = gl_renderer();
    static const auto path = readme();
    if (ImGui::BeginTable("rows", 2)) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, ui::px(80));
        ImGui::TableSetupColumn("text", ImGuiTableColumnFlags_WidthStretch);
        about_row("Version", fmt::format("{} ({})", build::version, build::git_hash));
        about_row("Compiler", build::compiler);
        about_row("Draws", renderer);
        about_row("Computes", w.status.device.empty() ? "nothing runs now" : w.status.device);
        about_row("README", path ? path->string() : "README.md of the sources; it is not beside this program");
        about_row("Licence", "MIT");
        ImGui::EndTable();
    }
    ImGui::Dummy({0, ui::px(4)});
    if (path) {
        if (ImGui::Button("Copy the README's place")) ImGui::SetClipboardText(path->c_str());
        ui::mark("about/copy");
        ui::tooltip("Puts the path of the README into the clipboard");
        ImGui::SameLine();
    }
    if (ImGui::Button("Close", {ui::px(90), 0}) || ImGui::IsKeyPressed(key_escape, false)) ImGui::CloseCurrentPopup();
    ui::mark("about/close");
    ImGui::EndPopup();
}

}  // namespace fum
