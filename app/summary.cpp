#include "app/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/core/files.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

using nlohmann::json;

json list(const Double3& v) { return {v.x, v.y, v.z}; }
json list(const Int3& v) { return {v.x, v.y, v.z}; }

std::string row(std::string_view name, const std::string& value) { return fmt::format("  {:<12} {}\n", name, value); }

double million_nodes(const Setup& setup) {
    const Int3& n = setup.config.nodes;
    return 1e-6 * n.x * n.y * n.z;
}

std::string solid_row(const PlacedSolid& solid) {
    std::string text =
        fmt::format("{}: {} triangles, {:.4g} x {:.4g} x {:.4g} m, {} samples", solid.name, solid.report.triangles,
                    solid.size_m.x, solid.size_m.y, solid.size_m.z, solid.samples);
    if (solid.cells.cells > 0)
        text += fmt::format(", {:.1f} a cell (5..95 %: {}..{}, {:.0f} % of cells hold 10-100)", solid.cells.mean,
                            solid.cells.percentile5, solid.cells.percentile95, 100 * solid.cells.share_in_band);
    if (solid.report.open_edges > 0) text += fmt::format(", {} open edges", solid.report.open_edges);
    if (solid.report.degenerate > 0) text += fmt::format(", {} degenerate dropped", solid.report.degenerate);
    return text;
}

json solid_json(const PlacedSolid& solid, const Scene& scene, std::size_t index) {
    const Solid& from = scene.solids[index];
    return {{"name", solid.name},
            {"mesh", from.mesh.string()},
            {"shape", from.shape},
            {"motion", name_of(from.motion)},
            {"size_m", list(solid.size_m)},
            {"area_m2", solid.area_m2},
            {"samples", solid.samples},
            {"min_distance_m", solid.min_distance_m},
            {"cells",
             {{"count", solid.cells.cells},
              {"mean", solid.cells.mean},
              {"min", solid.cells.min},
              {"max", solid.cells.max},
              {"percentile5", solid.cells.percentile5},
              {"percentile95", solid.cells.percentile95},
              {"share_10_to_100", solid.cells.share_in_band}}},
            {"report", report_json(solid.report)}};
}

/// "1.2 MB each, 91 MB in all", and where the number comes from.
std::string output_text(const OutputEstimate& output) {
    if (output.frames == 0) return "none as OpenVDB";
    std::string how = "by the emitters; --dry-run --measure weighs them";
    if (output.measured)
        how = fmt::format("weighed at {} x {} x {} nodes{}", output.nodes.x, output.nodes.y, output.nodes.z,
                          output.coarse ? ", coarser than the run: up to 40 % too much" : "");
    return fmt::format("{} {} each, {} in all ({})", output.coarse ? "at most" : "about",
                       human_bytes(output.bytes_per_frame), human_bytes(output.bytes()), how);
}

/// A line a row of the table of sizes.
std::string sizes_text(const OutputEstimate& output) {
    std::string text;
    if (!output.sizes.empty()) text += row("", "tolerance  stored as    a frame      in all  largest error     voxels");
    for (const OutputSize& size : output.sizes)
        text += row("", fmt::format("{:<9.3g}  {:<9} {:>9}  {:>10}  {:>12.2g}%  {:>9}", size.tolerance,
                                    size.half ? "half" : "float", human_bytes(static_cast<double>(size.bytes)),
                                    human_bytes(static_cast<double>(size.bytes) * output.frames), 100 * size.max_error,
                                    size.active));
    return text;
}

json output_json(const Budget& budget) {
    const OutputEstimate& output = budget.output;
    json sizes = json::array();
    for (const OutputSize& size : output.sizes)
        sizes.push_back({{"tolerance", size.tolerance},
                         {"half", size.half},
                         {"bytes", size.bytes},
                         {"max_error", size.max_error},
                         {"active", size.active}});
    return {{"frames", output.frames},
            {"bytes_per_frame", output.bytes_per_frame},
            {"bytes", output.bytes()},
            {"measured", output.measured},
            {"sizes", sizes},
            {"writers", budget.writing.writers},
            {"threads_each", budget.writing.threads_each},
            {"frames_alive", budget.writing.alive},
            {"host_bytes", budget.writing.host_bytes}};
}

}  // namespace

json issues_json(const Issues& issues) {
    json all = json::array();
    for (const Issue& issue : issues)
        all.push_back({{"kind", issue.kind == Issue::Kind::error ? "error" : "warning"},
                       {"where", issue.where},
                       {"sentence", issue.sentence}});
    return all;
}

json report_json(const MeshReport& r) {
    return {{"triangles", r.triangles},   {"vertices", r.vertices},     {"min_m", list(r.min_m)},
            {"max_m", list(r.max_m)},     {"area_m2", r.area_m2},       {"volume_m3", r.volume_m3},
            {"degenerate", r.degenerate}, {"non_finite", r.non_finite}, {"bad_faces", r.bad_faces},
            {"open_edges", r.open_edges}, {"odd_edges", r.odd_edges},   {"components", r.components},
            {"unit_m", r.unit_m},         {"unit_from", r.unit_from},   {"issues", issues_json(r.issues)}};
}

std::string summary_text(const Setup& setup, const Budget& budget) {
    const Numbers& n = setup.numbers;
    const Int3& nodes = setup.config.nodes;
    const Scene& scene = setup.scene;
    std::string text = fmt::format("{}\n", scene.title);
    text += row("grid", fmt::format("{} x {} x {} = {:.2f} M nodes, dx = {:.4g} m", nodes.x, nodes.y, nodes.z,
                                    million_nodes(setup), n.units.dx_m));
    text += row("time", fmt::format("dt = {:.4g} s, {} steps a frame, {} frames at {:.4g} fps, {} steps in all",
                                    n.units.dt_s, n.steps_per_frame, scene.time.frames, scene.time.fps, n.total_steps));
    text += row("fluid", fmt::format("nu = {:.4g} m^2/s, Re = {:.4g} (speed {:.4g} m/s, length {:.4g} m)", n.nu_m2s,
                                     n.re, n.speed_ms, n.length_m));
    text += row("lattice", fmt::format("{}, speed {:.3f}, Mach {:.3f}, nu {:.3g}, tau {:.6f}",
                                       name_of(scene.solver.model), n.lattice_speed, n.mach, n.nu, n.tau));
    text +=
        row("resolved", fmt::format("Re about {:.3g} for eddies of 8 cells; the smallest real ones are {:.2g} cells",
                                    n.effective_re, n.smallest_eddy));
    for (const PlacedSolid& solid : setup.solids) text += row("solid", solid_row(solid));
    text +=
        row("smoke", fmt::format("{} emitter{}, room for {} tracers", setup.config.smoke.emitters.size(),
                                 setup.config.smoke.emitters.size() == 1 ? "" : "s", setup.config.smoke.max_tracers));
    for (const Probe& probe : scene.probes)
        text += row("probe",
                    fmt::format("{} at ({:.4g}, {:.4g}, {:.4g}) m, {}", probe.name, probe.at_m.x, probe.at_m.y,
                                probe.at_m.z, scene.csv.on ? "a line a frame in probes.csv" : "output.csv is off"));
    text += row("device", fmt::format("{} ({}), {} free", budget.device.id, budget.device.name,
                                      human_bytes(static_cast<double>(budget.device.free_bytes))));
    text += row("memory", human_bytes(static_cast<double>(budget.bytes)));
    for (const MemoryItem& item : budget.items)
        text += row("", fmt::format("{:<24} {}", item.name, human_bytes(static_cast<double>(item.bytes))));
    text += row("frames", output_text(budget.output));
    text += sizes_text(budget.output);
    text += row("writers", fmt::format("{} of {} threads, at most {} frames alive, {} of the host's memory",
                                       budget.writing.writers, budget.writing.threads_each, budget.writing.alive,
                                       human_bytes(static_cast<double>(budget.writing.host_bytes))));
    text += row("work",
                fmt::format("{:.3g} G node updates", 1e-3 * million_nodes(setup) * static_cast<double>(n.total_steps)));
    return text;
}

json summary_json(const Setup& setup, const Budget& budget) {
    const Numbers& n = setup.numbers;
    json memory = json::array(), solids = json::array();
    for (const MemoryItem& item : budget.items) memory.push_back({{"name", item.name}, {"bytes", item.bytes}});
    for (std::size_t i = 0; i < setup.solids.size(); ++i) solids.push_back(solid_json(setup.solids[i], setup.scene, i));
    return {
        {"scene", setup.scene.title},
        {"nodes", list(setup.config.nodes)},
        {"dx_m", n.units.dx_m},
        {"dt_s", n.units.dt_s},
        {"corner_m", list(n.grid.corner_m)},
        {"steps_per_frame", n.steps_per_frame},
        {"warm_up_steps", n.warm_up_steps},
        {"total_steps", n.total_steps},
        {"frames", setup.scene.time.frames},
        {"fps", setup.scene.time.fps},
        {"nu_m2s", n.nu_m2s},
        {"speed_ms", n.speed_ms},
        {"length_m", n.length_m},
        {"re", n.re},
        {"effective_re", n.effective_re},
        {"smallest_eddy_cells", n.smallest_eddy},
        {"model", name_of(setup.scene.solver.model)},
        {"lattice_speed", n.lattice_speed},
        {"mach", n.mach},
        {"nu_lattice", n.nu},
        {"tau", n.tau},
        {"solids", solids},
        {"emitters", setup.config.smoke.emitters.size()},
        {"probes", setup.scene.probes.size()},
        {"max_tracers", setup.config.smoke.max_tracers},
        {"device", {{"id", budget.device.id}, {"name", budget.device.name}, {"free_bytes", budget.device.free_bytes}}},
        {"memory_bytes", budget.bytes},
        {"memory", memory},
        {"output", output_json(budget)},
        {"largest_cube", budget.largest_cube},
        {"issues", issues_json(setup.issues)}};
}

}  // namespace fum
