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

std::string tick_text(double v, double step) {
    if (std::abs(v) >= 1e4 && std::abs(v) < 1e6) return fmt::format("{:.0f}", v);
    return fmt::format("{:.4g}", std::abs(v) < 1e-9 * step ? 0.0 : v);
}

ImU32 faded(ImU32 color, unsigned alpha) { return (color & 0x00ffffff) | (alpha << 24); }

class Plot {
public:
    Plot(std::span<const Curve> curves, const PlotOptions& options) : curves_(curves), options_(options) {
        for (const Curve& c : curves) {
            for (const double v : c.x) x_.hold(v);
            for (const double v : c.y) y_.hold(v);
        }
        for (const PlotBand& band : options.bands) y_.hold(band.low), y_.hold(band.high);
        if (options.y_range) y_ = {options.y_range->first, options.y_range->second};
        if (options.zero) y_.hold(0);
        if (x_.empty() || !(x_.high > x_.low)) x_.low = x_.empty() ? 0 : x_.low, x_.high = x_.low + 1;
        y_.widen();
        line_ = ImGui::GetTextLineHeight();
    }

    void draw(ImVec2 at, ImVec2 size, bool hovered) {
        const double y_step = tick_step(y_.high - y_.low, (size.y - line_) / px(28));
        from_ = {at.x + label_width(y_step) + px(6), at.y + px(5)};
        to_ = {at.x + size.x - px(6), at.y + size.y - line_ - px(3)};
        list_.AddRectFilled(from_, to_, color::plot, px(2));
        grid(y_step);
        list_.PushClipRect(from_, to_, true);
        for (const Curve& c : curves_) draw(c);
        for (const PlotBand& band : options_.bands) draw(band);
        const double under = x_.low + (ImGui::GetIO().MousePos.x - from_.x) / (to_.x - from_.x) * (x_.high - x_.low);
        if (options_.cursor) upright(*options_.cursor, color::accent);
        if (hovered) upright(under, color::faint);
        list_.PopClipRect();
        legend(hovered, under);
    }

private:
    ImVec2 place(double a, double b) const {
        return {from_.x + static_cast<float>((a - x_.low) / (x_.high - x_.low)) * (to_.x - from_.x),
                to_.y - static_cast<float>((b - y_.low) / (y_.high - y_.low)) * (to_.y - from_.y)};
    }
    float label_width(double step) const {
        float width = px(24);
        for (double v = std::ceil(y_.low / step) * step; v <= y_.high; v += step)
            width = std::max(width, ImGui::CalcTextSize(tick_text(v, step).c_str()).x);
        return width;
    }
    void upright(double x, ImU32 color) {
        const float at = place(x, y_.low).x;
        list_.AddLine({at, from_.y}, {at, to_.y}, color);
    }
    void grid(double y_step) {
        for (double v = std::ceil(y_.low / y_step) * y_step; v <= y_.high; v += y_step) {
            const float at = place(x_.low, v).y;
            list_.AddLine({from_.x, at}, {to_.x, at}, color::line);
            const std::string text = tick_text(v, y_step);
            list_.AddText({from_.x - px(5) - ImGui::CalcTextSize(text.c_str()).x, at - line_ / 2}, color::faint,
                          text.c_str());
        }
        const double x_step = tick_step(x_.high - x_.low, (to_.x - from_.x) / px(80));
        for (double v = std::ceil(x_.low / x_step) * x_step; v <= x_.high; v += x_step) {
            const float at = place(v, y_.low).x;
            list_.AddLine({at, from_.y}, {at, to_.y}, color::line);
            const std::string text = tick_text(v, x_step) + " " + options_.x_unit;
            const float width = ImGui::CalcTextSize(text.c_str()).x;
            list_.AddText({std::clamp(at - width / 2, from_.x, std::max(from_.x, to_.x - width)), to_.y + px(2)},
                          color::faint, text.c_str());
        }
    }
    void draw(const PlotBand& band) {
        ImVec2 a = place(band.from, band.high), b = place(band.to, band.low);
        const float thin = std::max(0.0f, px(3) - (b.y - a.y)) / 2;  // narrow ones stay visible
        a.y -= thin, b.y += thin;
        list_.AddRectFilled(a, b, faded(band.color, 0x60));
        list_.AddRect(a, b, IM_COL32(255, 255, 255, 110));
    }
    /// Many values on one column of pixels become their least and their largest, so that a long history costs what a
    /// short one does.
    void draw(const Curve& c) {
        points_.clear();
        const std::size_t count = std::min(c.x.size(), c.y.size());
        float column = -1e9f, low = 0, high = 0, last = 0;
        const auto end_column = [&] {
            if (high > low) points_.push_back({column, low}), points_.push_back({column, high});
            points_.push_back({column, last});
        };
        const auto flush = [&] {
            if (column > -1e8f) end_column();
            if (points_.size() > 1 && c.dashed) dashes(c);
            if (points_.size() > 1 && !c.dashed)
                list_.AddPolyline(points_.data(), static_cast<int>(points_.size()), c.color, 0, px(c.width));
            points_.clear();
            column = -1e9f;
        };
        for (std::size_t i = 0; i < count; ++i) {
            if (!std::isfinite(c.y[i])) {
                flush();
                continue;
            }
            const ImVec2 p = place(c.x[i], c.y[i]);
            if (p.x - column < 0.7f) {
                low = std::min(low, p.y), high = std::max(high, p.y), last = p.y;
                continue;
            }
            if (column > -1e8f) end_column();
            column = p.x, low = high = last = p.y;
        }
        flush();
    }
    void dashes(const Curve& c) {
        float gone = 0;
        for (std::size_t i = 1; i < points_.size(); ++i) {
            const ImVec2 a = points_[i - 1], b = points_[i];
            if (std::fmod(gone, px(8)) < px(5)) list_.AddLine(a, b, c.color, px(c.width));
            gone += std::hypot(b.x - a.x, b.y - a.y);
        }
    }
    void legend(bool hovered, double under) {
        float x = from_.x + px(6), y = from_.y + px(4);
        for (const Curve& c : curves_) {
            if (c.unnamed) continue;
            const std::string text =
                hovered ? fmt::format("{} {:.4g} {}", c.name, value_at(c, under), options_.y_unit) : c.name;
            const float width = px(28) + ImGui::CalcTextSize(text.c_str()).x;
            if (x + width > to_.x && x > from_.x + px(6)) x = from_.x + px(6), y += line_ + px(1);
            list_.AddRectFilled({x - px(4), y}, {x + width - px(8), y + line_}, faded(color::plot, 0xc8), px(2));
            list_.AddLine({x, y + line_ / 2}, {x + px(12), y + line_ / 2}, c.color | 0xff000000, px(2));
            list_.AddText({x + px(16), y}, color::text, text.c_str());
            x += width;
        }
        const float unit = ImGui::CalcTextSize(options_.y_unit.c_str()).x;
        if (hovered || unit == 0 || x + unit > to_.x - px(6)) return;
        const ImVec2 at{to_.x - px(6) - unit, from_.y + px(4)};
        list_.AddRectFilled({at.x - px(3), at.y}, {to_.x - px(3), at.y + line_}, faded(color::plot, 0xc8), px(2));
        list_.AddText(at, color::faint, options_.y_unit.c_str());
    }

    std::span<const Curve> curves_;
    const PlotOptions& options_;
    Extent x_, y_;
    ImVec2 from_{}, to_{};
    float line_ = 0;
    ImDrawList& list_ = *ImGui::GetWindowDrawList();
    std::vector<ImVec2> points_;
};

}  // namespace

void plot(const char* id, std::span<const Curve> curves, const PlotOptions& options) {
    ImGui::PushID(id);
    ImGui::PushFont(fonts().small);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const ImVec2 size{std::max(room.x, px(80)), options.height > 0 ? px(options.height) : std::max(room.y, px(60))};
    ImGui::InvisibleButton("plot", size);
    mark(id);
    Plot(curves, options).draw(at, size, ImGui::IsItemHovered());
    ImGui::PopFont();
    ImGui::PopID();
}

}  // namespace fum::ui
