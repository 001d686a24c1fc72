// Handles in pixels: which is under the mouse, and how they look.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/window/handles.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

constexpr float reach_px = 8;

ImU32 faded(ImU32 color, float share) {
    const auto alpha = static_cast<ImU32>(static_cast<float>(color >> IM_COL32_A_SHIFT & 0xff) * share);
    return (color & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
}

}  // namespace

float distance_to(const Handle& h, ImVec2 m) {
    if (h.knob) return std::max(0.0f, std::hypot(h.knob->x - m.x, h.knob->y - m.y) - ui::px(h.knob_px)) / ui::scale();
    float nearest = std::numeric_limits<float>::infinity();
    if (!h.surface.empty()) {
        bool left = true, right = true;
        for (std::size_t i = 0; i < h.surface.size(); ++i) {
            const ImVec2 a = h.surface[i], b = h.surface[(i + 1) % h.surface.size()];
            const float side = (b.x - a.x) * (m.y - a.y) - (b.y - a.y) * (m.x - a.x);
            left &= side >= 0;
            right &= side <= 0;
        }
        if (left || right) return 0;
    }
    for (const auto& line : h.lines)
        for (std::size_t i = 1; i < line.size(); ++i)
            nearest =
                std::min(nearest, distance_to_segment(m.x, m.y, line[i - 1].x, line[i - 1].y, line[i].x, line[i].y));
    return nearest / ui::scale();
}

int nearest_handle(const Handles& handles, ImVec2 mouse) {
    int found = -1;
    float nearest = reach_px;
    for (std::size_t i = 0; i < handles.size(); ++i)
        if (const float d = distance_to(handles[i], mouse); d < nearest) {
            nearest = d;
            found = static_cast<int>(i);
        }
    return found;
}

void draw_handle(ImDrawList& list, const Handle& h, bool lit) {
    const ImU32 color = lit ? IM_COL32(255, 222, 120, 255) : h.color;
    const float width = ui::px(lit ? 3.2f : 2.4f);
    if (!h.surface.empty()) {
        list.AddConvexPolyFilled(h.surface.data(), static_cast<int>(h.surface.size()),
                                 faded(color, lit ? 0.55f : 0.28f));
        list.AddPolyline(h.surface.data(), static_cast<int>(h.surface.size()), color, ImDrawFlags_Closed, ui::px(1.4f));
    }
    for (const auto& line : h.lines) {
        if (h.arrow)
            list.AddPolyline(line.data(), static_cast<int>(line.size()), IM_COL32(0, 0, 0, 90), 0, width + ui::px(2));
        list.AddPolyline(line.data(), static_cast<int>(line.size()), color, 0, width);
    }
    if (h.arrow && !h.lines.empty()) {
        const ImVec2 a = h.lines[0].front(), b = h.lines[0].back();
        const float dx = b.x - a.x, dy = b.y - a.y, len = std::hypot(dx, dy);
        if (len > 1) {
            const float ux = dx / len, uy = dy / len, size = std::min(ui::px(13), 0.6f * len);
            const ImVec2 tip{b.x + ux * 0.5f * size, b.y + uy * 0.5f * size},
                base{tip.x - ux * size, tip.y - uy * size};
            list.AddTriangleFilled(tip, {base.x - uy * 0.42f * size, base.y + ux * 0.42f * size},
                                   {base.x + uy * 0.42f * size, base.y - ux * 0.42f * size}, color);
        }
    }
    if (!h.knob) return;
    const float r = ui::px(h.knob_px + (lit ? 1.5f : 0));
    const ImVec2 k = *h.knob;
    if (h.square) {
        list.AddRectFilled({k.x - r, k.y - r}, {k.x + r, k.y + r}, color, ui::px(2));
        list.AddRect({k.x - r, k.y - r}, {k.x + r, k.y + r}, IM_COL32(20, 22, 26, 255), ui::px(2), 0, ui::px(1.2f));
    } else {
        list.AddCircleFilled(k, r, color, 24);
        list.AddCircle(k, r, IM_COL32(20, 22, 26, 255), 24, ui::px(1.2f));
    }
}

void draw_lines(ImDrawList& list, const Sight& sight, const std::vector<Polyline>& lines, ImU32 color, float width) {
    std::vector<ImVec2> pixels;
    for (const Polyline& line : lines) {
        pixels.clear();
        for (const Double3& place : line) {
            if (const auto p = sight.pixel(place))
                pixels.push_back(*p);
            else
                break;
        }
        if (pixels.size() > 1)
            list.AddPolyline(pixels.data(), static_cast<int>(pixels.size()), color, 0, ui::px(width));
    }
}

}  // namespace fum
