// Why parameters do nothing, see param_facts.h.
#include <initializer_list>
#include <map>
#include <utility>

#include "app/param_facts.h"
#include "app/param_key.h"

namespace fum {
namespace {

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
    for (const char* w : words)
        if (word == w) return true;
    return false;
}

std::string idle_face(const Boundary& face, const std::string& name) {
    const bool inflow = face.kind == FaceKind::inflow;
    if (name == "velocity_ms" && !inflow && face.kind != FaceKind::no_slip) return "only for inflow and no_slip";
    if (name == "noise" && !inflow) return "only for inflow";
    if (name.starts_with("jet_") && !inflow) return "only for inflow";
    if (is_one_of(name, {"jet_centre_m", "jet_edge_m", "jet_coflow"}) && face.jet_radius_m == 0)
        return "the whole face blows: jet_radius_m is 0";
    if (name == "vent" && face.kind != FaceKind::free_slip) return "only for free_slip";
    if (is_one_of(name, {"sponge", "pressure_pa"}) && face.kind != FaceKind::outflow) return "only for outflow";
    return {};
}

std::string idle_solid(const Solid& solid, const std::string& name) {
    const Motion m = solid.motion;
    if (name == "scale" && solid.size_m) return "size_m wins";
    if (name == "unit_m" && !solid.shape.empty()) return "only for mesh files";
    if (name == "unit_m" && solid.size_m) return "size_m wins";
    if (is_one_of(name, {"axis", "spin_rpm", "spin_deg_s"}) && m != Motion::spin) return "only for motion = spin";
    if (name == "velocity_ms" && m != Motion::spin && m != Motion::straight)
        return "only for motion = spin or straight";
    if (is_one_of(name, {"times_s", "positions_m", "rotations_deg"}) && m != Motion::keyframes)
        return "only for motion = keyframes";
    if (name == "translate_m" && m == Motion::keyframes) return "positions_m says where it is";
    if (name == "rotate_deg" && m == Motion::keyframes && !solid.rotations_deg.empty())
        return "rotations_deg says how it is turned";
    return {};
}

std::string idle_emitter(const SmokeSource& source, const std::string& name) {
    const EmitterShape shape = source.shape;
    if (name == "centre_m" && shape == EmitterShape::points) return "the solid's surface says where";
    if (name == "radius_m" && shape != EmitterShape::sphere && shape != EmitterShape::disk)
        return "only for sphere and disk";
    if (name == "size_m" && shape != EmitterShape::box) return "only for box";
    if (name == "axis" && shape != EmitterShape::disk) return "only for disk";
    return {};
}

std::string idle_advanced(const Scene& scene, const std::string& name) {
    const Model model = scene.solver.model;
    if (name.starts_with("acm_") && model != Model::acm_mrt) return "only for solver.model = acm_mrt";
    if (name == "high_rate" && model != Model::raw_mrt && model != Model::central_mrt)
        return "only for solver.model = raw_mrt or central_mrt";
    if (is_one_of(name, {"launches", "monomials", "spread"}) && scene.advanced.schedule != Plan::Schedule::staged)
        return "only for schedule = staged";
    if (name.starts_with("ib_") && scene.solids.empty()) return "the scene has no solid";
    if (name.starts_with("tracer_") && scene.emitters.empty()) return "the scene has no emitter";
    if (name == "block_threads" && scene.solver.device == "cpu") return "only for GPUs";
    return {};
}

std::string idle_vdb(const OutputVdb& vdb, const std::string& name) {
    for (const auto& [word, on] : {std::pair{"velocity", vdb.velocity}, std::pair{"vorticity", vdb.vorticity},
                                   std::pair{"q", vdb.q}, std::pair{"pressure", vdb.pressure}})
        if (!on && (name == std::string(word) + "_name" || name == std::string(word) + "_half"))
            return std::string(word) + " is not written";
    if (!vdb.velocity && is_one_of(name, {"velocity_unit", "velocity_fps"})) return "velocity is not written";
    return {};
}

/// Formats of output that are off.
std::string idle_output(const Scene& s, const std::string& section, const std::string& name) {
    const std::map<std::string, bool> on{{"output.vdb", s.vdb.on},
                                         {"output.mp4", s.mp4.on},
                                         {"output.mitsuba", s.mitsuba.on},
                                         {"output.vti", s.vti.on},
                                         {"output.meshes", s.meshes.on}};
    const auto found = on.find(section);
    if (found != on.end() && !found->second && name != "on") return "on is off";
    if (section == "output.png" && name != "on" && !s.png.on && !s.mitsuba.on) return "on is off";
    return section == "output.vdb" ? idle_vdb(s.vdb, name) : "";
}

}  // namespace

std::string idle_reason(const Scene& scene, const std::string& key) {
    const ParamKey k(key);
    if (key == "domain.resolution" && scene.domain.dx_m) return "dx_m wins";
    if (key == "solver.samples_per_area" && scene.solids.empty()) return "the scene has no solid";
    if (key == "solver.threads" && scene.solver.device.starts_with("cuda")) return "only for the CPU";
    if (k.section == "smoke" && scene.emitters.empty()) return "the scene has no emitter";
    if (k.section == "advanced") return idle_advanced(scene, k.name);
    if (const auto face = k.face()) return idle_face(scene.boundary[*face], k.name);
    if (k.section == "solid" && k.index < scene.solids.size()) return idle_solid(scene.solids[k.index], k.name);
    if (k.section == "emitter" && k.index < scene.emitters.size()) return idle_emitter(scene.emitters[k.index], k.name);
    return idle_output(scene, k.section, k.name);
}

}  // namespace fum
