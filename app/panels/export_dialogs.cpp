// The window is not closed over a running export without a question.
#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/panels.h"
#include "app/window/export_job.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

constexpr const char* title = "An export is running";

void draw_question(Exports& e) {
    const ExportTask* task = e.queue.running();
    ImGui::PushTextWrapPos(ui::px(380));
    if (e.close_after) {
        ImGui::TextUnformatted("It is finishing what it is at; then the window closes.");
    } else {
        ImGui::TextUnformatted(fmt::format("{} is not finished. Frames that are finished stay, and the export can be "
                                           "continued another time.",
                                           task ? task->title : "One that waits")
                                   .c_str());
    }
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, ui::px(4)});
    const ImVec2 wide{ui::px(150), 0};
    if (ImGui::Button(e.close_after ? "Stop at once###stop" : "Stop it and close###stop", wide)) {
        if (e.close_after && task) e.queue.stop(task->number);
        if (!e.close_after) e.queue.stop_all();
        e.close_after = true;
    }
    ui::mark("export/stop_and_close");
    ui::tooltip("Ends the export as its Stop button does, then closes the window");
    ImGui::SameLine();
    if (ImGui::Button("Keep working", wide) || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) {
        e.close_after = false;
        ImGui::CloseCurrentPopup();
    }
    ui::mark("export/keep_working");
    ui::tooltip("The window stays open (Esc)");
}

}  // namespace

void draw_export_dialogs(Workspace& w) {
    auto& e = w.parts.of<Exports>();
    if (w.quit && e.queue.busy()) {
        w.quit = w.close_wanted = false;
        ImGui::OpenPopup(title);
    }
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    if (!ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove)) return;
    if (e.queue.busy())
        draw_question(e);
    else
        ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

}  // namespace fum
