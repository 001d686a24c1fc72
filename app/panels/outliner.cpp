#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/outliner_list.h"
#include "app/panels/panels.h"
#include "app/setup.h"
#include "app/window/probe_history.h"
#include "app/window/scene_parts.h"
#include "app/window/scene_view.h"
#include "app/window/widgets.h"
#include "render/layers/box.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

ImU32 color_of_face(FaceKind kind) {
    const FaceLook look = kind == FaceKind::inflow      ? FaceLook::inflow
                          : kind == FaceKind::outflow   ? FaceLook::outflow
                          : kind == FaceKind::free_slip ? FaceLook::slip
                          : kind == FaceKind::periodic  ? FaceLook::periodic
                                                        : FaceLook::wall;
    const glm::vec3 c = face_color(look);
    return ImGui::GetColorU32({c.r, c.g, c.b, 1});
}

std::string domain_note(const Scene& scene) {
    const Int3 n = grid_of(scene.domain).nodes;
    return fmt::format("{} × {} × {}", n.x, n.y, n.z);
}

std::string fluid_note(const Workspace& w) {
    const Fluid& fluid = w.doc.scene().fluid;
    if (fluid.re) return fmt::format("Re {:.6g}", *fluid.re);
    if (fluid.nu_m2s) return fmt::format("ν {:.3g} m²/s", *fluid.nu_m2s);
    return "air";
}

void draw_air(Workspace& w, OutlinerList& list) {
    if (list.group("Domain and fluid", {"domain", "fluid", "gravity"}, true, &w.view.domain.on)) {
        list.row({"domain", "Domain", domain_note(w.doc.scene())});
        list.row({"fluid", "Fluid", fluid_note(w)});
        list.row({"gravity", "Gravity", length(w.doc.scene().gravity.acceleration_ms2) > 0 ? "on" : "none"});
        list.end_group();
    }
    if (!list.group("Faces", {"boundary"}, false, &w.view.domain.faces)) return;
    for (std::size_t f = 0; f < 6; ++f) {
        const Boundary& face = w.doc.scene().boundary[f];
        const double speed = length(face.velocity_ms);
        std::string note(name_of(face.kind));
        if (speed > 0) note += fmt::format("  {:.3g} m/s", speed);
        list.row(
            {"boundary." + std::string(face_names[f]), std::string(face_names[f]), note, color_of_face(face.kind)});
    }
    list.end_group();
}

void draw_solids(Workspace& w, OutlinerList& list) {
    const auto& solids = w.doc.scene().solids;
    if (!list.group("Solids", {"solid"}, true, &w.view.solids.on, "Add solid")) return;
    for (std::size_t i = 0; i < solids.size(); ++i) {
        const Solid& s = solids[i];
        std::string note = s.shape.empty() ? s.mesh.filename().string() : s.shape;
        if (s.motion != Motion::fixed) note = name_of(s.motion);
        if (note == s.name) note.clear();
        list.row({fmt::format("solid[{}]", i), s.name.empty() ? fmt::format("solid {}", i + 1) : s.name, note});
    }
    if (solids.empty()) ui::faint("None: drop a mesh here, or press +");
    list.end_group();
}

void draw_emitters(Workspace& w, OutlinerList& list) {
    const auto& emitters = w.doc.scene().emitters;
    if (!list.group("Emitters", {"emitter"}, emitters.size() < 9, &w.view.domain.emitters, "Add emitter")) return;
    for (std::size_t i = 0; i < emitters.size(); ++i) {
        const SmokeSource& s = emitters[i];
        std::string note(name_of(s.shape));
        if (!s.solid.empty()) note += " of " + s.solid;
        list.row({fmt::format("emitter[{}]", i), s.name.empty() ? fmt::format("emitter {}", i + 1) : s.name, note});
    }
    if (emitters.empty()) ui::faint("None: no smoke will be seen; press +");
    list.end_group();
}

void draw_probes_of(Workspace& w, OutlinerList& list) {
    const auto& probes = w.doc.scene().probes;
    if (!list.group("Probes", {"probe"}, probes.size() < 9, &w.view.domain.probes, "edit.add.probe")) return;
    for (std::size_t i = 0; i < probes.size(); ++i) {
        const ProbeReading* now = w.scene_view ? w.scene_view->probes().newest(i) : nullptr;
        list.row({fmt::format("probe[{}]", i), probes[i].name.empty() ? fmt::format("probe {}", i + 1) : probes[i].name,
                  now && now->inside ? fmt::format("{:.3g} m/s", now->speed_ms) : ""});
    }
    if (probes.empty()) ui::faint("None: double-click a slice or a solid");
    list.end_group();
}

void draw_run(Workspace& w, OutlinerList& list) {
    const Scene& s = w.doc.scene();
    if (list.group("Run", {"time", "smoke", "solver", "advanced"}, false)) {
        list.row({"time", "Time", fmt::format("{} frames", s.time.frames)});
        list.row({"smoke", "Smoke", fmt::format("{:g} a cell", s.smoke.tracers_per_cell)});
        list.row({"solver", "Solver", std::string(name_of(s.solver.model))});
        list.row({"advanced", "Advanced", "lattice numbers"});
        list.end_group();
    }
    if (list.group("Output", {"output"}, false)) {
        list.row({"output", "Files", s.output.name});
        const auto format = [&](const char* section, bool on) {
            list.row({section, words_of(s, section), on ? "on" : "off", 0, !on});
        };
        format("output.vdb", s.vdb.on);
        format("output.png", s.png.on);
        format("output.mp4", s.mp4.on);
        format("output.csv", s.csv.on);
        format("output.mitsuba", s.mitsuba.on);
        format("output.vti", s.vti.on);
        format("output.usd", s.usd.on);
        format("output.meshes", s.meshes.on);
        format("output.scripts", s.scripts.blender || s.scripts.houdini);
        list.end_group();
    }
    if (list.group("Camera and light", {"camera", "light"}, false)) {
        list.row({"camera", "Camera", s.camera.eye_m ? "placed" : "by itself"});
        list.row({"light", "Light", ""});
        list.end_group();
    }
}

}  // namespace

void begin_rename(Workspace& w) {
    OutlinerState& s = w.parts.of<OutlinerState>();
    s.renamed = w.selected.section;
    s.name = words_of(w.doc.scene(), s.renamed);
    s.begin = true;
}

void draw_outliner(Workspace& w) {
    const Scene& scene = w.doc.scene();
    const std::string name = w.doc.path().empty() ? scene.title : w.doc.path().filename().string();
    ui::heading("Scene", name + (w.doc.dirty() ? " *" : ""));
    ImGui::BeginChild("list");
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, ui::px(3)});
    OutlinerList list(w);
    draw_air(w, list);
    draw_solids(w, list);
    draw_emitters(w, list);
    draw_probes_of(w, list);
    draw_run(w, list);
    list.take_keys();
    ImGui::PopStyleVar();
    ImGui::EndChild();
}

}  // namespace fum
