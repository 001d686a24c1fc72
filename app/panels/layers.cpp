// What the viewport shows, a row a layer: shown or not, its name, its parameters under it, what it costs.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <set>

#include "app/panels/layer_rows.h"
#include "app/panels/panels.h"
#include "app/panels/view_tools.h"
#include "app/window/pace.h"
#include "app/window/sampling.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

struct LayersPanel {
    std::set<std::string> open;  ///< sections that are folded out
};

struct Row {
    const char* section;
    const char* name;
    const char* layer;  ///< in SceneView::times()
    const char* help;
};
constexpr Row rows[] = {
    {"smoke", "Smoke", "smoke", "The density that files hold, lit, with shadows"},
    {"solids", "Solids", "solids", "The meshes, lit"},
    {"tracers", "Tracers", "tracers", "The particles that carry the smoke"},
    {"slice[0]", "Slice 1", "slice", "A plane coloured by a quantity of the flow"},
    {"slice[1]", "Slice 2", "slice", "A plane coloured by a quantity of the flow"},
    {"slice[2]", "Slice 3", "slice", "A plane coloured by a quantity of the flow"},
    {"iso", "Isosurface", "iso",
     "Where a quantity has one value, or all above it as a glowing volume: Q and vorticity show vortices"},
    {"streamlines", "Streamlines", "streamlines", "Lines along the flow as it is now"},
    {"samples", "Surface samples", "samples", "The points at which solids act on the air"},
    {"domain", "Domain", "box", "The box, its faces, floor, axes, names"},
};

std::string cost_of(Workspace& w, const Row& row) {
    const auto& times = w.scene_view->times();
    const std::string section = row.section;
    std::size_t skip = 0;  // slices that are shown come in their order, all by one name
    if (section.starts_with("slice["))
        for (std::size_t i = 0; i < static_cast<std::size_t>(section[6] - '0'); ++i)
            skip += w.view.slices[i].on ? 1 : 0;
    const std::string layer = section == "iso" && w.view.iso.look == IsoLook::volume ? "glow" : row.layer;
    for (const LayerTime& t : times)
        if (t.name == layer && skip-- == 0) return t.gpu_ms < 0.05 ? "" : fmt::format("{:.1f} ms", t.gpu_ms);
    return {};
}

bool read_on(Workspace& w, const std::string& section) {
    for (const ParamRef& ref : view_parameters(w.view))
        if (ref.key == "view." + section + ".on") {
            const Value value = ref.read();
            const bool* on = std::get_if<bool>(&value.data);
            return on && *on;
        }
    return false;
}

/// Under a shown slice's name: what it shows and where.
void slice_row(Workspace& w, std::size_t i) {
    const SliceView& s = w.view.slices[i];
    const std::string section = fmt::format("view.slice[{}]", i);
    ImGui::PushID("quick");
    const float room = ImGui::GetContentRegionAvail().x, half = std::max(ui::px(90), 0.42f * room);
    ImGui::SetNextItemWidth(half);
    ImGui::PushID("quantity");
    quantity_combo(w, section + ".quantity", s.quantity);
    ImGui::PopID();
    ui::mark(section + ".quick");
    ui::tooltip("What is coloured");
    ImGui::SameLine(0, ui::px(6));
    if (s.axis == SliceAxis::free) {
        ImGui::TextDisabled("free plane");
        ui::tooltip("Drag its handles in the picture, or set a point and a normal below.");
    } else {
        auto percent = static_cast<float>(100 * s.at);
        ImGui::SetNextItemWidth(-1);
        const std::string form = std::string(1, "xyz"[static_cast<int>(s.axis)]) + "  %.0f %%";
        if (ImGui::SliderFloat("##at", &percent, 0, 100, form.c_str(), ImGuiSliderFlags_AlwaysClamp))
            w.set(section + ".at", Value{std::clamp(0.01 * percent, 0.0, 1.0)});
        ui::mark(section + ".slide");
        ui::tooltip("Where it cuts the domain, from the low face to the high one",
                    "The handle at the slice's edge in the picture does the same.");
    }
    ImGui::PopID();
}

void samples_note(Workspace& w) {
    const Sampling& sampling = w.scene_view->sampling();
    if (sampling.running()) {
        ImGui::ProgressBar(static_cast<float>(sampling.share()), {-1, ui::px(6)}, "");
        return ui::faint(sampling.doing());
    }
    if (!sampling.error().empty()) return ui::wrapped(sampling.error(), color::bad);
    const auto& scene = sampling.scene();
    if (!scene || scene->count() == 0) return ui::faint("No solid has samples.");
    const CellStats c = scene->cells();
    ui::faint(
        fmt::format("{} samples in {} cells: {} to {} a cell, {:.1f} on average, {:.0f} % of cells within 10 to "
                    "100.{}",
                    scene->count(), c.cells, c.min, c.max, c.mean, 100 * c.share_in_band,
                    scene->block > 0 ? fmt::format(" Ordered by blocks of {}³ nodes.", scene->block) : ""));
    if (ui::icon_button(ui::Icon::dice, "layers/resample",
                        "Sample again with another seed (solver.seed); the flow "
                        "restarts with it")) {
        w.doc.set("solver.seed", Value{w.doc.scene().solver.seed + 1});
        w.doc.end_merge();  // each press is one undo
    }
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("Resample, seed %lld", static_cast<long long>(w.doc.scene().solver.seed));
}

/// Name, cost, and a triangle that says whether there is more and whether it is folded out.
void draw_row_text(const char* name, const std::string& cost, ImVec2 at, ImVec2 size, bool on, bool has_rows,
                   bool folded_out) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({at.x + ui::px(2), at.y + 0.5f * (size.y - ImGui::GetTextLineHeight())},
                 on ? color::text : color::faint, name);
    const float right = at.x + size.x - ui::px(4), r = ui::px(3.4f), middle = at.y + size.y / 2;
    if (has_rows && folded_out)
        list.AddTriangleFilled({right - 2 * r, middle - r / 2}, {right, middle - r / 2}, {right - r, middle + r},
                               color::faint);
    else if (has_rows)
        list.AddTriangleFilled({right - 1.5f * r, middle - r}, {right - 1.5f * r, middle + r}, {right, middle},
                               color::faint);
    if (cost.empty()) return;
    ImGui::PushFont(ui::fonts().small);
    const ImVec2 text = ImGui::CalcTextSize(cost.c_str());
    list.AddText({right - ui::px(14) - text.x, middle - text.y / 2}, color::faint, cost.c_str());
    ImGui::PopFont();
}

void draw_row(Workspace& w, const Row& row) {
    auto& open = w.parts.of<LayersPanel>().open;
    const std::string section = row.section;
    const bool on = read_on(w, section), folded_out = open.contains(section);
    ImGui::PushID(row.section);
    ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_Text, on ? color::text : color::faint);
    if (ui::icon_button(on ? ui::Icon::eye : ui::Icon::eye_closed, "layers/" + section + "/eye",
                        std::string(on ? "Hide: " : "Show: ") + row.help))
        w.set("view." + section + ".on", Value{!on});
    ImGui::PopStyleColor();
    ImGui::SameLine(0, ui::px(4));
    const bool has_rows = section != "solids";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight(), room = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##row", false, 0, {room, height}) && has_rows) {
        if (folded_out)
            open.erase(section);
        else
            open.insert(section);
    }
    ui::mark("layers/" + section);
    ui::tooltip(row.help, has_rows ? "Click for its settings." : "");
    const bool glows = section == "iso" && w.view.iso.look == IsoLook::volume;
    draw_row_text(glows ? "Glowing volume" : row.name, on ? cost_of(w, row) : "", at, {room, height}, on, has_rows,
                  folded_out);
    ImGui::PopStyleColor();
    ImGui::Indent(height + ui::px(4));
    if (on && section.starts_with("slice[")) slice_row(w, static_cast<std::size_t>(section[6] - '0'));
    if (on && section == "samples") samples_note(w);
    if (const std::string note = on ? w.scene_view->note_of(section) : ""; !note.empty())
        ImGui::TextDisabled("%s", note.c_str());
    if (folded_out && has_rows) {
        layer_rows(w, section);
        ImGui::Dummy({0, ui::px(4)});
    }
    ImGui::Unindent(height + ui::px(4));
    ImGui::PopID();
}

void quality_part(Workspace& w) {
    const Pace& pace = w.scene_view->pace();
    std::string note = pace.level() == 0 ? "full" : fmt::format("reduced, step {} of {}", pace.level(), Pace::coarsest);
    if (w.status.mode == SimMode::playing)
        note = fmt::format("{:.0f} a second, {}", w.scene_view->pictures_per_second(), note);
    ui::heading("Quality", note);
    layer_rows(w, "quality");
}

}  // namespace

void draw_layers(Workspace& w) {
    std::size_t count = 0;
    const ui::Look* all = ui::looks(count);
    ui::heading("Looks");
    const float gap = ui::px(4), all_wide = ImGui::GetContentRegionAvail().x;
    float widest = 0;
    for (std::size_t i = 0; i < count; ++i) widest = std::max(widest, ImGui::CalcTextSize(all[i].name).x + ui::px(4));
    const auto fit = static_cast<std::size_t>(std::max(1.0f, (all_wide + gap) / (widest + gap)));
    const std::size_t lines = (count + std::min(fit, count) - 1) / std::min(fit, count);
    const std::size_t a_line = (count + lines - 1) / lines;
    const float each = (all_wide - gap * static_cast<float>(a_line - 1)) / static_cast<float>(a_line);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui::px(2), ImGui::GetStyle().FramePadding.y});
    for (std::size_t i = 0; i < count; ++i) {
        if (i % a_line != 0) ImGui::SameLine(0, gap);
        if (ImGui::Button(all[i].name, {each, 0})) all[i].apply(w.view);
        ui::mark(std::string("layers/look/") + all[i].name);
        ui::tooltip(all[i].help, "Shows this and hides the other layers.");
    }
    ImGui::PopStyleVar();
    ui::heading("Layers");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, ui::px(2)});
    for (const Row& row : rows) draw_row(w, row);
    ImGui::PopStyleVar();
    quality_part(w);
    ImGui::Dummy({0, ui::px(2)});
    if (ImGui::Button("Reset to defaults")) reset_layers(w.view);
    ui::mark("layers/reset");
    ui::tooltip("All layers and their settings as they were when the program was new.");
}

}  // namespace fum
