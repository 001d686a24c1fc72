#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/panels.h"
#include "app/panels/play_speed.h"
#include "app/panels/run_state.h"
#include "app/progress.h"
#include "app/window/actions.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

/// Where things are on the bar: steps as pixels.
struct TimeBar {
    ImVec2 from, to;
    std::int64_t end = 1;  ///< step at its right end: the shot's last, or now if the flow has gone on
    float x(double step) const {
        return from.x + static_cast<float>(std::clamp(step / static_cast<double>(end), 0.0, 1.0)) * (to.x - from.x);
    }
    std::int64_t step(float px) const {
        const double share = std::clamp((px - from.x) / std::max(to.x - from.x, 1.0f), 0.0f, 1.0f);
        return static_cast<std::int64_t>(share * static_cast<double>(end));
    }
};

std::string seconds_text(double s) { return fmt::format("{:.{}f} s", s, s < 10 ? 3 : s < 1000 ? 2 : 0); }

/// "frame 12 of 96", "warm-up", "frame 103, 7 after the shot's end".
std::string frame_text(const SimStatus& s) {
    if (s.run == 0) return "no flow yet";
    if (s.frame < 0) return "warm-up";
    const auto frame = static_cast<std::int64_t>(std::floor(s.frame));
    if (frame <= s.frames) return fmt::format("frame {} of {}", frame, s.frames);
    return fmt::format("frame {}, {} after the end", frame, frame - s.frames);
}

/// Frames between two marks, so that marks are at least `room` pixels apart: 1, 2, 5, 10, ...
int frames_a_mark(float px_a_frame, float room) {
    int each = 1;
    for (int i = 0; static_cast<float>(each) * px_a_frame < room && each < 1'000'000; ++i)
        each = i % 3 == 1 ? each / 2 * 5 : each * 2;
    return each;
}

/// A stripe for the warm-up, lines for frames, numbers where there is room.
void draw_scale(ImDrawList& list, const TimeBar& bar, const SimStatus& s) {
    if (s.warm_up_steps > 0) {
        const float end = bar.x(static_cast<double>(s.warm_up_steps));
        list.PushClipRect(bar.from, {end, bar.to.y}, true);
        for (float x = bar.from.x - (bar.to.y - bar.from.y); x < end; x += ui::px(7))
            list.AddLine({x, bar.to.y}, {x + bar.to.y - bar.from.y, bar.from.y}, IM_COL32(255, 255, 255, 34),
                         ui::px(2));
        list.PopClipRect();
    }
    const auto last = static_cast<int>((bar.end - s.warm_up_steps) / std::max(1, s.steps_per_frame));
    const float a_frame = (bar.to.x - bar.from.x) * static_cast<float>(s.steps_per_frame) / static_cast<float>(bar.end);
    const int fine = frames_a_mark(a_frame, ui::px(5)), coarse = frames_a_mark(a_frame, ui::px(46));
    const float line = ImGui::GetTextLineHeight();
    const auto x_of = [&](int frame) {
        return bar.x(static_cast<double>(s.warm_up_steps + std::int64_t{frame} * s.steps_per_frame));
    };
    const auto tick = [&](int frame, float height) {
        const float x = x_of(frame);
        list.AddLine({x, bar.to.y - height * (bar.to.y - bar.from.y)}, {x, bar.to.y}, IM_COL32(255, 255, 255, 60));
    };
    for (int frame = 0; frame <= last; frame += fine) tick(frame, 0.22f);
    for (int frame = coarse; frame <= last; frame += coarse) {
        tick(frame, 0.5f);
        const std::string text = std::to_string(frame);
        const float x = x_of(frame) + ui::px(3);
        if (x + ImGui::CalcTextSize(text.c_str()).x < bar.to.x)
            list.AddText({x, (bar.from.y + bar.to.y - line) / 2}, color::faint, text.c_str());
    }
}

void bar_tooltip(Workspace& w, const TimeBar& bar) {
    const SimStatus& s = w.status;
    const std::int64_t step = bar.step(ImGui::GetIO().MousePos.x);
    const double frame = static_cast<double>(step - s.warm_up_steps) / std::max(1, s.steps_per_frame);
    std::string text =
        frame < 0 ? fmt::format("warm-up, step {}", step) : fmt::format("frame {:.1f}, step {}", frame, step);
    text += ", " + seconds_text(static_cast<double>(step) * s.dt_s);
    const double until = run_state(w).pace.seconds_until(step);
    if (step > s.step) text += std::isnan(until) ? "" : ": in about " + human_seconds(until);
    ui::tooltip(text,
                "The flow goes on past the shot's last frame. It cannot be wound back: Restart (Ctrl+R) begins anew." +
                    (s.kept_step >= 0 ? fmt::format(" Green mark: the moment of step {} is kept and comes back if the "
                                                    "flow diverges.",
                                                    s.kept_step)
                                      : ""));
}

void draw_bar(Workspace& w, float width) {
    const SimStatus& s = w.status;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    ImGui::Dummy({width, height});
    ui::mark("timeline/bar");
    TimeBar bar{at, {at.x + width, at.y + height}, std::max({s.total_steps, s.step, std::int64_t{1}})};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(bar.from, bar.to, color::plot, ui::px(3));
    if (s.run != 0) {
        const float now = bar.x(static_cast<double>(s.step)), end = bar.x(static_cast<double>(s.total_steps));
        list.AddRectFilled(bar.from, {std::min(now, end), bar.to.y}, IM_COL32(58, 108, 172, 150), ui::px(3));
        if (now > end) list.AddRectFilled({end, bar.from.y}, {now, bar.to.y}, IM_COL32(235, 178, 72, 70), ui::px(3));
        ImGui::PushFont(ui::fonts().small);
        draw_scale(list, bar, s);
        ImGui::PopFont();
        if (s.step > s.total_steps) list.AddLine({end, bar.from.y}, {end, bar.to.y}, color::doubtful, ui::px(1.5f));
        if (s.kept_step >= 0) {
            const float x = bar.x(static_cast<double>(s.kept_step)), r = ui::px(3);
            list.AddTriangleFilled({x - r, bar.to.y}, {x + r, bar.to.y}, {x, bar.to.y - 1.6f * r}, color::good);
        }
        list.AddRectFilled({now - ui::px(1), bar.from.y}, {now + ui::px(1), bar.to.y}, color::text);
    }
    list.AddRect(bar.from, bar.to, color::line, ui::px(3));
    if (s.run != 0) bar_tooltip(w, bar);
}

/// How many steps "n steps" makes.
struct StepCount {
    int n = 10;
};

void step_count(Workspace& w) {
    auto& count = w.parts.of<StepCount>();
    if (ImGui::Button(fmt::format("+{}###steps", count.n).c_str())) w.sim.step(count.n);
    ui::mark("run.steps");
    ui::tooltip(fmt::format("{} steps, then pause", count.n), "The arrow beside it chooses how many");
    ImGui::SameLine(0, ui::px(1));
    if (ImGui::BeginCombo("##count", nullptr, ImGuiComboFlags_NoPreview)) {
        for (const int n : {10, 100, 1000, 10000}) {
            if (ImGui::Selectable(fmt::format("{} steps", n).c_str(), n == count.n)) count.n = n;
            ui::mark(fmt::format("timeline/steps={}", n));
        }
        ImGui::EndCombo();
    }
    ui::mark("timeline/steps");
    ui::tooltip("How many steps the button to the left makes");
}

void transport(Workspace& w) {
    const bool narrow = ImGui::GetContentRegionAvail().x < ui::px(420);  // the bar needs some room, too
    const bool playing = w.status.mode == SimMode::playing;
    const auto button = [&](ui::Icon icon, const char* id, bool lit = false) {
        const Action& action = *find_action(id);
        if (ui::icon_button(icon, id, action.help + " (" + chord_text(action.keys) + ")", lit)) run_action(w, action);
        ImGui::SameLine(0, ui::px(4));
    };
    button(ui::Icon::restart, "run.restart");
    button(playing ? ui::Icon::pause : ui::Icon::play, "run.play", playing);
    button(ui::Icon::step, "run.step");
    button(ui::Icon::next_frame, "run.next_frame");
    if (!narrow) {
        step_count(w);
        ImGui::SameLine(0, ui::px(8));
    }
    play_speed_combo(w, narrow);
    ImGui::SameLine(0, ui::px(10));
}

/// A dot for the checks; a click shows them.
void checks_dot(Workspace& w) {
    const Checks& checks = checks_of(w);
    const float side = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("checks", {side, side})) w.wanted_panel = "stability";
    ui::mark("timeline/checks");
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + side / 2, at.y + side / 2}, ui::px(4.5f),
                                                ui::color_of(checks.worst()), 20);
    ui::tooltip("Checks of the scene's numbers: " + checks.sentence(), "A click shows them");
    ImGui::SameLine(0, ui::px(6));
}

/// Texts from the left as far as there is room, the pace at the right.
void numbers_row(Workspace& w) {
    const SimStatus& s = w.status;
    checks_dot(w);
    const float all = ImGui::GetContentRegionMax().x;
    PaceText pace = pace_text(w);
    const float wanted = ImGui::CalcTextSize((frame_text(s) + pace.text).c_str()).x + ui::px(40);
    if (wanted > all) pace.text.resize(std::min(pace.text.find(", "), pace.text.size()));  // the frame comes first
    const float pace_at = all - ImGui::CalcTextSize(pace.text.c_str()).x;
    const auto put = [&](const std::string& text, const char* help, bool strong) {
        const float x = ImGui::GetCursorPosX(), gap = ui::px(16);
        if (x + ImGui::CalcTextSize(text.c_str()).x + gap > pace_at) return;
        ImGui::PushStyleColor(ImGuiCol_Text, strong ? color::text : color::faint);
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopStyleColor();
        ui::tooltip(help);
        ImGui::SameLine(0, gap);
    };
    put(frame_text(s), "Frame of the film; the first ends one frame's time after the warm-up", true);
    if (s.run != 0) {
        put(seconds_text(s.time_s), "Time in the scene since the flow began", false);
        put(fmt::format("step {} of {}", s.step, s.total_steps), "Time steps of the solver, warm-up included", false);
    }
    ImGui::SetCursorPosX(std::max(pace_at, ImGui::GetCursorPosX()));
    draw_pace(w, pace);
}

}  // namespace

void draw_timeline(Workspace& w) {
    update_run_state(w);
    transport(w);
    draw_bar(w, std::max(ui::px(40), ImGui::GetContentRegionAvail().x));
    numbers_row(w);
}

}  // namespace fum
