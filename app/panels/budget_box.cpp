#include "app/panels/budget_box.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/fit.h"
#include "app/live_setup.h"
#include "app/output_folder.h"
#include "app/panels/run_state.h"
#include "app/progress.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct BudgetState {
    std::shared_ptr<const Setup> of;  ///< whose needs are known or being worked out
    std::string device;
    Job<Needs> weigh;
    std::optional<Needs> needs;
    Job<std::optional<Proposal>> fit;
    std::optional<Proposal> proposal;
    Room room;  ///< for which it was made
    std::optional<std::int64_t> disk_bytes;
    double disk_looked_at = -1e9;
};

constexpr std::array<const char*, 3> fit_names{"this device", "the disk", "a night"};
constexpr std::array<const char*, 3> fit_help{
    "The largest resolution whose memory fits into what the device has free",
    "The largest resolution whose frames fit onto the disk; if the present ones do not, also how many frames would",
    "The largest resolution whose whole shot ends within ten hours at the present speed"};

Room room_of(Workspace& w, BudgetState& state, const DeviceInfo& device) {
    const double now = ImGui::GetTime();
    if (now - state.disk_looked_at > 3) {
        state.disk_looked_at = now;
        state.disk_bytes = free_space(OutputFolder(w.doc.scene(), {}).path());
    }
    return {device, device.free_bytes + held_bytes(w.status), state.disk_bytes, w.status.mlups};
}

/// The needs of the prepared scene, when they have been worked out.
void weigh(Workspace& w, BudgetState& state, const Room& room) {
    if (auto made = state.weigh.take()) state.needs = *made;
    if (state.of == w.prepared && state.device == room.device.id) return;
    state.of = w.prepared;
    state.device = room.device.id;
    state.weigh.start([setup = w.prepared, room](JobControl&) {
        Setup with_room = *setup;
        leave_room_for_edits(with_room);
        return needs_of(with_room, room);
    });
}

double seconds_of(const Needs& needs, double mlups) {
    if (mlups <= 0) return 0;
    return 1.0 * needs.nodes.x * needs.nodes.y * needs.nodes.z * static_cast<double>(needs.steps) / (1e6 * mlups);
}

std::string of_text(double part, double whole) { return ui::bytes_text(part) + " of " + ui::bytes_text(whole); }

ImU32 color_of_share(double share, double most) {
    return share > 1 ? color::bad : share > most ? color::doubtful : color::good;
}

void draw_needs(const Needs& needs, const Room& room) {
    const double memory = static_cast<double>(needs.memory_bytes), free = static_cast<double>(room.memory_bytes);
    const double disk = static_cast<double>(room.disk_bytes.value_or(0)), seconds = seconds_of(needs, room.mlups);
    std::vector<ui::Bar> bars;
    const double memory_part = free > 0 ? memory / free : 1, disk_part = disk > 0 ? needs.disk_bytes / disk : 0;
    bars.push_back({"memory", memory_part, of_text(memory, free),
                    "Memory of the device that the scene needs, of what is free without the present flow",
                    color_of_share(memory_part, memory_share)});
    bars.push_back(
        {"disk", disk_part,
         needs.disk_bytes <= 0 ? "nothing written"
         : disk > 0            ? of_text(needs.disk_bytes, disk)
                               : ui::bytes_text(needs.disk_bytes),
         fmt::format("OpenVDB files of all {} frames, estimated from the emitters within a factor of two, of "
                     "what is free where they go",
                     needs.frames),
         color_of_share(disk_part, disk_share)});
    bars.push_back({"time", seconds / night_s, seconds > 0 ? human_seconds(seconds) : "not known yet",
                    fmt::format("The whole shot, {} steps, at the speed measured now; the bar is a night of ten hours",
                                needs.steps),
                    color_of_share(seconds / night_s, 1)});
    ui::bars(bars);
}

void fit_buttons(BudgetState& state, const Room& room) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Fit to");
    for (std::size_t i = 0; i < fit_names.size(); ++i) {
        ImGui::SameLine(0, ui::px(6));
        if (ImGui::Button(fit_names[i])) {
            state.proposal.reset();
            state.room = room;
            state.fit.start([setup = state.of, room, to = static_cast<FitTo>(i)](JobControl& control) {
                return propose(to, *setup, room, [&] { return control.wanted(); });
            });
        }
        ui::mark(fmt::format("budget/fit{}", i));
        ui::tooltip(fit_help[i], "Shows what would change first");
    }
}

void needs_row(const char* name, const std::string& now, const std::string& then, ImU32 shade = color::text) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", name);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(now.c_str());
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, shade);
    ImGui::TextUnformatted(then.c_str());
    ImGui::PopStyleColor();
}

void compare(const Needs& now, const Needs& then, const Room& room) {
    if (!ImGui::BeginTable("consequences", 3, ImGuiTableFlags_SizingStretchProp)) return;
    ImGui::TableSetupColumn("", 0, 0.8f);
    ImGui::TableSetupColumn("now");
    ImGui::TableSetupColumn("then");
    const auto nodes = [](const Needs& n) { return fmt::format("{}×{}×{}", n.nodes.x, n.nodes.y, n.nodes.z); };
    const auto seconds = [&](const Needs& n) {
        const double s = seconds_of(n, room.mlups);
        return s > 0 ? human_seconds(s) : std::string("not known");
    };
    const auto shade = [](bool fits) { return fits ? color::text : color::bad; };
    ImGui::PushFont(ui::fonts().small);
    needs_row("", "now", "then", color::faint);
    ImGui::PopFont();
    needs_row("nodes", nodes(now), nodes(then));
    needs_row("cell", fmt::format("{:.3g} mm", 1e3 * now.dx_m), fmt::format("{:.3g} mm", 1e3 * then.dx_m));
    if (now.frames != then.frames) needs_row("frames", std::to_string(now.frames), std::to_string(then.frames));
    needs_row("memory", ui::bytes_text(static_cast<double>(now.memory_bytes)),
              ui::bytes_text(static_cast<double>(then.memory_bytes)), shade(fits_memory(then, room)));
    needs_row("disk", ui::bytes_text(now.disk_bytes), ui::bytes_text(then.disk_bytes), shade(fits_disk(then, room)));
    needs_row("time", seconds(now), seconds(then), shade(fits_night(then)));
    ImGui::EndTable();
}

void apply_button(Workspace& w, const std::string& label, const char* name, const Needs& needs, bool frames) {
    if (ImGui::Button(label.c_str())) {
        w.doc.edit(frames ? "Fit frames" : "Fit resolution", [&](Scene& scene) {
            if (frames) {
                scene.time.frames = needs.frames;
                return;
            }
            scene.domain.dx_m.reset();
            scene.domain.resolution = needs.resolution;
        });
        w.parts.of<BudgetState>().proposal.reset();
    }
    ui::mark(name);
    ui::tooltip(frames ? "Sets time.frames" : "Sets domain.resolution; the flow begins anew", "Can be undone");
}

void draw_proposal(Workspace& w, BudgetState& state) {
    if (!state.proposal) return;
    const Room& room = state.room;
    const Proposal p = *state.proposal;  // the buttons may end it
    const std::string what = fit_names[static_cast<std::size_t>(p.to)];
    if (!p.refusal.empty()) {
        ui::wrapped(p.refusal, color::doubtful);
    } else {
        const bool same = p.then.resolution == p.now.resolution;
        ui::wrapped(
            same ? fmt::format("The present resolution, {}, is the largest that fits {}.", p.now.resolution, what)
                 : fmt::format("Fits {}: resolution {}, now {}", what, p.then.resolution, p.now.resolution));
        if (!same) compare(p.now, p.then, room);
        if (!same && (!fits_memory(p.then, room) || !fits_disk(p.then, room)))
            ui::wrapped("What is red does not fit: choose the smallest of the proposals.", color::doubtful);
        if (!same) {
            apply_button(w, fmt::format("Use {} cells", p.then.resolution), "budget/apply", p.then, false);
            ImGui::SameLine();
        }
    }
    if (p.fewer_frames) {
        apply_button(w, fmt::format("Use {} frames", p.fewer_frames->frames), "budget/apply_frames", *p.fewer_frames,
                     true);
        ImGui::SameLine();
    }
    if (ImGui::Button("Close")) state.proposal.reset();
    ui::mark("budget/close");
    ui::tooltip("Changes nothing");
}

}  // namespace

void draw_budget_box(Workspace& w) {
    ui::heading("The whole shot");
    const DeviceInfo* device = device_of(w);
    if (!device) return ui::faint(device_fault(w).empty() ? "Looking at the device." : device_fault(w));
    if (!w.prepared || !usable(w.prepared->issues))
        return ui::faint(w.preparing() ? "The scene is being prepared." : "The scene has mistakes: see Checks.");
    auto& state = w.parts.of<BudgetState>();
    const Room room = room_of(w, state, *device);
    weigh(w, state, room);
    if (auto made = state.fit.take(); made && *made) state.proposal = std::move(**made);
    if (!state.weigh.error().empty()) ui::wrapped(state.weigh.error(), color::bad);
    if (!state.needs) return ui::faint(state.weigh.running() ? "Being worked out." : "");
    draw_needs(*state.needs, room);
    fit_buttons(state, room);
    if (state.fit.running()) ui::faint("Looking for the size that fits.");
    if (!state.fit.error().empty()) ui::wrapped(state.fit.error(), color::bad);
    if (state.proposal) draw_proposal(w, state);
}

}  // namespace fum
