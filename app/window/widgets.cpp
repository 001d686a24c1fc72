#include "app/window/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/window/actions.h"

namespace fum::ui {
namespace {

struct State {
    float scale = 1;
    Fonts fonts;
    std::map<std::string, Mark> marks, marks_before;
    std::string reveal;
};

State& state() {
    static State s;
    return s;
}

}  // namespace

void begin_frame(Theme& theme, const Workspace&) {
    State& s = state();
    s.scale = theme.scale();
    s.fonts = theme.fonts();
    s.marks_before = std::exchange(s.marks, {});
}

float scale() { return state().scale; }
const Fonts& fonts() { return state().fonts; }

void mark(const std::string& name) { mark(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax()); }
void mark(const std::string& name, ImVec2 from, ImVec2 to) {
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();
    const ImVec2 middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
    const bool visible = middle.x >= low.x && middle.y >= low.y && middle.x < high.x && middle.y < high.y;
    State& s = state();
    if (name == s.reveal && !visible) ImGui::SetScrollHereY(0.5f);
    if (visible) {
        from = {std::max(from.x, low.x), std::max(from.y, low.y)};
        to = {std::min(to.x, high.x), std::min(to.y, high.y)};
    }
    s.marks[name] = {from, to, visible};
}
void reveal(const std::string& name) { state().reveal = name; }
const std::map<std::string, Mark>& marks() { return state().marks_before; }

void tooltip(const std::string& text, const std::string& more) {
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(px(360));
    ImGui::TextUnformatted(text.c_str());
    if (!more.empty()) faint(more);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

/// As much of a text as there is room for.
static std::string shortened(const std::string& text, float room) {
    std::string cut = text;
    if (ImGui::CalcTextSize(text.c_str()).x <= room) return cut;
    while (!cut.empty() && ImGui::CalcTextSize((cut + "...").c_str()).x > room) {
        while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xc0) == 0x80) cut.pop_back();  // UTF-8
        if (!cut.empty()) cut.pop_back();
    }
    return cut.empty() ? "" : cut + "...";
}

void heading(const char* text, const std::string& note) {
    ImGui::Dummy({0, px(2)});
    ImGui::PushFont(fonts().strong);
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
    if (!note.empty()) {
        const float room = ImGui::GetContentRegionMax().x - ImGui::GetItemRectSize().x - px(12);
        const std::string text = shortened(note, room);
        ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(text.c_str()).x);
        ImGui::TextDisabled("%s", text.c_str());
        if (text != note) tooltip(note);
    }
    ImGui::Separator();
}

void faint(const std::string& text) { wrapped(text, color::faint); }

void wrapped(const std::string& text, ImU32 color) {
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextWrapped("%s", text.c_str());
    ImGui::PopStyleColor();
}

ImU32 color_of(Verdict verdict) {
    return verdict == Verdict::good ? color::good : verdict == Verdict::doubtful ? color::doubtful : color::bad;
}

void dot(ImU32 color) {
    const float height = ImGui::GetTextLineHeight(), r = px(4);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + r + 1, at.y + 0.55f * height}, r, color, 20);
    ImGui::Dummy({2 * r + px(4), height});
    ImGui::SameLine(0, px(2));
}

void badge(const std::string& text, ImU32 color) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str()), pad{px(6), px(2)}, at = ImGui::GetCursorScreenPos();
    const ImVec2 to{at.x + size.x + 2 * pad.x, at.y + size.y + 2 * pad.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, to, (color & 0x00ffffff) | 0x30000000, px(3));
    list.AddRect(at, to, (color & 0x00ffffff) | 0x90000000, px(3));
    list.AddText({at.x + pad.x, at.y + pad.y}, color, text.c_str());
    ImGui::Dummy({to.x - at.x, to.y - at.y});
}

bool action_button(Workspace& w, const char* id, const char* label) {
    const Action* action = find_action(id);
    if (!action) throw std::logic_error(std::string("no action ") + id);
    const bool enabled = !action->enabled || action->enabled(w);
    ImGui::BeginDisabled(!enabled);
    const bool pressed = ImGui::Button(label ? label : action->title.c_str());
    ImGui::EndDisabled();
    mark(id);
    tooltip(action->help, chord_text(action->keys));
    return pressed && run_action(w, *action);
}

void draw_icon(ImDrawList& list, Icon icon, ImVec2 at, float size, ImU32 color) {
    const float u = size / 16, w = std::max(1.0f, 1.6f * u);
    const auto p = [&](float x, float y) { return ImVec2{at.x + x * u, at.y + y * u}; };
    switch (icon) {
        case Icon::play:
            list.AddTriangleFilled(p(4, 2.5f), p(4, 13.5f), p(13.5f, 8), color);
            break;
        case Icon::pause:
            list.AddRectFilled(p(3.5f, 3), p(6.8f, 13), color, u);
            list.AddRectFilled(p(9.2f, 3), p(12.5f, 13), color, u);
            break;
        case Icon::step:
            list.AddTriangleFilled(p(3, 3), p(3, 13), p(10, 8), color);
            list.AddRectFilled(p(11, 3), p(13.2f, 13), color, u);
            break;
        case Icon::next_frame:
            list.AddTriangleFilled(p(2, 3), p(2, 13), p(7.5f, 8), color);
            list.AddTriangleFilled(p(7, 3), p(7, 13), p(12.5f, 8), color);
            list.AddRectFilled(p(12.4f, 3), p(14.2f, 13), color, u);
            break;
        case Icon::restart:
            list.PathArcTo(p(8, 8), 5 * u, -0.9f, 4.4f, 24);
            list.PathStroke(color, 0, w);
            list.AddTriangleFilled(p(9.4f, 1.2f), p(13.6f, 2.6f), p(10.4f, 6.2f), color);
            break;
        case Icon::camera:
            list.AddRect(p(2, 4.5f), p(14, 13), color, 1.5f * u, 0, w);
            list.AddCircle(p(8, 8.7f), 2.5f * u, color, 20, w);
            list.AddRectFilled(p(5.5f, 2.7f), p(10.5f, 5), color, u);
            break;
        case Icon::folder:
            list.AddRectFilled(p(2, 3.5f), p(7.5f, 7), color, u);
            list.AddRectFilled(p(2, 5), p(14, 13), color, u);
            break;
        case Icon::eye:
        case Icon::eye_closed: {
            const ImVec2 left = p(1.5f, 8), right = p(14.5f, 8);
            list.AddBezierQuadratic(left, p(8, 1.5f), right, color, w, 20);
            list.AddBezierQuadratic(left, p(8, 14.5f), right, color, w, 20);
            if (icon == Icon::eye) list.AddCircleFilled(p(8, 8), 2.3f * u, color, 20);
            if (icon == Icon::eye_closed) list.AddLine(p(3, 13.5f), p(13, 2.5f), color, w);
            break;
        }
        case Icon::plus:
            list.AddLine(p(8, 3), p(8, 13), color, w);
            list.AddLine(p(3, 8), p(13, 8), color, w);
            break;
        case Icon::cross:
            list.AddLine(p(4, 4), p(12, 12), color, w);
            list.AddLine(p(12, 4), p(4, 12), color, w);
            break;
        case Icon::copy:
            list.AddRect(p(2.5f, 2.5f), p(10, 10), color, u, 0, w);
            list.AddRect(p(6, 6), p(13.5f, 13.5f), color, u, 0, w);
            break;
        case Icon::warning:
            list.AddTriangle(p(8, 2), p(14.5f, 13.5f), p(1.5f, 13.5f), color, w);
            list.AddLine(p(8, 6), p(8, 9.8f), color, w);
            list.AddCircleFilled(p(8, 11.7f), 0.9f * u, color);
            break;
        case Icon::check:
            list.AddLine(p(3, 8.5f), p(6.5f, 12), color, w);
            list.AddLine(p(6.5f, 12), p(13, 4), color, w);
            break;
        case Icon::dice:
            list.AddRect(p(2.5f, 2.5f), p(13.5f, 13.5f), color, 2 * u, 0, w);
            for (const float x : {5.2f, 10.8f})
                for (const float y : {5.2f, 10.8f}) list.AddCircleFilled(p(x, y), 1.1f * u, color);
            break;
    }
}

bool icon_button(Icon icon, const std::string& name, const std::string& help, bool lit) {
    const float side = ImGui::GetFrameHeight();
    if (lit) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyle().Colors[ImGuiCol_ButtonActive]);
    const bool pressed = ImGui::Button(("##" + name).c_str(), {side, side});
    if (lit) ImGui::PopStyleColor();
    const ImVec2 at = ImGui::GetItemRectMin();
    const float pad = std::round(0.18f * side);
    draw_icon(*ImGui::GetWindowDrawList(), icon, {at.x + pad, at.y + pad}, side - 2 * pad,
              ImGui::GetColorU32(ImGuiCol_Text));
    mark(name);
    tooltip(help);
    return pressed;
}

void bars(std::span<const Bar> rows) {
    float label_width = 0, text_width = 0;
    for (const Bar& bar : rows) {
        label_width = std::max(label_width, ImGui::CalcTextSize(bar.label.c_str()).x);
        text_width = std::max(text_width, ImGui::CalcTextSize(bar.text.c_str()).x);
    }
    const float gap = px(8), all = ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeight();
    const float room = all - label_width - text_width - 2 * gap;
    const bool narrow = room < px(16);  // then numbers alone
    for (const Bar& bar : rows) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddText(at, color::text, bar.label.c_str());
        const float x = at.x + label_width + gap, share = static_cast<float>(std::clamp(bar.share, 0.0, 1.0));
        const ImVec2 low{x, at.y + px(2)}, high{x + std::max(share * room, 1.0f), at.y + line - px(1)};
        if (!narrow) list.AddRectFilled(low, {x + room, high.y}, color::plot, px(2));
        if (!narrow) list.AddRectFilled(low, high, bar.color, px(2));
        const std::string text = shortened(bar.text, all - label_width - gap);
        list.AddText({at.x + all - ImGui::CalcTextSize(text.c_str()).x, at.y}, color::faint, text.c_str());
        ImGui::Dummy({all, line});
        tooltip(bar.help);
    }
}

std::string bytes_text(double bytes) {
    const char* units[] = {"B", "kB", "MB", "GB", "TB"};
    int unit = 0;
    while (std::abs(bytes) >= 1000 && unit < 4) bytes /= 1000, ++unit;
    return fmt::format("{:.{}f} {}", bytes, unit == 0 || bytes >= 100 ? 0 : bytes >= 10 ? 1 : 2, units[unit]);
}

std::string number_text(double value, int digits) { return fmt::format("{:.{}g}", value, digits); }

}  // namespace fum::ui
