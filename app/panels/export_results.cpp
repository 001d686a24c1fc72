// What a folder that was read back holds, and what frames weigh at other tolerances.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/export_parts.h"
#include "app/window/widgets.h"
#include "sim/core/files.h"

namespace fum {
namespace {

void line(ImU32 color, ui::Icon icon, const std::string& text) {
    const float size = ImGui::GetTextLineHeight();
    ui::draw_icon(*ImGui::GetWindowDrawList(), icon, ImGui::GetCursorScreenPos(), size, color);
    ImGui::Dummy({size, size});
    ImGui::SameLine(0, ui::px(4));
    ui::wrapped(text, color);
}

void draw_problems(const std::vector<std::string>& problems) {
    constexpr std::size_t most = 100;
    for (std::size_t i = 0; i < std::min(problems.size(), most); ++i) line(color::bad, ui::Icon::cross, problems[i]);
    if (problems.size() > most)
        ui::faint(fmt::format("... and {} more; fumarole verify lists all.", problems.size() - most));
}

void draw_findings(const Verified& v) {
    const Verification& found = v.found;
    if (!v.error.empty()) return line(color::bad, ui::Icon::cross, v.error);
    if (found.frames > 0)
        line(color::good, ui::Icon::check,
             fmt::format("{} frame{} read back, {}", found.frames, found.frames == 1 ? "" : "s",
                         human_bytes(static_cast<double>(found.bytes))));
    if (!found.grids.empty()) line(color::good, ui::Icon::check, found.grids);
    if (found.state == "finished")
        line(color::good, ui::Icon::check, "the run came to its end");
    else if (!found.state.empty())
        line(color::doubtful, ui::Icon::warning,
             fmt::format("the run: {}{}", found.state,
                         found.left_over > 0 ? fmt::format(", {} files left over for continue", found.left_over) : ""));
    const std::size_t n = found.problems.size();
    if (n == 0)
        line(color::good, ui::Icon::check, "no problem");
    else
        line(color::bad, ui::Icon::warning, fmt::format("{} problem{}:", n, n == 1 ? "" : "s"));
    draw_problems(found.problems);
}

void draw_sizes(const Verified& v) {
    if (v.frames.size() < 2) return;
    if (!ImGui::TreeNodeEx("Sizes of the frames", ImGuiTreeNodeFlags_SpanAvailWidth)) return ui::mark("export/sizes");
    ui::mark("export/sizes");
    const ui::Curve curve{"size", color::accent, v.frames, v.megabytes};
    ui::plot("sizes", {&curve, 1}, {.x_unit = "", .y_unit = "MB", .height = 110, .zero = true});
    ImGui::TreePop();
}

void take_size(Workspace& w, const OutputSize& size) {
    w.doc.edit(fmt::format("Take tolerance {:g}", size.tolerance), [&](Scene& scene) {
        scene.vdb.tolerance = size.tolerance;
        scene.vdb.half = size.half;
        scene.vdb.velocity_half = size.half;
    });
}

void draw_size_rows(Workspace& w, Exports& e) {
    const OutputVdb& now = w.doc.scene().vdb;
    const auto flags = ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH;
    if (!ImGui::BeginTable("sizes", 4, flags)) return;
    for (const char* title : {"tolerance", "floats", "a frame", "error"}) ImGui::TableSetupColumn(title);
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < e.measured->sizes.size(); ++i) {
        const OutputSize& size = e.measured->sizes[i];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushID(static_cast<int>(i));
        const bool taken = now.tolerance == size.tolerance && now.half == size.half;
        if (ImGui::Selectable(fmt::format("{:g}", size.tolerance).c_str(), taken, ImGuiSelectableFlags_SpanAllColumns))
            take_size(w, size);
        ui::mark(fmt::format("export/size/{}", i));
        ui::tooltip("Sets output.vdb.tolerance and half",
                    fmt::format("{} active voxels of density in a frame", size.active));
        ImGui::PopID();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(size.half ? "half" : "full");
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(human_bytes(static_cast<double>(size.bytes)).c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(fmt::format("{:.2g} %", 100 * size.max_error).c_str());
    }
    ImGui::EndTable();
    ui::faint("Error: largest of density, as a share of its peak.");
}

void draw_measurement(Workspace& w, Exports& e) {
    const bool open = ImGui::CollapsingHeader("Size and error");
    ui::mark("export/costs");
    ui::tooltip("What a frame weighs at other tolerances and in half floats, and what that costs in accuracy");
    if (!open) return;
    const bool busy = e.measuring.running();
    ImGui::BeginDisabled(busy || !w.prepared || !w.doc.scene().vdb.on);
    if (ImGui::Button(busy ? "Measuring ...###measure" : "Measure###measure")) start_measuring(w);
    ImGui::EndDisabled();
    ui::mark("export/measure");
    ui::tooltip("Runs the scene small for a few seconds on the CPU and weighs some of its frames");
    if (!e.measured) return ui::faint(busy ? "It takes a few seconds." : "Not measured yet.");
    const Int3& n = e.measured->nodes;
    ImGui::SameLine();
    ui::faint(fmt::format("run at {} x {} x {}{}", n.x, n.y, n.z,
                          e.measured_revision == w.doc.revision() ? "" : ", before the last edits"));
    draw_size_rows(w, e);
}

void draw_command(Workspace& w) {
    const bool open = ImGui::CollapsingHeader("Command line");
    ui::mark("export/command");
    ui::tooltip("What does the same in a terminal or on a cluster");
    if (!open) return;
    const std::string command = export_command(w);
    ui::wrapped(command);
    if (ui::icon_button(ui::Icon::copy, "export/copy", "Copies it to the clipboard")) {
        ImGui::SetClipboardText(command.c_str());
        w.notices.say(NoticeKind::info, "The command is on the clipboard.");
    }
}

}  // namespace

void draw_verified(Workspace&, Exports& e) {
    if (e.verifying.running()) {
        ui::heading("Verify");
        ImGui::ProgressBar(static_cast<float>(e.verifying.share()), {-1, 0}, e.verifying.doing().c_str());
        ui::mark("export/verifying");
        return;
    }
    if (!e.verified) return;
    ui::heading("Verify", e.verified->folder.filename().string());
    draw_findings(*e.verified);
    draw_sizes(*e.verified);
}

void draw_export_costs(Workspace& w, Exports& e) {
    ImGui::Dummy({0, ui::px(4)});
    draw_measurement(w, e);
    draw_command(w);
}

}  // namespace fum
