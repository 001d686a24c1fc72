// Curves over time, see widgets.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/window/widgets.h"

namespace fum::ui {
namespace {

struct Extent {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void hold(double v) {
        if (!std::isfinite(v)) return;
        low = std::min(low, v);
        high = std::max(high, v);
    }
    bool empty() const { return low > high; }
    void widen() {
        if (empty()) low = 0, high = 1;
        const double pad = high > low ? 0.06 * (high - low) : std::max(1e-12, 0.1 * std::abs(high));
        low -= pad;
        high += pad;
    }
};

/// 1, 2 or 5 times a power of ten, so that about `count` of them fill the span.
double tick_step(double span, double count) {
    const double raw = span / std::max(count, 1.0), power = std::pow(10.0, std::floor(std::log10(raw))),
                 m = raw / power;
    return power * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
}

double value_at(const Curve& curve, double x) {
    const auto i = static_cast<std::size_t>(std::lower_bound(curve.x.begin(), curve.x.end(), x) - curve.x.begin());
    return curve.y.empty() ? NAN : curve.y[std::min(i, curve.y.size() - 1)];
}

}  // namespace

void plot(const char* id, std::span<const Curve> curves, const PlotOptions& options) {
    Extent x, y;
    for (const Curve& c : curves) {
        for (const double v : c.x) x.hold(v);
        for (const double v : c.y) y.hold(v);
    }
    if (options.zero) y.hold(0);
    if (x.empty() || !(x.high > x.low)) x.low = x.empty() ? 0 : x.low, x.high = x.low + 1;
    y.widen();
    ImGui::PushID(id);
    ImGui::PushFont(fonts().small);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, px(80)), height = px(options.height);
    ImGui::InvisibleButton("plot", {width, height});
    mark(id);
    const bool hovered = ImGui::IsItemHovered();
    const float line = ImGui::GetTextLineHeight(), left = px(52), right = px(8), below = line + px(4), above = px(6);
    const ImVec2 from{at.x + left, at.y + above}, to{at.x + width - right, at.y + height - below};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, to, color::plot, px(2));
    const auto place = [&](double a, double b) {
        return ImVec2{from.x + static_cast<float>((a - x.low) / (x.high - x.low)) * (to.x - from.x),
                      to.y - static_cast<float>((b - y.low) / (y.high - y.low)) * (to.y - from.y)};
    };
    const double dy = tick_step(y.high - y.low, (to.y - from.y) / px(28));
    for (double v = std::ceil(y.low / dy) * dy; v <= y.high; v += dy) {
        const float py = place(x.low, v).y;
        list.AddLine({from.x, py}, {to.x, py}, color::line);
        const std::string text = fmt::format("{:.4g}", std::abs(v) < 1e-9 * dy ? 0.0 : v);
        list.AddText({from.x - px(5) - ImGui::CalcTextSize(text.c_str()).x, py - line / 2}, color::faint, text.c_str());
    }
    const double dx = tick_step(x.high - x.low, (to.x - from.x) / px(80));
    for (double v = std::ceil(x.low / dx) * dx; v <= x.high; v += dx) {
        const float px_ = place(v, y.low).x;
        list.AddLine({px_, from.y}, {px_, to.y}, color::line);
        const std::string text = fmt::format("{:.4g} {}", std::abs(v) < 1e-9 * dx ? 0.0 : v, options.x_unit);
        const float half = ImGui::CalcTextSize(text.c_str()).x / 2;
        list.AddText({std::min(px_ - half, to.x - 2 * half), to.y + px(2)}, color::faint, text.c_str());
    }
    list.PushClipRect(from, to, true);
    for (const Curve& c : curves) {
        const std::size_t count = std::min(c.x.size(), c.y.size());
        for (std::size_t i = 1; i < count; ++i)
            if (std::isfinite(c.y[i - 1]) && std::isfinite(c.y[i]) && (!c.dashed || i % 4 < 2))
                list.AddLine(place(c.x[i - 1], c.y[i - 1]), place(c.x[i], c.y[i]), c.color, px(c.dashed ? 1.0f : 1.5f));
    }
    if (options.cursor) {
        const float cx = place(*options.cursor, y.low).x;
        list.AddLine({cx, from.y}, {cx, to.y}, color::accent);
    }
    const double under = x.low + (ImGui::GetIO().MousePos.x - from.x) / (to.x - from.x) * (x.high - x.low);
    if (hovered) {
        const float cx = place(under, y.low).x;
        list.AddLine({cx, from.y}, {cx, to.y}, color::faint);
    }
    list.PopClipRect();
    float legend = from.x + px(6);
    for (const Curve& c : curves) {
        const std::string text =
            hovered ? fmt::format("{} {:.4g} {}", c.name, value_at(c, under), options.y_unit) : c.name;
        list.AddLine({legend, from.y + px(4) + line / 2}, {legend + px(12), from.y + px(4) + line / 2}, c.color, px(2));
        list.AddText({legend + px(16), from.y + px(4)}, color::text, text.c_str());
        legend += px(28) + ImGui::CalcTextSize(text.c_str()).x;
    }
    if (!options.y_unit.empty() && !hovered)
        list.AddText({to.x - px(6) - ImGui::CalcTextSize(options.y_unit.c_str()).x, from.y + px(4)}, color::faint,
                     options.y_unit.c_str());
    ImGui::PopFont();
    ImGui::PopID();
}

}  // namespace fum::ui
