// Where the flow diverged, and what to try.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/cards.h"
#include "app/panels/panels.h"
#include "app/panels/run_state.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"
#include "sim/io/scene_toml.h"
#include "sim/units.h"

namespace fum {
namespace {

/// The failure whose card was closed.
struct Closed {
    std::uint64_t run = 0;
    std::int64_t step = -1;
};

Double3 place_of(const Workspace& w, const Int3& node) {
    const CellBox grid = grid_of(w.running ? w.running->domain : w.doc.scene().domain);
    return grid.corner_m + (cast<double>(node) + Double3{0.5, 0.5, 0.5}) * grid.dx_m;
}

/// A ring with a cross, or an arrow at the picture's rim if the place lies beyond it.
void draw_marker(const Workspace& w, const ViewportArea& area, const Double3& metres) {
    const auto pixel = w.scene_view->pixel_of(w, metres);
    if (!pixel) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rim = ui::px(16), wide = static_cast<float>(area.width), high = static_cast<float>(area.height);
    const ImVec2 at{area.x + std::clamp(pixel->x, rim, wide - rim), area.y + std::clamp(pixel->y, rim, high - rim)};
    const bool inside = pixel->x >= 0 && pixel->y >= 0 && pixel->x <= wide && pixel->y <= high;
    const float r = ui::px(11);
    if (inside) {
        for (const bool front : {false, true}) {
            const float width = ui::px(front ? 2 : 4);
            const ImU32 shade = front ? color::bad : IM_COL32(0, 0, 0, 150);
            list.AddCircle(at, r, shade, 32, width);
            for (const ImVec2& d : {ImVec2{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
                list.AddLine({at.x + 0.5f * r * d.x, at.y + 0.5f * r * d.y},
                             {at.x + 1.6f * r * d.x, at.y + 1.6f * r * d.y}, shade, width);
        }
    } else {
        const float dx = area.x + pixel->x - at.x, dy = area.y + pixel->y - at.y,
                    far = std::max(1.0f, std::hypot(dx, dy));
        const ImVec2 u{dx / far, dy / far};
        list.AddTriangleFilled({at.x + r * u.x, at.y + r * u.y}, {at.x - r * u.y, at.y + r * u.x},
                               {at.x + r * u.y, at.y - r * u.x}, color::bad);
    }
    const char* text = "diverged here";
    const ImVec2 size = ImGui::CalcTextSize(text), pad{ui::px(5), ui::px(2)};
    const ImVec2 from{std::clamp(at.x - size.x / 2, area.x + pad.x, area.x + wide - size.x - pad.x),
                      std::min(at.y + 1.8f * r, area.y + high - size.y - pad.y)};
    list.AddRectFilled({from.x - pad.x, from.y - pad.y}, {from.x + size.x + pad.x, from.y + size.y + pad.y},
                       IM_COL32(20, 21, 24, 210), ui::px(3));
    list.AddText(from, color::bad, text);
    ui::mark("divergence/marker", {at.x - r, at.y - r}, {at.x + r, at.y + r});
}

/// Across the axis along which the camera looks most, so that the slice is seen from its front.
void show_slice(Workspace& w, const Int3& node) {
    const Float3 look = w.camera.target - w.camera.eye;
    int axis = 0;
    for (int d = 1; d < 3; ++d)
        if (std::abs(look[d]) > std::abs(look[axis])) axis = d;
    SliceView& slice = w.view.slices[2];
    const SliceView usual;
    slice = usual;
    slice.on = true;
    slice.axis = static_cast<SliceAxis>(axis);
    slice.at =
        (node[axis] + 0.5) / std::max(1, grid_of(w.running ? w.running->domain : w.doc.scene().domain).nodes[axis]);
    slice.quantity = ShownQuantity::speed;
}

/// As an edit, and lets the flow go on with it: from the kept moment where it can take the edit, else from the
/// beginning.
void apply(Workspace& w, const Remedy& remedy) {
    Issues issues;
    w.doc.edit("Try: " + remedy.settings.front(), [&](Scene& scene) {
        for (const std::string& setting : remedy.settings)
            for (const Issue& issue : apply_setting(scene, setting)) issues.push_back(issue);
    });
    if (!issues.empty()) return w.notices.say(NoticeKind::warning, issues.front().sentence);
    if (!usable(w.doc.issues())) return;
    const bool live = w.running && w.doc.change_since(*w.running).cost == Apply::live;
    if (!live && !w.restart_by_itself) return;  // a banner says what waits
    if (live) {
        w.sim.apply(w.doc.scene());
        w.running = w.doc.scene();
    } else
        w.restart();
    if (w.status.mode == SimMode::paused) w.play_or_pause();
}

void suggestions(Workspace& w, const SimFailure& failure) {
    ImGui::Dummy({0, ui::px(1)});
    ui::faint("What to try, the likeliest first");
    const float button = ImGui::CalcTextSize("Apply").x + 2 * ImGui::GetStyle().FramePadding.x;
    for (std::size_t i = 0; i < failure.suggestions.size(); ++i) {
        const Remedy& remedy = failure.suggestions[i];
        const float right = ImGui::GetContentRegionMax().x;
        ImGui::PushID(static_cast<int>(i));
        ImGui::PushTextWrapPos(right - button - ui::px(10));
        ImGui::BeginGroup();
        ImGui::TextUnformatted(remedy.sentence.c_str());
        ImGui::EndGroup();
        ImGui::PopTextWrapPos();
        if (!remedy.settings.empty()) {
            ImGui::SameLine(right - button);
            if (ImGui::Button("Apply")) apply(w, remedy);
            ui::mark(fmt::format("divergence/apply{}", i));
            std::string keys;
            for (const std::string& setting : remedy.settings) keys += (keys.empty() ? "" : ", ") + setting;
            ui::tooltip("Sets " + keys + " and lets the flow go on", "Can be undone");
        }
        ImGui::PopID();
    }
}

void draw_card(Workspace& w, ui::CardStack& stack, const SimFailure& failure) {
    const Int3 node = failure.node.value_or(Int3{});
    const bool roomy = stack.lowest - stack.y > ui::px(300);  // else the log has the sentence
    if (ui::begin_card(stack, "divergence", color::bad)) {
        if (ui::card_title(fmt::format("The flow diverged at step {}", failure.step), "divergence/close",
                           "Closes this; the marker goes, too"))
            w.parts.of<Closed>() = {w.status.run, failure.step};
        if (roomy) ui::wrapped(failure.sentence);
        ui::faint(failure.went_back);
        suggestions(w, failure);
        ImGui::Dummy({0, ui::px(1)});
        if (ImGui::Button("Slice through it")) show_slice(w, node);
        ui::mark("divergence/slice");
        ui::tooltip("Shows the speed in a plane through that place, as the flow is there now",
                    "It is the third slice of the View panel");
        ImGui::SameLine();
        if (ImGui::Button("Look at it")) {
            const Float3 to = cast<float>(place_of(w, node)), by = to - w.camera.target;
            w.camera.eye = w.camera.eye + by;
            w.camera.target = to;
            w.camera_moved = true;
        }
        ui::mark("divergence/look");
        ui::tooltip("Moves the camera so that the place is in the middle of the picture");
    }
    ui::end_card(stack);
}

}  // namespace

void draw_divergence(Workspace& w, const ViewportArea& area) {
    auto& stack = w.parts.of<ui::CardStack>();
    stack.begin(area);
    const auto& failure = w.status.failure;
    if (!failure || !failure->node || !w.running) return;
    const Closed& closed = w.parts.of<Closed>();
    if (closed.run == w.status.run && closed.step == failure->step) return;
    draw_marker(w, area, place_of(w, *failure->node));
    draw_card(w, stack, *failure);
}

}  // namespace fum
