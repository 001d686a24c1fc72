#include "app/panels/gizmo_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/motion.h"
#include "app/setup.h"
#include "app/window/scene_parts.h"

namespace fum {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }
Quaternion inverse(const Quaternion& q) { return {q.w, -q.x, -q.y, -q.z}; }

Double3 unit(int d) {
    Double3 axis{};
    axis[d] = 1;
    return axis;
}

void move_solid(Workspace& w, std::size_t i, const Double3& by, const Solid& from) {
    w.doc.edit("Move " + from.name, "gizmo", [&](Scene& scene) {
        Solid& solid = scene.solids.at(i);
        solid.translate_m = from.translate_m + by;
        for (std::size_t k = 0; k < solid.positions_m.size(); ++k) solid.positions_m[k] = from.positions_m.at(k) + by;
    });
}

void turn_solid(Workspace& w, std::size_t i, const Quaternion& by, const Solid& from) {
    w.doc.edit("Turn " + from.name, "gizmo", [&](Scene& scene) {
        const Double3 angles = angles_of(by * turn_of(from.rotate_deg), from.rotate_deg);
        for (int d = 0; d < 3; ++d) scene.solids.at(i).rotate_deg[d] = std::round(angles[d] * 1e4) / 1e4;
    });
}

/// size_m where it is given, else the factor on the mesh's own size.
std::string scale_solid(Workspace& w, std::size_t i, double factor, bool snap, const Solid& from, double longest_m) {
    const double size = rounded_length(longest_m * factor, longest_m, snap);
    w.doc.edit("Size " + from.name, "gizmo", [&](Scene& scene) {
        Solid& solid = scene.solids.at(i);
        if (from.size_m)
            solid.size_m = std::clamp(size, 1e-9, 1e6);
        else
            solid.scale = std::clamp(rounded_length(from.scale * size / longest_m, from.scale, false), 1e-9, 1e9);
    });
    return fmt::format("{:.4g} m long (× {:.3g})", size, size / longest_m);
}

void add_solid_handles(Handles& handles, Workspace& w, const Sight& sight, std::size_t i) {
    const Solid from = w.doc.scene().solids[i];
    const Double3 at = shown_pose(w, i).centre;
    const GizmoMode mode = w.parts.of<GizmoChoice>().mode;
    if (mode == GizmoMode::move)
        return add_move_handles(handles, sight, at,
                                [&w, i, from, at](const Double3& to) { move_solid(w, i, to - at, from); });
    if (mode == GizmoMode::turn)
        return add_turn_handles(handles, sight, at,
                                [&w, i, from](const Quaternion& by) { turn_solid(w, i, by, from); });
    if (!w.prepared || i >= w.prepared->solids.size()) return;
    const PlacedSolid& placed = w.prepared->solids[i];
    const double longest = from.size_m.value_or(std::max({placed.size_m.x, placed.size_m.y, placed.size_m.z}));
    add_scale_handles(handles, sight, at, placed.radius_m, "size", [&w, i, from, longest](double factor, bool snap) {
        return scale_solid(w, i, factor, snap, from, longest);
    });
}

void edit_emitter(Workspace& w, const char* verb, std::size_t i, const std::function<void(SmokeSource&)>& change) {
    w.doc.edit(std::string(verb) + " " + w.doc.scene().emitters.at(i).name, "gizmo",
               [&](Scene& scene) { change(scene.emitters.at(i)); });
}

void add_radius(Handles& handles, Workspace& w, const Sight& sight, std::size_t i) {
    const double from = w.doc.scene().emitters[i].radius_m;
    add_scale_handles(handles, sight, place_of_emitter(w, i), from, "radius", [&w, i, from](double factor, bool snap) {
        const double radius = rounded_length(from * factor, from, snap);
        edit_emitter(w, "Size", i, [&](SmokeSource& s) { s.radius_m = std::clamp(radius, 1e-9, 1e6); });
        return fmt::format("radius {:.4g} m", radius);
    });
}

/// A knob on each face of a box emitter; its middle stays. They stand off a little: those of a small box are told
/// apart.
void add_edges(Handles& handles, Workspace& w, const Sight& sight, std::size_t i, const Quaternion& turn) {
    const Double3 size = w.doc.scene().emitters[i].size_m, middle = place_of_emitter(w, i);
    const double off = 16 * sight.gizmo_pixel(middle);
    for (int d = 0; d < 3; ++d)
        for (const double side : {-1.0, 1.0}) {
            const Double3 out = turn * (unit(d) * side), face = middle + out * (0.5 * size[d]);
            const std::size_t before = handles.size();
            add_knob(handles, sight, face + out * off, out, fmt::format("size {}{}", side < 0 ? '-' : '+', "xyz"[d]),
                     axis_colors[index(d)], [&w, i, d, size](double by, bool snap) {
                         const double edge = std::min(rounded_length(size[d] + 2 * by, size[d], snap), 1e6);
                         edit_emitter(w, "Size", i, [&](SmokeSource& s) { s.size_m[d] = edge; });
                         return fmt::format("{} {:.4g} m", "xyz"[d], edge);
                     });
            const auto foot = sight.pixel(face);
            if (foot && handles.size() > before) handles.back().lines = {{*foot, *handles.back().knob}};
        }
}

void add_emitter_handles(Handles& handles, Workspace& w, const Sight& sight, std::size_t i) {
    const SmokeSource from = w.doc.scene().emitters[i];
    if (from.shape == EmitterShape::points) return;
    const GizmoMode mode = w.parts.of<GizmoChoice>().mode;
    const Quaternion turn = shown_pose_of(w, from.solid).turn;
    const bool has_axis = from.shape == EmitterShape::disk;
    if (mode == GizmoMode::size && from.shape == EmitterShape::box) return add_edges(handles, w, sight, i, turn);
    if (mode == GizmoMode::size) return add_radius(handles, w, sight, i);
    const Double3 at = place_of_emitter(w, i);
    if (mode == GizmoMode::turn && has_axis)
        return add_turn_handles(handles, sight, at, [&w, i, turn, from](const Quaternion& by) {
            const Double3 axis = inverse(turn) * (by * (turn * normalized(from.axis)));
            edit_emitter(w, "Turn", i, [&](SmokeSource& s) {
                for (int d = 0; d < 3; ++d) s.axis[d] = std::round(axis[d] * 1e6) / 1e6;
            });
        });
    add_move_handles(handles, sight, at, [&w, i, turn, from, at](const Double3& to) {
        edit_emitter(w, "Move", i, [&](SmokeSource& s) { s.centre_m = from.centre_m + inverse(turn) * (to - at); });
    });
}

}  // namespace

bool selection_has_mode(const Workspace& w, GizmoMode mode) {
    const int emitter = w.selected.index_of("emitter");
    if (emitter < 0 || index(emitter) >= w.doc.scene().emitters.size()) return solid_selected(w);
    const EmitterShape shape = w.doc.scene().emitters[index(emitter)].shape;
    return mode == GizmoMode::turn ? shape == EmitterShape::disk : shape != EmitterShape::points;
}

Handles handles_of_selection(Workspace& w, const Sight& sight) {
    Handles handles;
    const Scene& scene = w.doc.scene();
    const int solid = w.selected.index_of("solid"), emitter = w.selected.index_of("emitter"),
              probe = w.selected.index_of("probe");
    if (solid >= 0 && index(solid) < scene.solids.size()) add_solid_handles(handles, w, sight, index(solid));
    if (emitter >= 0 && index(emitter) < scene.emitters.size()) add_emitter_handles(handles, w, sight, index(emitter));
    if (probe >= 0 && index(probe) < scene.probes.size())
        add_move_handles(handles, sight, scene.probes[index(probe)].at_m, [&w, i = index(probe)](const Double3& to) {
            w.doc.edit("Move " + w.doc.scene().probes.at(i).name, "gizmo", [&](Scene& s) { s.probes.at(i).at_m = to; });
        });
    for (std::size_t f = 0; f < 6; ++f) {
        if (w.selected.section == "domain") add_face_knob(handles, w, sight, f);
        if (w.selected.section == "boundary." + std::string(face_names[f])) add_face_handles(handles, w, sight, f);
    }
    return handles;
}

}  // namespace fum
