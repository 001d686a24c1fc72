// How the window looks: fonts, colours, distances, at any scale.
#pragma once

#include <imgui.h>

#include <map>
#include <span>
#include <string_view>

namespace fum {

/// "Roboto-Regular", "Roboto-Medium": TrueType files of assets/fonts.
const std::map<std::string_view, std::span<const unsigned char>>& embedded_fonts();

namespace color {
inline constexpr ImU32 text = IM_COL32(226, 229, 234, 255), faint = IM_COL32(140, 147, 158, 255),
                       accent = IM_COL32(86, 156, 240, 255), good = IM_COL32(98, 190, 112, 255),
                       doubtful = IM_COL32(235, 178, 72, 255), bad = IM_COL32(236, 96, 88, 255),
                       panel = IM_COL32(30, 32, 36, 255), plot = IM_COL32(22, 24, 27, 255),
                       line = IM_COL32(58, 62, 70, 255);
}  // namespace color

struct Fonts {
    ImFont* usual = nullptr;
    ImFont* strong = nullptr;  ///< headings
    ImFont* small = nullptr;   ///< axes of plots, notes
};

/// Of the ImGui context that is current.
class Theme {
public:
    /// Builds fonts and style for a scale, 0.75 to 3, if it differs from the last one. Between frames only. True if
    /// something changed; then the OpenGL backend's font texture must be made anew (it does so in the next frame).
    bool set_scale(float scale);
    float scale() const { return scale_; }
    const Fonts& fonts() const { return fonts_; }

private:
    float scale_ = 0;
    Fonts fonts_;
};

}  // namespace fum
