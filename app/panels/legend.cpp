// Colour bars at the right edge of the picture, one for each layer that colours by a number.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/panels/panels.h"
#include "app/panels/view_tools.h"
#include "app/window/sampling.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

constexpr float below_badges = 26, bar_width = 13, most_height = 150, least_height = 64, card_width = 112, gap = 8,
                margin = 12;

/// A bar that stands for one or several layers which are coloured alike.
struct Bar {
    Legend legend;
    std::vector<std::string> sections;
};

std::vector<Bar> merged(const std::vector<Legend>& legends) {
    std::vector<Bar> bars;
    for (const Legend& l : legends) {
        const auto alike = std::ranges::find_if(bars, [&](const Bar& b) {
            const Legend& o = b.legend;
            return o.title == l.title && o.unit == l.unit && o.map == l.map && o.range == l.range &&
                   o.automatic == l.automatic;
        });
        if (alike == bars.end()) {
            bars.push_back({l, {l.section}});
            continue;
        }
        alike->legend.note += ", " + l.note;
        alike->sections.push_back(l.section);
    }
    return bars;
}

/// What the mouse drags: an end of a bar.
struct LegendDrag {
    std::string section;
    bool high = false;
    double from = 0, per_pixel = 0;
};

ImU32 of(const Rgb8& c) { return IM_COL32(c.r, c.g, c.b, 255); }

/// "0.85", "1.2e+04": as many digits as tell neighbours apart.
std::string tick_text(double v, double step) {
    if (v == 0 || std::abs(v) < 1e-6 * step) return "0";
    const double size = std::max(std::abs(v), step);
    if (size >= 1e5 || size < 1e-3) return fmt::format("{:.3g}", v);
    const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-6)), 0, 5);
    return fmt::format("{:.{}f}", v, digits);
}

double nice_step(double span, double count) {
    const double raw = span / std::max(count, 1.0), power = std::pow(10.0, std::floor(std::log10(raw))),
                 m = raw / power;
    return power * (m <= 1.0001 ? 1 : m <= 2.0001 ? 2 : m <= 5.0001 ? 5 : 10);
}

/// Three digits of the width: an end of the range.
std::string end_text(const Range& range, double v) {
    return tick_text(v, std::pow(10.0, std::floor(std::log10(std::max(1e-30, 1.0 * range.high - range.low))) - 2));
}

void card(ImDrawList& list, ImVec2 from, ImVec2 to) {
    list.AddRectFilled(from, to, IM_COL32(20, 22, 25, 225), ui::px(5));
    list.AddRect(from, to, IM_COL32(255, 255, 255, 18), ui::px(5));
}

void draw_bar(ImDrawList& list, Colormap map, ImVec2 from, ImVec2 to) {
    const ColorTable& table = color_table(map);
    const int rows = std::clamp(static_cast<int>(to.y - from.y), 1, 255);
    const auto at = [&](int i) { return from.y + (to.y - from.y) * static_cast<float>(i) / static_cast<float>(rows); };
    for (int i = 0; i < rows; ++i) {
        const auto entry = static_cast<std::size_t>(std::lround(255.0 * (1 - (i + 0.5) / rows)));
        list.AddRectFilled({from.x, at(i)}, {to.x, at(i + 1) + (i + 1 < rows ? 0.5f : 0)}, of(table[entry]));
    }
    list.AddRect(from, to, IM_COL32(255, 255, 255, 70));
}

void set_range(Workspace& w, const Bar& bar, double low, double high) {
    if (!(high > low)) return;
    for (const std::string& section : bar.sections) {
        w.set(section + ".auto_range", Value{false});
        w.set(section + ".low", Value{low});
        w.set(section + ".high", Value{high});
    }
}

/// What a double click does.
void fix_or_free(Workspace& w, const Bar& bar) {
    if (bar.legend.automatic) return set_range(w, bar, bar.legend.range.low, bar.legend.range.high);
    for (const std::string& section : bar.sections) w.set(section + ".auto_range", Value{true});
}

/// Drag up or down changes that end; a double click fixes the range, or sets it free again.
void end_handle(Workspace& w, const Bar& bar, bool high, ImVec2 from, ImVec2 size, double per_pixel) {
    auto& drag = w.parts.of<LegendDrag>();
    const Legend& legend = bar.legend;
    ImGui::SetCursorScreenPos(from);
    ImGui::PushID(high ? "high" : "low");
    ImGui::InvisibleButton("end", size);
    ui::mark("legend/" + legend.section.substr(5) + (high ? ".high" : ".low"));
    const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
    if (hovered || held) {
        w.mouse_taken = true;
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRect(from, {from.x + size.x, from.y + size.y}, color::accent, ui::px(3));
    }
    if (hovered && ImGui::IsMouseDoubleClicked(0)) {
        fix_or_free(w, bar);
    } else if (ImGui::IsItemActivated()) {
        drag = {legend.section, high, high ? legend.range.high : legend.range.low, per_pixel};
    } else if (held && drag.section == legend.section && drag.high == high && ImGui::IsMouseDragging(0, ui::px(3))) {
        const double value = drag.from - ImGui::GetMouseDragDelta(0, ui::px(3)).y * drag.per_pixel;
        set_range(w, bar, high ? legend.range.low : value, high ? value : legend.range.high);
    }
    if (!held)
        ui::tooltip(high ? "The value of the last colour." : "The value of the first colour.",
                    "Drag up or down to fix it; double-click to fix or free the range.");
    ImGui::PopID();
}

/// Values beside a bar: its ends, and round ones between.
void draw_ticks(ImDrawList& list, const Range& range, ImVec2 from, ImVec2 to) {
    const double low = range.low, high = range.high, span = high - low;
    const float room = to.y - from.y, line = ImGui::GetTextLineHeight();
    const auto y_of = [&](double v) { return to.y - static_cast<float>((v - low) / span) * room; };
    const auto tick = [&](double v, const std::string& text, ImU32 color) {
        const float y = std::round(y_of(v));
        list.AddLine({to.x, y}, {to.x + ui::px(4), y}, color::faint);
        list.AddText({to.x + ui::px(8), y - line / 2}, color, text.c_str());
    };
    const double step = nice_step(span, room / (2.0f * line));
    for (double v = std::ceil(low / step) * step; v < high; v += step)
        if (y_of(v) - from.y > 1.05f * line && to.y - y_of(v) > 1.05f * line) tick(v, tick_text(v, step), color::faint);
    tick(high, end_text(range, high), color::text);
    tick(low, end_text(range, low), color::text);
}

void draw_one(Workspace& w, const Bar& bar, ImVec2 at, float height) {
    const Legend& legend = bar.legend;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::PushID((legend.section + legend.title).c_str());
    const float line = ImGui::GetTextLineHeight(), pad = ui::px(8), width = ui::px(card_width);
    card(list, at, {at.x + width, at.y + height});
    const std::string title = legend.title + (legend.unit.empty() ? "" : "  " + legend.unit);
    list.AddText({at.x + pad, at.y + ui::px(5)}, color::text, title.c_str());
    std::string note = legend.note;
    if (ImGui::CalcTextSize(note.c_str()).x > width - 2 * pad) note = fmt::format("{} layers", bar.sections.size());
    if (!legend.automatic) note = "fixed range";
    list.AddText({at.x + pad, at.y + ui::px(5) + line}, legend.automatic ? color::faint : color::doubtful,
                 note.c_str());
    const ImVec2 from{at.x + pad, at.y + ui::px(11) + 2 * line + line / 2},
        to{from.x + ui::px(bar_width), at.y + height - ui::px(7) - line / 2};
    draw_bar(list, legend.map, from, to);
    draw_ticks(list, legend.range, from, to);
    const float room = to.y - from.y;
    const ImVec2 end_size{width - 2 * pad + ui::px(8), line + ui::px(6)};
    const double per_pixel = (1.0 * legend.range.high - legend.range.low) / room;
    ImGui::SetCursorScreenPos({from.x, from.y + end_size.y / 2});
    ImGui::InvisibleButton("bar", {width - 2 * pad, std::max(room - end_size.y, 1.0f)});
    if (ImGui::IsItemHovered()) w.mouse_taken = true;
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) fix_or_free(w, bar);
    ui::tooltip(fmt::format("{} of {}{}, colour map {}", legend.title, legend.note,
                            legend.unit.empty() ? "" : " in " + legend.unit,
                            colormap_names[static_cast<std::size_t>(legend.map)]),
                legend.automatic
                    ? "The range follows the flow; beyond its ends the end colours go on. Double-click to "
                      "fix it. What is not a number is magenta."
                    : "The range is fixed: black is below it, white above it. Double-click to let it follow "
                      "the flow again. What is not a number is magenta.");
    end_handle(w, bar, true, {from.x - ui::px(4), from.y - end_size.y / 2}, end_size, per_pixel);
    end_handle(w, bar, false, {from.x - ui::px(4), to.y - end_size.y / 2}, end_size, per_pixel);
    ImGui::PopID();
}

/// Shades of the samples' colours, see shaders/samples.vert.
void draw_samples_legend(Workspace& w, ImVec2 at, float height) {
    constexpr ImU32 shades[] = {IM_COL32(219, 38, 31, 255), IM_COL32(245, 189, 51, 255), IM_COL32(122, 199, 84, 255),
                                IM_COL32(26, 128, 107, 255), IM_COL32(64, 140, 242, 255)};
    constexpr const char* texts[] = {"> 300", "> 100", "100", "10", "< 10"};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight(), pad = ui::px(8), width = ui::px(card_width);
    card(list, at, {at.x + width, at.y + height});
    list.AddText({at.x + pad, at.y + ui::px(5)}, color::text, "samples a cell");
    for (int i = 0; i < 5; ++i) {
        const float y = at.y + ui::px(9) + (static_cast<float>(i) + 1) * (line + ui::px(2));
        list.AddRectFilled({at.x + pad, y + ui::px(1)}, {at.x + pad + ui::px(bar_width), y + line - ui::px(1)},
                           shades[i], ui::px(2));
        list.AddText({at.x + pad + ui::px(bar_width + 8), y}, i == 2 || i == 3 ? color::text : color::faint, texts[i]);
    }
    const auto& scene = w.scene_view->sampling().scene();
    const float y = at.y + ui::px(11) + 6 * (line + ui::px(2));
    if (scene) {
        const CellStats cells = scene->cells();
        list.AddText({at.x + pad, y}, color::faint, fmt::format("{:.0f} % within", 100 * cells.share_in_band).c_str());
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton("samples legend", {width, height});
    if (ImGui::IsItemHovered()) w.mouse_taken = true;
    ui::tooltip(
        "How many surface samples share a cell. From 10 to 100 the solid's surface is felt everywhere and none "
        "is wasted.",
        "Blue: too few, air leaks through. Yellow and red: more than needed, each step takes longer.");
}

}  // namespace

void draw_legend(Workspace& w, const ViewportArea& area) {
    auto& covered = w.parts.of<ui::LegendPlace>() = {};
    if (!w.view.domain.legend || static_cast<float>(area.width) < ui::px(260)) return;
    const std::vector<Bar> bars = merged(w.scene_view->legends());
    ImGui::PushFont(ui::fonts().small);
    const float line = ImGui::GetTextLineHeight();
    const bool samples = w.view.samples.on && w.scene_view->sampling().scene();
    const float samples_height = 7 * (line + ui::px(2)) + ui::px(16), top = area.y + ui::px(margin + below_badges),
                room = static_cast<float>(area.height) - ui::px(2 * margin + below_badges);
    const float all = room - (samples ? samples_height + ui::px(gap) : 0);
    const auto count = static_cast<float>(std::max<std::size_t>(bars.size(), 1));
    const float extra = 3.5f * line + ui::px(18);
    const float height =
        extra + std::clamp((all - count * (extra + ui::px(gap))) / count, ui::px(least_height), ui::px(most_height));
    ImVec2 at{area.x + static_cast<float>(area.width) - ui::px(card_width + margin), top};
    const auto place = [&](float high) {  // downwards, then in a next column to the left
        if (at.y + high > area.y + static_cast<float>(area.height) - ui::px(margin) && at.y > top)
            at = {at.x - ui::px(card_width + gap), top};
        const ImVec2 here = at;
        if (covered.from.x == covered.to.x) covered = {here, {here.x + ui::px(card_width), here.y + high}};
        covered.from.x = here.x;
        covered.to.y = std::max(covered.to.y, here.y + high);
        at.y += high + ui::px(gap);
        return here;
    };
    for (const Bar& bar : bars) draw_one(w, bar, place(height), height);
    if (samples) draw_samples_legend(w, place(samples_height), samples_height);
    ImGui::PopFont();
}

}  // namespace fum
