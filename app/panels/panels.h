// The window's parts: one ordered list, one file each.
#pragma once

#include <string>
#include <vector>

#include "app/stability.h"
#include "app/window/workspace.h"

namespace fum {

enum class PanelPlace { left_top, left_bottom, right, bottom };

struct Panel {
    const char* id;     ///< "stability"
    const char* title;  ///< of its tab
    PanelPlace place;
    void (*draw)(Workspace&);
    const char* help;
    Verdict (*verdict)(Workspace&) = nullptr;  ///< of a dot on its tab, unless it is good
};

/// In the order in which tabs stand.
const std::vector<Panel>& panels();

// Left.
void draw_outliner(Workspace&);
void draw_properties(Workspace&);
// Right, tabs.
void draw_layers(Workspace&);
void draw_performance(Workspace&);
void draw_tuning(Workspace&);
void draw_stability(Workspace&);
void draw_export(Workspace&);
// Bottom, tabs, under the timeline.
void draw_log(Workspace&);
void draw_forces(Workspace&);
void draw_probes(Workspace&);

// Always there.
void draw_menu_bar(Workspace&);
void draw_timeline(Workspace&);        ///< transport and time, one strip
void draw_viewport(Workspace&);        ///< the picture, its mouse, and everything that stands over it
void draw_dialogs(Workspace&);         ///< files, questions before something is lost, help, rescued scenes
void draw_export_dialogs(Workspace&);  ///< after these: an export that runs is not closed over without a question

// Over everything: keys and mouse (H), and what this program is.
void draw_help(Workspace&);
void toggle_help(Workspace&);
bool help_is_open(const Workspace&);
void draw_about(Workspace&);
void open_about(Workspace&);

/// What the viewport draws over the picture, in this order; each may take the mouse.
void draw_gizmo(Workspace&, const struct ViewportArea&);
void draw_slice_handles(Workspace&, const struct ViewportArea&);
void draw_labels(Workspace&, const struct ViewportArea&);      ///< faces, emitters, probes
void draw_legend(Workspace&, const struct ViewportArea&);      ///< colour maps with ranges and units
void draw_divergence(Workspace&, const struct ViewportArea&);  ///< where the flow diverged, what to try
void draw_banners(Workspace&, const struct ViewportArea&);     ///< pending restart, preparation, notices
void draw_badges(Workspace&, const struct ViewportArea&);      ///< frames a second, interop, step
void draw_recording(Workspace&, const struct ViewportArea&);   ///< the red dot

/// The picture's place in the window, pixels.
struct ViewportArea {
    float x = 0, y = 0;
    int width = 0, height = 0;
    bool hovered = false;  ///< the mouse is over the picture and over nothing that stands above it
};

}  // namespace fum
