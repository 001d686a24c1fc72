#include "app/window/shell.h"

#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "app/panels/panels.h"
#include "app/window/actions.h"
#include "app/window/bookmarks.h"
#include "app/window/bridge.h"
#include "app/window/export_job.h"
#include "app/window/recording.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"
#include "render/gl_debug.h"
#include "render/window.h"

namespace fum {
namespace {

constexpr float left_width = 330, right_width = 350, bottom_height = 230, timeline_height = 57;
constexpr auto fixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoBringToFrontOnFocus;

/// How large the columns are, at scale 1, and whether they are open.
struct Columns {
    float left = left_width, right = right_width, bottom = bottom_height;
    bool left_open = true, right_open = true, bottom_open = true;
};

void begin_area(const char* name, float x, float y, float width, float height) {
    ImGui::SetNextWindowPos({x, y});
    ImGui::SetNextWindowSize({std::max(width, 1.0f), std::max(height, 1.0f)});
    ImGui::Begin(name, nullptr, fixed);
}

/// A strip between two areas that is dragged. Positive movement is right or down.
float splitter(const char* name, ImVec2 at, ImVec2 size, bool upright) {
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin(name, nullptr, fixed | ImGuiWindowFlags_NoBackground);
    ImGui::InvisibleButton("drag", size);
    const bool held = ImGui::IsItemActive();
    if (held || ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y}, color::accent);
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    return held ? (upright ? moved.x : moved.y) : 0;
}

/// A dot in the corner of the tab that was drawn last.
void draw_verdict(Workspace& w, const Panel& panel) {
    const Verdict verdict = panel.verdict ? panel.verdict(w) : Verdict::good;
    if (verdict == Verdict::good) return;
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddCircleFilled({to.x - ui::px(5), from.y + ui::px(5)}, ui::px(3),
                                                ui::color_of(verdict), 16);
}

void draw_tabs(Workspace& w, const char* name, PanelPlace place) {
    if (!ImGui::BeginTabBar(name, ImGuiTabBarFlags_FittingPolicyScroll)) return;
    for (const Panel& panel : panels()) {
        if (panel.place != place) continue;
        std::string& wanted = w.wanted_panel;
        const bool chosen = wanted == panel.id;
        if (chosen) wanted.clear();
        const bool open = ImGui::BeginTabItem(panel.title, nullptr, chosen ? ImGuiTabItemFlags_SetSelected : 0);
        ui::mark(std::string("panel/") + panel.id);
        draw_verdict(w, panel);
        ui::tooltip(panel.help);
        if (!open) continue;
        ImGui::BeginChild(panel.id);
        panel.draw(w);
        ImGui::EndChild();
        ImGui::EndTabItem();
    }
    ImGui::EndTabBar();
}

void draw_one(Workspace& w, PanelPlace place) {
    for (const Panel& panel : panels())
        if (panel.place == place) panel.draw(w);
}

}  // namespace

struct Shell::Impl {
    Host& host;
    Workspace w;
    Theme theme;
    Columns columns;
    GlDebug debug;
    double wished_scale;
    std::string title;

    Impl(Host& h, const ShellOptions& o) : host(h), w(o.workspace), wished_scale(o.scale) {}
    void layout();
    void keep_state();
    void restore_state();
    float scale() const;
};

float Shell::Impl::scale() const {
    if (wished_scale > 0) return static_cast<float>(wished_scale);
    if (w.chosen_scale > 0) return w.chosen_scale;
    return host.content_scale();
}

void Shell::Impl::restore_state() {
    const auto read = [&](const char* name, float& value) { value = static_cast<float>(w.kept.number(name, value)); };
    read("left", columns.left);
    read("right", columns.right);
    read("bottom", columns.bottom);
    read("scale", w.chosen_scale);
}

void Shell::Impl::keep_state() {
    w.kept.set("left", columns.left);
    w.kept.set("right", columns.right);
    w.kept.set("bottom", columns.bottom);
    w.kept.set("scale", w.chosen_scale);
    if (const Window* window = host.window()) {
        int width = 0, height = 0;
        window->size(width, height);
        w.kept.set("maximized", window->maximized() ? 1.0 : 0.0);
        if (!window->maximized()) {
            w.kept.set("width", width);
            w.kept.set("height", height);
        }
    }
}

void Shell::Impl::layout() {
    const ImVec2 all = ImGui::GetIO().DisplaySize;
    const float s = w.scale, bar = 4 * s;
    draw_menu_bar(w);
    const float top = ImGui::GetFrameHeight(), height = all.y - top;
    const bool viewport_only = w.viewport_only;
    columns.left = std::clamp(columns.left, 180.0f, std::max(180.0f, 0.4f * all.x / s));
    columns.right = std::clamp(columns.right, 200.0f, std::max(200.0f, 0.4f * all.x / s));
    columns.bottom = std::clamp(columns.bottom, 90.0f, std::max(90.0f, 0.6f * height / s));
    // on a small screen, or at a large scale, the viewport keeps two fifths of the width and half of the height
    const float strip = timeline_height * s, sides = (columns.left + columns.right) * s;
    const float shrink = std::min(1.0f, 0.6f * all.x / std::max(sides, 1.0f));
    const float left = viewport_only ? 0 : columns.left * s * shrink,
                right = viewport_only ? 0 : columns.right * s * shrink,
                below = viewport_only ? 0 : std::min(columns.bottom * s, std::max(90 * s, 0.5f * height - strip));
    if (!viewport_only) {
        const float half = 0.42f * height;
        begin_area("left top", 0, top, left - bar, half);
        draw_one(w, PanelPlace::left_top);
        ImGui::End();
        begin_area("left bottom", 0, top + half, left - bar, height - half);
        draw_one(w, PanelPlace::left_bottom);
        ImGui::End();
        begin_area("right", all.x - right + bar, top, right - bar, height);
        draw_tabs(w, "right", PanelPlace::right);
        ImGui::End();
        begin_area("bottom", left, all.y - below + bar, all.x - left - right, below - bar);
        draw_tabs(w, "bottom", PanelPlace::bottom);
        ImGui::End();
        columns.left += splitter("left edge", {left - bar, top}, {bar, height}, true) / s;
        columns.right -= splitter("right edge", {all.x - right, top}, {bar, height}, true) / s;
        columns.bottom -= splitter("bottom edge", {left, all.y - below}, {all.x - left - right, bar}, false) / s;
    }
    begin_area("timeline", left, all.y - below - strip, all.x - left - right, strip);
    draw_timeline(w);
    ImGui::End();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    begin_area("viewport", left, top, all.x - left - right, height - below - strip);
    ImGui::PopStyleVar();
    draw_viewport(w);
    ImGui::End();
    draw_dialogs(w);
    draw_help(w);
    draw_about(w);
    draw_export_dialogs(w);
}

Shell::Shell(Host& host, const ShellOptions& options) : impl_(std::make_unique<Impl>(host, options)) {
    Workspace& w = impl_->w;
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().ConfigWindowsMoveFromTitleBarOnly = true;
    impl_->restore_state();
    w.scene_view = std::make_unique<SceneView>(host.draws_on_cpu());
    w.bridge = make_bridge(w.sim, {.allow_interop = options.allow_interop});
    if (!options.input.empty())
        w.open(options.input);
    else if (!options.empty)
        w.open_something();
}

Shell::~Shell() {
    impl_->keep_state();
    impl_->w.sim.stop();
}

Workspace& Shell::workspace() { return impl_->w; }

std::vector<std::string> Shell::gl_messages() { return impl_->debug.take(); }

bool Shell::frame() {
    Impl& m = *impl_;
    Workspace& w = m.w;
    m.theme.set_scale(m.scale());
    w.scale = m.theme.scale();
    m.host.set_fullscreen(w.fullscreen);
    m.host.begin_frame(w.idle_wait_s);
    const auto begin = std::chrono::steady_clock::now();
    w.mouse_held = ImGui::IsAnyMouseDown();
    ui::begin_frame(m.theme, w);
    for (const auto& path : m.host.take_drops()) w.dropped.push_back(path);
    if (m.host.asked_to_close()) {
        m.host.forget_to_close();
        w.close_wanted = true;
    }
    w.tick();
    tick_exports(w);
    tick_cameras(w);
    tick_recording(w);
    run_shortcuts(w);
    m.layout();
    m.host.end_frame();
    w.work_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    const std::string name = w.doc.path().empty() ? "untitled" : w.doc.path().filename().string();
    if (const std::string title = name + (w.doc.dirty() ? " *" : "") + " - Fumarole"; title != m.title) {
        m.title = title;
        m.host.set_title(title);
    }
    return !w.quit;
}

}  // namespace fum
