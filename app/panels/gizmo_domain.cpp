// Handles of the domain's faces, of inflows and of their jets.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/panels/gizmo_targets.h"
#include "app/setup.h"

namespace fum {
namespace {

constexpr ImU32 white = IM_COL32(232, 234, 238, 255), blue = IM_COL32(86, 180, 233, 255);

std::size_t index(int i) { return static_cast<std::size_t>(i); }

Double3 unit(int d) {
    Double3 axis{};
    axis[d] = 1;
    return axis;
}

/// Moves one face of the domain by whole cells; the face across and the size of a cell stay.
std::string move_face(Workspace& w, std::size_t face, double by, bool snap, const Domain& from, double step) {
    const CellBox box = grid_of(from);
    const int d = static_cast<int>(face) / 2;
    const bool upper = face % 2 == 1;
    const double outward = upper ? by : -by, now = box.nodes[d] * box.dx_m;
    double length_m = now + outward;
    if (snap) length_m = snapped(length_m, step);
    const double cells = std::clamp(std::round(length_m / box.dx_m), 4.0, 16384.0);
    Int3 nodes = box.nodes;
    nodes[d] = static_cast<int>(cells);
    w.doc.edit("Move face " + std::string(face_names[face]), "gizmo", [&](Scene& scene) {
        Domain& domain = scene.domain;
        domain.size_m = cast<double>(nodes) * box.dx_m;
        for (int k = 0; k < 3; ++k)  // the decimals that the cells' size does not have
            domain.size_m[k] = std::round(domain.size_m[k] * 1e9) / 1e9;
        domain.origin_m = box.corner_m;
        if (!upper) (*domain.origin_m)[d] = box.corner_m[d] + now - nodes[d] * box.dx_m;
        if (!domain.dx_m) domain.resolution = std::max({nodes.x, nodes.y, nodes.z});
    });
    const double count = 1.0 * nodes.x * nodes.y * nodes.z;
    return fmt::format(
        "{} {:.4g} m   {} × {} × {}, {}", "xyz"[d], nodes[d] * box.dx_m, nodes.x, nodes.y, nodes.z,
        count < 1e5 ? fmt::format("{:.0f} cells", count) : fmt::format("{:.3g} million cells", 1e-6 * count));
}

Double3 middle_of_face(const CellBox& box, std::size_t face) {
    const Double3 size = cast<double>(box.nodes) * box.dx_m;
    Double3 middle = box.corner_m + size * 0.5;
    const int d = static_cast<int>(face) / 2;
    middle[d] = box.corner_m[d] + (face % 2 == 1 ? size[d] : 0);
    return middle;
}

void edit_face(Workspace& w, const char* what, std::size_t face, const std::function<void(Boundary&)>& change) {
    w.doc.edit(fmt::format("{} {}", what, face_names[face]), "gizmo",
               [&](Scene& scene) { change(scene.boundary[face]); });
}

/// An arrow as long as the wind is fast.
void add_wind(Handles& handles, Workspace& w, const Sight& sight, std::size_t face, const Double3& at) {
    const Boundary from = w.doc.scene().boundary[face];
    const CellBox box = grid_of(w.doc.scene().domain);
    const double longest = std::max({box.nodes.x, box.nodes.y, box.nodes.z}) * box.dx_m;
    const double speed = length(from.velocity_ms);
    const double usual = w.prepared && w.prepared->numbers.speed_ms > 0 ? w.prepared->numbers.speed_ms : 1.0;
    struct WindScale {
        double metres_per_ms = 0;
    };
    double& kept = w.parts.of<WindScale>().metres_per_ms;  // stays while the arrow is dragged: it grows with the speed
    if (!w.mouse_held || kept == 0) kept = 0.22 * longest / std::max(speed, usual);
    const double metres_per_ms = kept;
    const int d = static_cast<int>(face) / 2;
    const Double3 way = speed > 0 ? normalized(from.velocity_ms) : unit(d) * (face % 2 == 0 ? 1.0 : -1.0);
    const Double3 tip = at + way * std::max(speed * metres_per_ms, 0.02 * longest);
    add_knob(handles, sight, tip, way, "speed", blue, [&w, face, way, speed, metres_per_ms](double by, bool snap) {
        const double from = std::max(speed, 1e-3), now = std::clamp(speed + by / metres_per_ms, 0.0, 1e5);
        const double round = now < 0.02 * from ? 0 : rounded_length(now, from, snap);
        edit_face(w, "Speed of", face, [&](Boundary& b) {
            for (int k = 0; k < 3; ++k) b.velocity_ms[k] = snapped(way[k] * round, round_step(1e-6 * from));
        });
        return fmt::format("{:.4g} m/s", round);
    });
    Handle& knob = handles.back();
    knob.help = "Drag to change the speed; Ctrl for round numbers, Esc gives it up";
    if (const auto begin = sight.pixel(at); begin && knob.knob) {
        knob.lines = {{*begin, *knob.knob}};
        knob.arrow = true;
        knob.knob.reset();
    }
}

/// The rim of a jet, to be drawn wider or narrower at any place.
void add_rim(Handles& handles, Workspace& w, const Sight& sight, std::size_t face, const Double3& at) {
    const double from = w.doc.scene().boundary[face].jet_radius_m;
    const int d = static_cast<int>(face) / 2;
    const Double3 side = unit((d + 1) % 3), other = unit((d + 2) % 3);
    const auto resize = [&w, face, from](double radius, bool snap) {
        const double round = std::max(rounded_length(radius, from, snap), 0.02 * from);
        edit_face(w, "Jet of", face, [&](Boundary& b) { b.jet_radius_m = round; });
        return fmt::format("radius {:.4g} m", round);
    };
    Handle rim;
    rim.name = "jet rim";
    rim.help = "Drag outwards or inwards; Ctrl for round numbers, Esc gives it up";
    rim.color = white;
    std::vector<ImVec2> line;
    constexpr int parts = 72;
    for (int i = 0; i <= parts; ++i) {
        const double angle = 2 * std::numbers::pi * i / parts;
        if (const auto p = sight.pixel(at + (side * std::cos(angle) + other * std::sin(angle)) * from))
            line.push_back(*p);
    }
    if (line.size() > parts) rim.lines = {line};
    rim.grab = [=](const Ray& ray) -> Mover {
        const double begin = length(on_plane(ray, at, unit(d)).value_or(at + side * from) - at);
        return [=, last = from](const Ray& now, bool snap) mutable {
            if (const auto p = on_plane(now, at, unit(d))) last = from + length(*p - at) - begin;
            return resize(last, snap);
        };
    };
    handles.push_back(std::move(rim));
    add_knob(handles, sight, at + side * from, side, "jet radius", white,
             [=](double by, bool snap) { return resize(from + by, snap); });
}

/// The middle of a jet, within its face.
void add_jet(Handles& handles, Workspace& w, const Sight& sight, std::size_t face, const Double3& at) {
    add_rim(handles, w, sight, face, at);
    const int d = static_cast<int>(face) / 2;
    const CellBox box = grid_of(w.doc.scene().domain);
    Handle h;
    h.name = "jet centre";
    h.help = "Drag the jet over its face; Ctrl for round numbers, Esc gives it up";
    h.color = white;
    h.knob = sight.pixel(at);
    const double step = snap_step(sight, at), fine = fine_step(sight, at);
    h.grab = [=, &w](const Ray& begin_ray) -> Mover {
        const Double3 begin = on_plane(begin_ray, at, unit(d)).value_or(at);
        return [=, &w, last = at](const Ray& now, bool snap) mutable {
            if (const auto p = on_plane(now, at, unit(d))) last = at + (*p - begin);
            for (const int k : {(d + 1) % 3, (d + 2) % 3})
                last[k] = std::clamp(snapped(last[k], snap ? step : fine), box.corner_m[k],
                                     box.corner_m[k] + box.nodes[k] * box.dx_m);
            edit_face(w, "Jet of", face, [&](Boundary& b) { b.jet_centre_m = last; });
            return fmt::format("centre {:.4g}, {:.4g}, {:.4g} m", last.x, last.y, last.z);
        };
    };
    if (h.knob) handles.push_back(std::move(h));
}

}  // namespace

void add_face_knob(Handles& handles, Workspace& w, const Sight& sight, std::size_t face) {
    const Domain from = w.doc.scene().domain;
    const Double3 at = middle_of_face(grid_of(from), face);
    const int d = static_cast<int>(face) / 2;
    const double step = snap_step(sight, at);
    add_knob(handles, sight, at, unit(d), "domain " + std::string(face_names[face]), axis_colors[index(d)],
             [&w, face, from, step](double by, bool snap) { return move_face(w, face, by, snap, from, step); });
}

void add_face_handles(Handles& handles, Workspace& w, const Sight& sight, std::size_t face) {
    const Boundary& b = w.doc.scene().boundary[face];
    const Double3 middle = middle_of_face(grid_of(w.doc.scene().domain), face);
    if (b.kind != FaceKind::inflow) return add_face_knob(handles, w, sight, face);
    Double3 at = b.jet_radius_m > 0 ? b.jet_centre_m.value_or(middle) : middle;
    at[static_cast<int>(face) / 2] = middle[static_cast<int>(face) / 2];  // a jet blows where its face is
    if (b.jet_radius_m > 0) add_jet(handles, w, sight, face, at);
    add_wind(handles, w, sight, face, at);
}

}  // namespace fum
