#include "app/panels/panels.h"

#include "app/panels/run_state.h"

namespace fum {

const std::vector<Panel>& panels() {
    static const std::vector<Panel> all{
        {"outliner", "Scene", PanelPlace::left_top, draw_outliner, "What the scene is made of"},
        {"properties", "Properties", PanelPlace::left_bottom, draw_properties, "The parameters of what is selected"},
        {"layers", "View", PanelPlace::right, draw_layers, "What the viewport shows, and how"},
        {"performance", "Speed", PanelPlace::right, draw_performance, "Where time and memory go"},
        {"stability", "Checks", PanelPlace::right, draw_stability, "What the numbers promise before the run",
         [](Workspace& w) { return checks_of(w).worst(); }},
        {"tuning", "Tune", PanelPlace::right, draw_tuning, "The cost of a step over l and alpha"},
        {"export", "Export", PanelPlace::right, draw_export, "Frames for other programs, films, pictures"},
        {"log", "Log", PanelPlace::bottom, draw_log, "What has happened"},
        {"forces", "Forces", PanelPlace::bottom, draw_forces, "Drag, lift, side force and moments over time"},
        {"probes", "Probes", PanelPlace::bottom, draw_probes, "Speed and pressure at places, over time"},
    };
    return all;
}

}  // namespace fum
