#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/panels.h"
#include "app/window/actions.h"
#include "app/window/widgets.h"

namespace fum {

void draw_timeline(Workspace& w) {
    const bool playing = w.status.mode == SimMode::playing;
    if (ui::icon_button(ui::Icon::restart, "run.restart", "Back to the beginning (Ctrl+R)"))
        run_action(w, "run.restart");
    ImGui::SameLine();
    if (ui::icon_button(playing ? ui::Icon::pause : ui::Icon::play, "run.play", "Play or pause (Space)", playing))
        run_action(w, "run.play");
    ImGui::SameLine();
    if (ui::icon_button(ui::Icon::step, "run.step", "One step (Right)")) run_action(w, "run.step");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(fmt::format("frame {:.1f}   {:.3f} s   step {} / {}   {:.1f} MLUPS", w.status.frame,
                                       w.status.time_s, w.status.step, w.status.total_steps, w.status.mlups)
                               .c_str());
}

}  // namespace fum
