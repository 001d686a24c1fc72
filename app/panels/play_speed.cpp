#include "app/panels/play_speed.h"

#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/run_state.h"
#include "app/progress.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

std::string factor_text(double factor) { return fmt::format("{:.3g}×", factor); }

}  // namespace

void play_speed_combo(Workspace& w, bool brief) {
    PlayView& play = w.view.play;
    const std::string text = play.film_speed ? (brief ? "" : "film ") + factor_text(play.factor)
                             : brief         ? "max"
                                             : "fastest";
    ImGui::SetNextItemWidth(ImGui::CalcTextSize(brief ? "0.25×" : "film 0.25×").x + ImGui::GetFrameHeight() +
                            ui::px(14));
    const bool open = ImGui::BeginCombo("##speed", text.c_str(), ImGuiComboFlags_HeightLarge);
    ui::mark("timeline/speed");
    ui::tooltip(
        "How fast the flow plays. Film: no faster than the finished film will show it, so its motion can be judged and "
        "a shot takes as long to watch as the film; this is what it begins with, since a fast GPU runs through a small "
        "scene in a second. Fastest: as much as the device can, to reach a late frame or a mean sooner.",
        "Steps, exports and the warm-up are never held back.");
    if (!open) return;
    if (ImGui::Selectable("as fast as possible", !play.film_speed)) play.film_speed = false;
    ui::mark("timeline/speed=fastest");
    for (const double factor : {0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0}) {
        const std::string name = factor == 1 ? "film speed" : factor_text(factor) + " film speed";
        if (ImGui::Selectable(name.c_str(), play.film_speed && play.factor == factor)) {
            play.film_speed = true;
            play.factor = factor;
        }
        ui::mark(fmt::format("timeline/speed={:g}", factor));
    }
    auto factor = static_cast<float>(play.factor);
    ImGui::SetNextItemWidth(-1);
    if (ImGui::SliderFloat("##factor", &factor, 0.1f, 10, "%.2f×",
                           ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp)) {
        play.film_speed = true;
        play.factor = factor;
    }
    ui::mark("timeline/speed.factor");
    ui::tooltip("Any factor of the film's speed, 0.1 to 10");
    ImGui::EndCombo();
}

PaceText pace_text(Workspace& w) {
    const RunPace& pace = run_state(w).pace;
    const SimStatus& s = w.status;
    if (s.mode == SimMode::preparing) return {s.doing};
    if (s.run == 0 || s.mode == SimMode::empty) return {};
    if (s.mode == SimMode::paused) return {"paused"};
    const double rate = pace.frames_per_minute();
    if (rate <= 0) return {};
    PaceText said{fmt::format("{:.{}f} frames/min", rate, rate < 10 ? 1 : 0)};
    const PlayView& play = w.view.play;
    if (play.film_speed && w.running && s.frame >= 0) {
        const double share = film_speed_of(pace, *w.running);
        said.too_slow = pace.known_s() > 0.7 && share < 0.93 * play.factor;
        if (said.too_slow)
            said.text = fmt::format("{:.2g}× of film speed", share);
        else
            said.text = play.factor == 1 ? "film speed" : factor_text(play.factor) + " film speed";
    }
    said.text += s.step >= s.total_steps ? ", shot complete" : ", " + human_seconds(pace.left_s()) + " left";
    return said;
}

void draw_pace(Workspace& w, const PaceText& pace) {
    ImGui::PushStyleColor(ImGuiCol_Text, pace.too_slow ? color::doubtful : color::faint);
    ImGui::TextUnformatted(pace.text.c_str());
    ImGui::PopStyleColor();
    ui::mark("timeline/pace");
    const double rate = run_state(w).pace.frames_per_minute();
    const std::string frames = rate > 0 ? fmt::format("{:.3g} frames of film a minute. ", rate) : "";
    ui::tooltip(pace.too_slow ? "The device cannot hold the speed that is chosen. " + frames +
                                    "Fewer cells or a faster device would; an export is not hurried by it."
                              : "How fast the flow goes on the clock on the wall, and the time until the shot's last "
                                "frame at this speed. " +
                                    frames,
                "Mean of the last four seconds");
}

}  // namespace fum
