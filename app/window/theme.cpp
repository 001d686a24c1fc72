#include "app/window/theme.h"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>

namespace fum {
namespace {

ImVec4 rgb(int r, int g, int b, float alpha = 1) {
    return {static_cast<float>(r) / 255, static_cast<float>(g) / 255, static_cast<float>(b) / 255, alpha};
}

/// At scale 1; ScaleAllSizes is called on a copy of this each time, never on what is scaled already.
ImGuiStyle unscaled_style() {
    ImGuiStyle s;
    ImGui::StyleColorsDark(&s);
    s.WindowPadding = {10, 8};
    s.FramePadding = {6, 3};
    s.ItemSpacing = {8, 5};
    s.ItemInnerSpacing = {6, 4};
    s.CellPadding = {5, 3};
    s.IndentSpacing = 14;
    s.ScrollbarSize = 12;
    s.GrabMinSize = 9;
    s.WindowRounding = 0;
    s.ChildRounding = 3;
    s.FrameRounding = 3;
    s.PopupRounding = 4;
    s.GrabRounding = 3;
    s.TabRounding = 3;
    s.ScrollbarRounding = 6;
    s.WindowBorderSize = 0;
    s.PopupBorderSize = 1;
    s.WindowTitleAlign = {0, 0.5f};
    ImVec4* c = s.Colors;
    c[ImGuiCol_Text] = rgb(226, 229, 234);
    c[ImGuiCol_TextDisabled] = rgb(140, 147, 158);
    c[ImGuiCol_WindowBg] = rgb(30, 32, 36);
    c[ImGuiCol_ChildBg] = rgb(30, 32, 36, 0);
    c[ImGuiCol_PopupBg] = rgb(38, 41, 46);
    c[ImGuiCol_Border] = rgb(58, 62, 70);
    c[ImGuiCol_FrameBg] = rgb(45, 48, 54);
    c[ImGuiCol_FrameBgHovered] = rgb(56, 60, 68);
    c[ImGuiCol_FrameBgActive] = rgb(64, 70, 80);
    c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] = c[ImGuiCol_TitleBgCollapsed] = rgb(36, 39, 44);
    c[ImGuiCol_MenuBarBg] = rgb(24, 26, 29);
    c[ImGuiCol_ScrollbarBg] = rgb(30, 32, 36, 0);
    c[ImGuiCol_ScrollbarGrab] = rgb(66, 71, 80);
    c[ImGuiCol_ScrollbarGrabHovered] = rgb(84, 90, 101);
    c[ImGuiCol_ScrollbarGrabActive] = rgb(100, 107, 120);
    c[ImGuiCol_CheckMark] = rgb(110, 172, 250);
    c[ImGuiCol_SliderGrab] = rgb(86, 156, 240, 0.5f);  // the value is written over it
    c[ImGuiCol_SliderGrabActive] = rgb(110, 172, 250, 0.7f);
    c[ImGuiCol_Button] = rgb(56, 61, 69);
    c[ImGuiCol_ButtonHovered] = rgb(70, 77, 88);
    c[ImGuiCol_ButtonActive] = rgb(58, 108, 172);
    c[ImGuiCol_Header] = rgb(52, 84, 126, 0.75f);
    c[ImGuiCol_HeaderHovered] = rgb(60, 66, 76);
    c[ImGuiCol_HeaderActive] = rgb(58, 108, 172);
    c[ImGuiCol_Separator] = rgb(52, 56, 63);
    c[ImGuiCol_SeparatorHovered] = c[ImGuiCol_SeparatorActive] = rgb(86, 156, 240);
    c[ImGuiCol_Tab] = rgb(36, 39, 44);
    c[ImGuiCol_TabHovered] = rgb(60, 66, 76);
    c[ImGuiCol_TabActive] = rgb(52, 84, 126);
    c[ImGuiCol_TabUnfocused] = c[ImGuiCol_Tab];
    c[ImGuiCol_TabUnfocusedActive] = c[ImGuiCol_TabActive];
    c[ImGuiCol_PlotLines] = rgb(110, 172, 250);
    c[ImGuiCol_PlotHistogram] = rgb(86, 156, 240);
    c[ImGuiCol_TableHeaderBg] = rgb(36, 39, 44);
    c[ImGuiCol_TableBorderStrong] = c[ImGuiCol_TableBorderLight] = rgb(52, 56, 63);
    c[ImGuiCol_TableRowBgAlt] = rgb(255, 255, 255, 0.02f);
    c[ImGuiCol_TextSelectedBg] = rgb(58, 108, 172, 0.7f);
    c[ImGuiCol_DragDropTarget] = rgb(235, 178, 72);
    c[ImGuiCol_NavHighlight] = rgb(86, 156, 240);
    c[ImGuiCol_ModalWindowDimBg] = rgb(10, 11, 13, 0.55f);
    return s;
}

/// Latin, Greek (nu, alpha, rho), superscripts, dashes, quotes, arrows, mathematical signs.
constexpr ImWchar glyphs[] = {0x20,   0x17f,  0x391,  0x3c9,  0x2010, 0x2027, 0x2070,
                              0x208f, 0x2190, 0x2193, 0x2200, 0x2265, 0};

ImFont* add_font(const char* name, float px) {
    const auto bytes = embedded_fonts().at(name);
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = 2;
    config.GlyphRanges = glyphs;
    auto* data = const_cast<unsigned char*>(bytes.data());  // read only, since the atlas does not own it
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), px, &config);
}

}  // namespace

bool Theme::set_scale(float wanted) {
    const float scale = std::clamp(std::round(wanted * 20) / 20, 0.75f, 3.0f);
    if (scale == scale_) return false;
    scale_ = scale;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    fonts_.usual = add_font("Roboto-Regular", std::round(15 * scale));
    fonts_.strong = add_font("Roboto-Medium", std::round(15 * scale));
    fonts_.small = add_font("Roboto-Regular", std::round(12.5f * scale));
    ImGui::GetIO().FontDefault = fonts_.usual;
    ImGuiStyle style = unscaled_style();
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    return true;
}

}  // namespace fum
