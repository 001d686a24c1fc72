#include "app/window/scene_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "app/setup.h"
#include "app/window/gizmo_math.h"
#include "app/window/widgets.h"

namespace fum {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

int selected_solid(const Workspace& w) {
    const int i = w.selected.index_of("solid");
    return i >= 0 && index(i) < w.doc.scene().solids.size() ? i : -1;
}

int selected_emitter(const Workspace& w) {
    const int i = w.selected.index_of("emitter");
    return i >= 0 && index(i) < w.doc.scene().emitters.size() ? i : -1;
}

int selected_probe(const Workspace& w) {
    const int i = w.selected.index_of("probe");
    return i >= 0 && index(i) < w.doc.scene().probes.size() ? i : -1;
}

struct Room {
    Double3 middle, size;
    double smallest;
};

Room room_of(const Scene& scene) {
    const CellBox box = grid_of(scene.domain);
    const Double3 size = cast<double>(box.nodes) * box.dx_m;
    return {box.corner_m + size * 0.5, size, std::min({size.x, size.y, size.z})};
}

/// To numbers that a person would choose.
double rounded(double v, const Room& room) { return snapped(v, round_step(0.005 * room.smallest)); }
Double3 rounded(const Double3& v, const Room& room) {
    return {rounded(v.x, room), rounded(v.y, room), rounded(v.z, room)};
}

/// Unit, where the fastest inflow blows to; +x without one.
Double3 wind(const Scene& scene) {
    Double3 fastest = scene.fluid.start_velocity_ms;
    for (const Boundary& face : scene.boundary)
        if (face.kind == FaceKind::inflow && length(face.velocity_ms) > length(fastest)) fastest = face.velocity_ms;
    return length(fastest) > 0 ? normalized(fastest) : Double3{1, 0, 0};
}

/// Whether the prepared mesh of a solid is the one that the scene asks for now.
bool mesh_is_ready(const Workspace& w, std::size_t i) {
    if (!w.prepared || i >= w.prepared->solids.size() || i >= w.prepared->scene.solids.size()) return false;
    const Solid &is = w.doc.scene().solids[i], &was = w.prepared->scene.solids[i];
    return is.mesh == was.mesh && is.shape == was.shape && is.unit_m == was.unit_m && is.size_m == was.size_m &&
           is.scale == was.scale && is.recentre == was.recentre;
}

}  // namespace

std::string words_of(const Scene& scene, const std::string& section) {
    const Selection s{section};
    if (const int i = s.index_of("solid"); i >= 0 && index(i) < scene.solids.size())
        return scene.solids[index(i)].name.empty() ? section : scene.solids[index(i)].name;
    if (const int i = s.index_of("emitter"); i >= 0 && index(i) < scene.emitters.size())
        return scene.emitters[index(i)].name.empty() ? section : scene.emitters[index(i)].name;
    if (const int i = s.index_of("probe"); i >= 0 && index(i) < scene.probes.size())
        return scene.probes[index(i)].name.empty() ? section : scene.probes[index(i)].name;
    if (section.starts_with("boundary.")) return "Face " + section.substr(9);
    const std::pair<const char*, const char*> words[] = {{"domain", "Domain"},
                                                         {"fluid", "Fluid"},
                                                         {"gravity", "Gravity"},
                                                         {"time", "Time"},
                                                         {"smoke", "Smoke"},
                                                         {"solver", "Solver"},
                                                         {"advanced", "Advanced"},
                                                         {"output", "Files"},
                                                         {"output.vdb", "OpenVDB"},
                                                         {"output.png", "Pictures"},
                                                         {"output.mp4", "Film"},
                                                         {"output.csv", "CSV tables"},
                                                         {"output.mitsuba", "Mitsuba 3"},
                                                         {"output.vti", "ParaView"},
                                                         {"output.usd", "OpenUSD"},
                                                         {"output.meshes", "Solids as meshes"},
                                                         {"output.scripts", "Import scripts"},
                                                         {"camera", "Camera"},
                                                         {"light", "Light"}};
    for (const auto& [key, word] : words)
        if (section == key) return word;
    return section;
}

std::string edit_words(const Scene& scene, const std::string& name) {
    for (const std::string verb : {"Change ", "Reset "}) {
        if (!name.starts_with(verb)) continue;
        const std::string key = name.substr(verb.size());
        const std::size_t dot = key.rfind('.');
        if (dot == std::string::npos) return name;
        std::string part = words_of(scene, key.substr(0, dot));
        const bool named = key.find('[') != std::string::npos;
        if (!named && !part.starts_with("Open") && !part.starts_with("Para") && !part.starts_with("Mitsuba"))
            part[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(part[0])));
        return (verb + ui::label_of(key)).append(" of ").append(part);
    }
    return name;
}

void add_shape(Workspace& w, std::string_view shape) {
    const Room room = room_of(w.doc.scene());
    Solid solid;
    solid.shape = shape;
    solid.size_m = rounded(room.smallest / 3, room);
    solid.translate_m = rounded(room.middle, room);
    w.selected.section = fmt::format("solid[{}]", w.doc.add_solid(solid));
}

void add_emitter_of(Workspace& w, EmitterShape shape) {
    const Scene& scene = w.doc.scene();
    const Room room = room_of(scene);
    const int solid = selected_solid(w);
    SmokeSource source;
    source.shape = shape;
    if (shape == EmitterShape::points) {
        if (scene.solids.empty()) throw Error(Exit::input, "A surface emitter needs a solid; add one first.");
        source.solid = scene.solids[index(std::max(solid, 0))].name;
        source.name = source.solid + " surface";
    } else {
        source.radius_m = rounded(room.smallest / 16, room);
        source.size_m = Double3{1, 1, 1} * rounded(room.smallest / 8, room);
        source.axis = wind(scene);
        const Double3 near = solid >= 0 ? scene.solids[index(solid)].translate_m : room.middle;
        source.centre_m = rounded(near - wind(scene) * (0.3 * room.smallest), room);
    }
    w.selected.section = fmt::format("emitter[{}]", w.doc.add_emitter(source));
}

bool solid_selected(const Workspace& w) { return selected_solid(w) >= 0; }
bool can_delete(const Workspace& w) {
    return selected_solid(w) >= 0 || selected_emitter(w) >= 0 || selected_probe(w) >= 0;
}
bool can_duplicate(const Workspace& w) { return can_delete(w); }

void delete_selected(Workspace& w) {
    if (const int i = selected_solid(w); i >= 0)
        w.doc.delete_solid(index(i));
    else if (const int e = selected_emitter(w); e >= 0)
        w.doc.delete_emitter(index(e));
    else if (const int p = selected_probe(w); p >= 0)
        w.doc.delete_probe(index(p));
    w.selected = {};
}

void duplicate_selected(Workspace& w) {
    const double step = round_step(0.08 * room_of(w.doc.scene()).smallest);
    if (const int i = selected_solid(w); i >= 0) {
        Solid copy = w.doc.scene().solids[index(i)];
        copy.translate_m.z += step;
        for (Double3& place : copy.positions_m) place.z += step;
        w.selected.section = fmt::format("solid[{}]", w.doc.add_solid(copy));
    } else if (const int e = selected_emitter(w); e >= 0) {
        SmokeSource copy = w.doc.scene().emitters[index(e)];
        copy.centre_m.z += copy.shape == EmitterShape::points ? 0 : step;
        w.selected.section = fmt::format("emitter[{}]", w.doc.add_emitter(copy));
    } else if (const int p = selected_probe(w); p >= 0) {
        Probe copy = w.doc.scene().probes[index(p)];
        copy.at_m.z += step;
        w.selected.section = fmt::format("probe[{}]", w.doc.add_probe(copy));
    }
}

void snap_selected(Workspace& w) {
    const int i = selected_solid(w);
    if (i < 0) return;
    if (mesh_is_ready(w, index(i)))
        w.doc.snap_to_floor(index(i), w.prepared->solids[index(i)].mesh);
    else
        w.doc.snap_to_floor(index(i));
}

void set_up(Workspace& w, Axis up) {
    w.doc.edit(up == Axis::z ? "Z up" : "Y up", [&](Scene& scene) { scene.domain.up = up; });
}

void mend_selection(Workspace& w) {
    const auto lost = [&](const char* kind, int found) { return w.selected.is(std::string(kind) + "[") && found < 0; };
    if (lost("solid", selected_solid(w)) || lost("emitter", selected_emitter(w)) || lost("probe", selected_probe(w)))
        w.selected = {};
}

}  // namespace fum
