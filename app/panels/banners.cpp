// What stands over the picture's left edge: preparation, what waits for a restart, mistakes, refused edits; and notices
// in the lower left corner.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/cards.h"
#include "app/panels/panels.h"
#include "app/panels/run_state.h"
#include "app/window/actions.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

/// Memory that the edited scene needs, worked out once for each prepared one.
struct NewMemory {
    std::shared_ptr<const Setup> of;
    std::string device;
    double bytes = 0;
};

double new_memory(Workspace& w) {
    const DeviceInfo* device = device_of(w);
    auto& known = w.parts.of<NewMemory>();
    if (!device || !w.prepared || !usable(w.prepared->issues)) return 0;
    if (known.of == w.prepared && known.device == device->id) return known.bytes;
    known = {w.prepared, device->id, 0};
    for (const MemoryItem& item : estimate_memory(w.prepared->config, w.prepared->plan, device->id))
        known.bytes += static_cast<double>(item.bytes);
    return known.bytes;
}

/// "ball" of "solid[0]", "xmin" of "boundary.xmin"; empty for what is there once.
std::string owner_of(const Scene& scene, const std::string& section) {
    const Selection s{section};
    const auto named = [&](int i, const auto& list) {
        const auto index = static_cast<std::size_t>(i);
        return index < list.size() && !list[index].name.empty() ? list[index].name : section;
    };
    if (const int i = s.index_of("solid"); i >= 0) return named(i, scene.solids);
    if (const int i = s.index_of("emitter"); i >= 0) return named(i, scene.emitters);
    return s.is("boundary.") ? section.substr(9) : "";
}

/// "ball size, 3 more"; the key of a parameter of a list says of which.
std::string changed_text(const Scene& scene, const SceneChange& change) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, change.keys.size()); ++i) {
        const std::string& key = change.keys[i];
        if (i > 0) text += ", ";
        if (const std::string owner = owner_of(scene, section_of(key)); !owner.empty()) text.append(owner).append(" ");
        text += ui::label_of(key);
    }
    if (change.keys.size() > most) text += fmt::format(", {} more", change.keys.size() - most);
    return text;
}

void preparation(Workspace& w, ui::CardStack& stack) {
    if (w.status.mode != SimMode::preparing || !run_state(w).preparing_long) return;
    if (ui::begin_card(stack, "banner/preparing", color::accent)) {
        ui::card_title("Preparing the flow", "", "");
        const float button = ImGui::CalcTextSize("Cancel").x + 2 * ImGui::GetStyle().FramePadding.x;
        const auto share = static_cast<float>(std::clamp(w.status.share, 0.0, 1.0));
        ImGui::PushStyleColor(ImGuiCol_PlotHistogram, ImGui::GetStyle().Colors[ImGuiCol_ButtonActive]);
        ImGui::ProgressBar(share, {ImGui::GetContentRegionAvail().x - button - ui::px(8), 0},
                           fmt::format("{} {:.0f} %", w.status.doing, 100 * share).c_str());
        ImGui::PopStyleColor();
        ImGui::SameLine();
        if (ImGui::Button("Cancel")) w.sim.give_up_load();
        ui::mark("banner/cancel");
        ui::tooltip("Ends the preparation; there is no flow then until you press Play or Restart");
    }
    ui::end_card(stack);
}

/// No solver, and none under way: cancelled, or refused.
void no_flow(Workspace& w, ui::CardStack& stack) {
    const RunState& state = run_state(w);
    if (state.empty_since < 0 || ImGui::GetTime() - state.empty_since < 0.6 || !usable(w.doc.issues())) return;
    const bool failed = w.status.failure.has_value();
    if (ui::begin_card(stack, "banner/no_flow", failed ? color::bad : color::doubtful)) {
        ui::card_title(failed ? "The flow could not begin" : "There is no flow", "", "");
        if (failed) ui::wrapped(w.status.failure->sentence);
        ui::action_button(w, "run.play", failed ? "Try again" : "Begin");
        if (failed) {
            ImGui::SameLine();
            if (ImGui::Button("Memory and budgets")) w.wanted_panel = "performance";
            ui::mark("banner/budgets");
            ui::tooltip("What the scene needs, what the device has, and which resolution would fit");
        }
    }
    ui::end_card(stack);
}

void mistakes(Workspace& w, ui::CardStack& stack) {
    const Issues& issues = !usable(w.doc.issues()) || !w.prepared ? w.doc.issues() : w.prepared->issues;
    const auto count =
        std::count_if(issues.begin(), issues.end(), [](const Issue& i) { return i.kind == Issue::Kind::error; });
    if (count == 0) return;
    if (ui::begin_card(stack, "banner/mistakes", color::bad)) {
        ui::card_title(count == 1 ? "The scene has a mistake" : fmt::format("The scene has {} mistakes", count), "",
                       "");
        int shown = 0;
        for (const Issue& issue : issues) {
            if (issue.kind != Issue::Kind::error || ++shown > 3) continue;
            if (ui::link(issue.where + ": " + issue.sentence, fmt::format("banner/mistake{}", shown),
                         "A click selects where it stands"))
                select_key(w, issue.where);
        }
        if (count > 3 && ui::link(fmt::format("{} more", count - 3), "banner/more_mistakes", "All of them: the checks"))
            w.wanted_panel = "stability";
        ui::faint(w.running ? "The flow goes on as it was before." : "The flow begins when it is put right.");
        if (!w.doc.undo_name().empty())
            ui::action_button(w, "edit.undo", fmt::format("Undo: {}", w.doc.undo_name()).c_str());
    }
    ui::end_card(stack);
}

void pending(Workspace& w, ui::CardStack& stack) {
    const bool mistaken = !usable(w.doc.issues()) || (w.prepared && !usable(w.prepared->issues));
    if (!w.pending || mistaken) return;
    const SceneChange& change = w.pending->change;
    if (ui::begin_card(stack, "banner/pending", color::doubtful)) {
        const std::size_t n = change.keys.size();
        const char* verb = n == 1 ? "change waits" : "changes wait";
        ui::card_title(w.restart_by_itself ? (w.mouse_held ? "Restarts when you let go" : "Restarts in a moment")
                                           : fmt::format("{} {} for a restart", n, verb),
                       "", "");
        std::string text = changed_text(w.doc.scene(), change);
        if (change.cost == Apply::reallocate) {
            const double bytes = new_memory(w);
            text += bytes > 0 ? "; new memory, " + ui::bytes_text(bytes) : "; needs new memory";
        }
        ui::wrapped(text, color::faint);
        ui::tooltip([&] {
            std::string all;
            for (const std::string& key : change.keys) all += (all.empty() ? "" : "\n") + key;
            return all;
        }());
        ui::action_button(w, "run.restart", w.restart_by_itself ? "Restart now" : "Restart");
        ImGui::SameLine();
        ImGui::Checkbox("restart by itself", &w.restart_by_itself);
        ui::mark("banner/restart_by_itself");
        ui::tooltip("Begins anew a moment after such an edit", "Edits that a running flow can take never need it");
    }
    ui::end_card(stack);
}

void refusal(Workspace& w, ui::CardStack& stack) {
    if (w.status.refusal.empty()) return;
    if (ui::begin_card(stack, "banner/refusal", color::doubtful)) {
        ui::card_title("The flow did not take the last edit", "", "");
        ui::wrapped(w.status.refusal);
        if (!w.doc.undo_name().empty())
            ui::action_button(w, "edit.undo", fmt::format("Undo: {}", w.doc.undo_name()).c_str());
        if (!w.doc.undo_name().empty()) ImGui::SameLine();
        ui::action_button(w, "run.restart", "Restart with it");
    }
    ui::end_card(stack);
}

/// Upwards from above the small axes in the corner; the newest at the bottom.
void toasts(Workspace& w, const ViewportArea& area, float lowest_card) {
    constexpr std::size_t most = 3;
    const auto standing = w.notices.toasts();
    const float gap = ui::px(10), width = std::min(ui::px(400), 0.6f * static_cast<float>(area.width));
    const float below = area.y + static_cast<float>(area.height) - ui::px(102);  // the axes
    ui::CardStack place{area.x + gap, below, width, below + ui::px(400), true};
    for (std::size_t i = 0; i < std::min(most, standing.size()); ++i) {
        const Notices::Toast& toast = standing[standing.size() - 1 - i];
        if (place.y - ui::px(40) < lowest_card) break;
        const std::string id = fmt::format("toast/{}", toast.notice.number);
        const ImU32 edge = toast.notice.kind == NoticeKind::error     ? color::bad
                           : toast.notice.kind == NoticeKind::warning ? color::doubtful
                                                                      : color::accent;
        ui::begin_card(place, id.c_str(), edge);
        const float side = ImGui::GetFrameHeight(), right = ImGui::GetContentRegionMax().x;
        ImGui::PushTextWrapPos(right - side - ui::px(4));
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(toast.notice.text.c_str());
        ImGui::PopTextWrapPos();
        ImGui::SameLine(right - side);
        ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(0, 0, 0, 0));
        if (ui::icon_button(ui::Icon::cross, id + "/dismiss", "Takes it away; it stays in the log"))
            w.notices.dismiss(toast.notice.number);
        ImGui::PopStyleColor();
        ui::end_card(place);
    }
}

}  // namespace

void draw_banners(Workspace& w, const ViewportArea& area) {
    auto& stack = w.parts.of<ui::CardStack>();  // begun by draw_divergence()
    preparation(w, stack);
    no_flow(w, stack);
    mistakes(w, stack);
    pending(w, stack);
    refusal(w, stack);
    toasts(w, area, stack.y);
}

}  // namespace fum
