#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "sim/scene.h"
#include "sim/scene_tables.h"
#include "sim/units.h"

namespace fum {
namespace {

class Findings {
public:
    template <class... T>
    void error(std::string where, fmt::format_string<T...> text, T&&... args) {
        issues_.push_back({Issue::Kind::error, std::move(where), fmt::format(text, std::forward<T>(args)...)});
    }
    template <class... T>
    void warning(std::string where, fmt::format_string<T...> text, T&&... args) {
        issues_.push_back({Issue::Kind::warning, std::move(where), fmt::format(text, std::forward<T>(args)...)});
    }
    /// Whether parameters of a section are wrong, so that others cannot be judged by them.
    bool faulty(std::string_view section) const {
        return std::ranges::any_of(issues_, [&](const Issue& issue) {
            return issue.kind == Issue::Kind::error && issue.where.starts_with(section);
        });
    }
    Issues take() { return std::move(issues_); }

private:
    Issues issues_;
};

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
    const std::string near = nearest(word, candidates);
    return near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near);
}

void check_ranges(const Scene& scene, Findings& found) {
    Scene copy = scene;  // references need something to refer to; nothing is written
    for (const ParamRef& ref : parameters(copy))
        if (const std::string fault = range_fault(ref.read(), ref.min, ref.max); !fault.empty())
            found.error(ref.key, "{}", fault);
}

void check_fluid(const Scene& scene, Findings& found) {
    if (scene.fluid.nu_m2s && scene.fluid.re)
        found.error("fluid.re", "stands beside fluid.nu_m2s; give one of the two, the other follows");
}

void check_jets(const Scene& scene, Findings& found) {
    for (std::size_t i = 0; i < 6; ++i)
        if (scene.boundary[i].jet_radius_m > 0 && scene.boundary[i].kind != FaceKind::inflow)
            found.error(fmt::format("boundary.{}.jet_radius_m", face_names[i]),
                        "is given for a {} face; a jet needs kind = \"inflow\"", name_of(scene.boundary[i].kind));
}

void check_faces(const Scene& scene, Findings& found) {
    for (std::size_t i = 0; i < 6; ++i) {
        const Boundary& face = scene.boundary[i];
        const std::string where = fmt::format("boundary.{}", face_names[i]);
        const int axis = static_cast<int>(i) / 2;
        const double inward = i % 2 == 0 ? face.velocity_ms[axis] : -face.velocity_ms[axis];
        const bool is_inflow = face.kind == FaceKind::inflow, is_wall = face.kind == FaceKind::no_slip;
        if (face.kind == FaceKind::periodic && scene.boundary[i ^ 1].kind != FaceKind::periodic && i % 2 == 0)
            found.error(where + ".kind", "is periodic but {} is not; both faces of an axis must be", face_names[i ^ 1]);
        if (face.kind != FaceKind::periodic && scene.boundary[i ^ 1].kind == FaceKind::periodic && i % 2 == 0)
            found.error(where + ".kind", "is not periodic but {} is; both faces of an axis must be", face_names[i ^ 1]);
        if (is_inflow && inward <= 0)
            found.error(where + ".velocity_ms",
                        "does not point into the domain ({} = {} m/s); turn its sign or use kind = "
                        "\"outflow\"",
                        std::string_view("xyz").substr(static_cast<std::size_t>(axis), 1), face.velocity_ms[axis]);
        if (is_wall && face.velocity_ms[axis] != 0)
            found.error(where + ".velocity_ms", "moves a wall through itself; its {} must be 0",
                        std::string_view("xyz").substr(static_cast<std::size_t>(axis), 1));
        if (!is_inflow && !is_wall && length(face.velocity_ms) > 0)
            found.error(where + ".velocity_ms", "means nothing for a {} face", name_of(face.kind));
    }
    const auto any = [&](FaceKind kind) {
        return std::any_of(scene.boundary.begin(), scene.boundary.end(),
                           [&](const Boundary& b) { return b.kind == kind; });
    };
    if (any(FaceKind::inflow) && !any(FaceKind::outflow))
        found.error("boundary", "has an inflow but no outflow; the air would have nowhere to go");
    check_jets(scene, found);
}

void check_keyframes(const Solid& solid, const std::string& where, Findings& found) {
    const auto& t = solid.times_s;
    if (t.size() < 2) found.error(where + ".times_s", "has {} times; keyframes need at least 2", t.size());
    if (std::adjacent_find(t.begin(), t.end(), std::greater_equal<>()) != t.end())
        found.error(where + ".times_s", "must rise from entry to entry");
    if (solid.positions_m.size() != t.size())
        found.error(where + ".positions_m", "has {} entries, times_s has {}", solid.positions_m.size(), t.size());
    if (!solid.rotations_deg.empty() && solid.rotations_deg.size() != t.size())
        found.error(where + ".rotations_deg", "has {} entries, times_s has {}", solid.rotations_deg.size(), t.size());
}

void check_solid(const Solid& solid, const std::string& where, Findings& found) {
    if (solid.mesh.empty() == solid.shape.empty())
        found.error(where + ".mesh", "{}",
                    solid.mesh.empty() ? "is missing; give mesh = \"file\" or shape = \"ball\""
                                       : "stands beside shape; give one of the two");
    if (!solid.shape.empty() && std::find(solid_shapes.begin(), solid_shapes.end(), solid.shape) == solid_shapes.end())
        found.error(where + ".shape", "is \"{}\", expected one of {}{}", solid.shape, joined(solid_shapes),
                    did_you_mean(solid.shape, {solid_shapes.begin(), solid_shapes.end()}));
    const bool spins = solid.spin_rpm != 0 || solid.spin_deg_s != 0, runs = length(solid.velocity_ms) > 0;
    if (solid.motion == Motion::spin && !spins)
        found.warning(where + ".spin_rpm", "is 0 though motion is \"spin\": it rests");
    if (solid.motion == Motion::spin && length(solid.axis) == 0)
        found.error(where + ".axis", "is (0, 0, 0), which is no direction");
    if (solid.motion == Motion::straight && !runs)
        found.warning(where + ".velocity_ms", "is 0 though motion is \"straight\": it rests");
    if (solid.motion == Motion::fixed && (spins || runs || !solid.times_s.empty()))
        found.warning(where + ".motion", "is \"fixed\", so the speeds or times given beside it do nothing");
    if (solid.motion == Motion::keyframes) check_keyframes(solid, where, found);
}

void check_solids(const Scene& scene, Findings& found) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
        const std::string where = fmt::format("solid[{}]", i);
        check_solid(scene.solids[i], where, found);
        if (!scene.solids[i].name.empty() && !names.insert(scene.solids[i].name).second)
            found.error(where + ".name", "is \"{}\" a second time; names must differ", scene.solids[i].name);
    }
}

void check_emitters(const Scene& scene, Findings& found) {
    std::vector<std::string> names;
    for (const Solid& solid : scene.solids) names.push_back(solid.name);
    for (std::size_t i = 0; i < scene.emitters.size(); ++i) {
        const SmokeSource& source = scene.emitters[i];
        const std::string where = fmt::format("emitter[{}]", i);
        if (source.shape == EmitterShape::points && source.solid.empty())
            found.error(where + ".solid", "is missing; a surface emitter needs the name of a solid");
        if (!source.solid.empty() && std::find(names.begin(), names.end(), source.solid) == names.end())
            found.error(where + ".solid", "is \"{}\", but no solid has that name{}", source.solid,
                        did_you_mean(source.solid, names));
        if (source.rate && source.count) found.error(where + ".count", "stands beside rate; give one of the two");
        if (source.end_s && *source.end_s <= source.start_s)
            found.error(where + ".end_s", "is {} s, not after start_s = {} s", *source.end_s, source.start_s);
        if (source.shape == EmitterShape::disk && length(source.axis) == 0)
            found.error(where + ".axis", "is (0, 0, 0), which is no direction");
    }
}

/// A probe outside is a doubt, as an emitter there is: it costs no run, its values are missing.
void check_probes(const Scene& scene, Findings& found) {
    std::set<std::string> names;
    const bool no_box = scene.probes.empty() || found.faulty("domain.");
    const CellBox grid = no_box ? CellBox{} : grid_of(scene.domain);
    for (std::size_t i = 0; i < scene.probes.size(); ++i) {
        const Probe& probe = scene.probes[i];
        const std::string where = fmt::format("probe[{}]", i);
        if (probe.name.empty())
            found.error(where + ".name", "is missing; plots and probes.csv tell probes apart by it");
        else if (!names.insert(probe.name).second)
            found.error(where + ".name", "is \"{}\" a second time; names must differ", probe.name);
        const Double3 low = grid.corner_m, high = low + cast<double>(grid.nodes) * grid.dx_m;
        for (int d = 0; d < 3 && !no_box; ++d) {
            if (probe.at_m[d] >= low[d] && probe.at_m[d] <= high[d]) continue;
            found.warning(where + ".at_m",
                          "lies outside the domain, where nothing is read; its {} must be from {:.6g} to {:.6g} m",
                          std::string_view("xyz").substr(static_cast<std::size_t>(d), 1), low[d], high[d]);
            break;
        }
    }
}

/// Combinations that no solver was compiled for.
void check_plan(const Scene& scene, Findings& found) {
    const bool acm = scene.solver.model == Model::acm_mrt;
    if (scene.solver.storage == Plan::Storage::fp16 && !acm)
        found.error("solver.storage", "is fp16, which is compiled for solver.model = acm_mrt only; choose fp32");
    const Advanced& a = scene.advanced;
    if (a.schedule == Plan::Schedule::fused) {
        if (a.spread == Plan::Spread::gather)
            found.error("advanced.spread", "is gather, which belongs to advanced.schedule = staged");
        if (a.faces == Plan::Faces::branching)
            found.error("advanced.faces", "is branching, which belongs to advanced.schedule = staged");
        return;
    }
    if (!acm || scene.solver.storage != Plan::Storage::fp32 || scene.solver.streaming != Plan::Streaming::two_arrays ||
        scene.solver.deterministic)
        found.error(
            "advanced.schedule",
            "is staged, which is compiled for solver.model = acm_mrt, storage = fp32, streaming = two_arrays and "
            "deterministic = false");
}

void check_rest(const Scene& scene, Findings& found) {
    if (const std::int64_t alpha = scene.advanced.alpha; (alpha & (alpha - 1)) != 0)
        found.error("advanced.alpha", "is {}, which is no power of two", alpha);
    if (const int threads = scene.advanced.block_threads;
        threads != 0 && (threads < 32 || (threads & (threads - 1)) != 0))
        found.error("advanced.block_threads", "is {}; it must be 0, 32, 64, 128 or 256", threads);
    check_plan(scene, found);
    const std::string& device = scene.solver.device;
    const bool cuda = device.starts_with("cuda:") && device.size() > 5 &&
                      device.find_first_not_of("0123456789", 5) == std::string::npos;
    if (device != "auto" && device != "cpu" && !cuda)
        found.error("solver.device", "is \"{}\", expected auto, cpu or cuda:N", device);
    const std::string& name = scene.output.name;
    if (name.empty() || name.find('/') != std::string::npos || name == "." || name == "..")
        found.error("output.name", "is \"{}\"; it must be a plain file name", name);
    if (scene.usd.on && !scene.vdb.on)
        found.warning("output.usd.on", "needs the frames of output.vdb; no .usda will be written");
    if (scene.mp4.on && !scene.png.on) found.error("output.mp4.on", "needs pictures; set output.png.on = true as well");
    if (scene.camera.eye_m && scene.camera.target_m && *scene.camera.eye_m == *scene.camera.target_m)
        found.error("camera.eye_m", "is where the camera looks at; move one of the two");
    if (length(scene.light.direction) == 0) found.error("light.direction", "is (0, 0, 0), which is no direction");
}

}  // namespace

Issues validate(const Scene& scene) {
    Findings found;
    check_ranges(scene, found);
    check_fluid(scene, found);
    check_faces(scene, found);
    check_solids(scene, found);
    check_emitters(scene, found);
    check_probes(scene, found);
    check_rest(scene, found);
    return found.take();
}

}  // namespace fum
