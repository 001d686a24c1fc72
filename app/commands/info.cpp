#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/summary.h"
#include "app/tuned_plan.h"
#include "sim/core/files.h"

namespace fum {
namespace {

std::string mesh_text(const PlacedSolid& solid) {
    const MeshReport& r = solid.report;
    std::string text = fmt::format("mesh {}\n", solid.name);
    const auto row = [&](const char* name, const std::string& value) {
        text += fmt::format("  {:<12} {}\n", name, value);
    };
    row("triangles", fmt::format("{} of {} vertices in {} pieces", r.triangles, r.vertices, r.components));
    row("box", fmt::format("({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g}) m in the file", r.min_m.x, r.min_m.y,
                           r.min_m.z, r.max_m.x, r.max_m.y, r.max_m.z));
    row("unit", fmt::format("{:.6g} m a file unit ({})", r.unit_m, r.unit_from.empty() ? "given" : r.unit_from));
    row("area", fmt::format("{:.6g} m^2 in the file, {:.6g} m^2 in the scene", r.area_m2, solid.area_m2));
    row("closed", r.open_edges == 0 ? fmt::format("yes, volume {:.6g} m^3 in the file", r.volume_m3)
                                    : fmt::format("no, {} open edges", r.open_edges));
    row("dropped", fmt::format("{} degenerate, {} not finite, {} with bad indices; {} edges of more than two triangles",
                               r.degenerate, r.non_finite, r.bad_faces, r.odd_edges));
    return text;
}

}  // namespace

int info(const InfoOptions& options) {
    const Scene scene = open_scene(options.input, options.open);
    Setup setup = prepare(scene);
    demand_usable(setup.issues, options.input.string());
    if (!options.no_cache) use_tuned_plan(setup, choose_device(scene.solver.device), options.open.settings);
    if (!options.no_samples) sample_solids(setup);
    const Budget budget = budget_of(setup, scene.solver.device);
    std::fputs(summary_text(setup, budget).c_str(), stdout);
    for (const PlacedSolid& solid : setup.solids) std::fputs(mesh_text(solid).c_str(), stdout);
    if (!options.json.empty()) write_whole(options.json, summary_json(setup, budget).dump(1) + "\n");
    return static_cast<int>(Exit::ok);
}

}  // namespace fum
