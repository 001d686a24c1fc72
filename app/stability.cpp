#include "app/stability.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/motion.h"
#include "sim/scene_tables.h"

namespace fum {
namespace {

Verdict below(double value, double good, double doubtful) {
    return value <= good ? Verdict::good : value <= doubtful ? Verdict::doubtful : Verdict::bad;
}
Verdict above(double value, double good, double doubtful) {
    return value >= good ? Verdict::good : value >= doubtful ? Verdict::doubtful : Verdict::bad;
}

StabilityRow row(std::string name, double value, std::string text, Verdict verdict, std::string key,
                 std::string advice) {
    if (verdict == Verdict::good) advice.clear();
    return {std::move(name), value, std::move(text), verdict, std::move(advice), std::move(key)};
}

// judge() warns from 0.15 on. A flow passes a ball at 1.5 times its speed, and 0.5 is where step() gives up.
constexpr double sound_speed = 0.15, fastest_speed = 0.5 / 1.5;
// Physics 4.6: a body's points move by at most 0.15, and never by half a cell, a step.
constexpr double sound_tip = 0.15, fastest_tip = 0.5;
// A sample forces the two nodes on either side: nearer than 2 cells surfaces share nodes, from 4 on two are free.
constexpr double wide_gap = 4, narrow_gap = 2;
// setup.cpp warns below 8 cells; physics 4.3 has the drag of a ball right from about 20 on.
constexpr double fine_solid = 20, coarse_solid = 8;
// Physics 4.1: 2 to 4 samples an area dx^2 suffice; with less than one some nodes at the surface feel none.
constexpr double dense_samples = 2, sparse_samples = 1;

StabilityRow tau_row(const Setup& setup) {
    const Numbers& n = setup.numbers;
    const Model model = setup.scene.solver.model;
    const std::string name(name_of(model));
    Verdict verdict = n.nu > 0.5 ? Verdict::doubtful : Verdict::good;
    std::string advice = "above 2 the flow is inaccurate: lower advanced.lattice_speed or the viscosity";
    if ((model == Model::bgk || model == Model::bgk2) && n.nu < 5e-4) {
        verdict = Verdict::bad;
        advice = name + " needs tau above 0.5015; choose acm_mrt or raise fluid.nu_m2s";
    } else if (model == Model::raw_mrt && n.nu < 1e-5) {
        verdict = Verdict::doubtful;
        advice = "raw_mrt grows ripples at so small a viscosity (physics 2.3); choose acm_mrt";
    } else if (model == Model::central_mrt && n.lattice_speed * n.lattice_speed / 2 > 6 * n.nu) {
        verdict = Verdict::doubtful;
        advice = "central_mrt grows a checkerboard in oblique flow so fast (physics 2.3); choose acm_mrt";
    }
    return row("tau", n.tau, fmt::format("{:.6f}", n.tau), verdict, "solver.model", advice);
}

StabilityRow re_row(const Numbers& n) {
    const Verdict verdict = n.effective_re >= 0.5 * n.re ? Verdict::good : Verdict::doubtful;
    return row("Re", n.re, fmt::format("{:.3g}, resolved about {:.3g}", n.re, n.effective_re), verdict,
               "domain.resolution",
               fmt::format("eddies of 8 cells behave as at Re {:.3g}; raise domain.resolution to come nearer",
                           n.effective_re));
}

void add_solid_rows(const Setup& setup, std::size_t i, std::vector<StabilityRow>& rows) {
    const PlacedSolid& solid = setup.solids[i];
    const Numbers& n = setup.numbers;
    const std::string at = fmt::format("solid[{}].", i);
    const double dx = n.units.dx_m, cells = std::max({solid.size_m.x, solid.size_m.y, solid.size_m.z}) / dx;
    rows.push_back(row(solid.name + " length", cells, fmt::format("{:.1f} cells", cells),
                       above(cells, fine_solid, coarse_solid), "domain.resolution",
                       fmt::format("{:.0f} cells resolve its flow; raise domain.resolution", fine_solid)));
    const double end_s = static_cast<double>(n.total_steps) * n.units.dt_s;
    if (setup.scene.solids[i].motion != Motion::fixed) {
        const double tip = n.units.speed_to_lattice(fastest_point(setup.scene.solids[i], solid.radius_m, end_s));
        rows.push_back(row(solid.name + " tip speed", tip, fmt::format("{:.3f} cells a step", tip),
                           below(tip, sound_tip, fastest_tip), "advanced.lattice_speed",
                           fmt::format("{} cells a step are safe; lower advanced.lattice_speed and start again, or "
                                       "slow the solid",
                                       sound_tip)));
    }
    const double dense = static_cast<double>(solid.samples) * dx * dx / std::max(solid.area_m2, 1e-300);
    rows.push_back(row(solid.name + " samples", dense,
                       solid.cells.cells > 0
                           ? fmt::format("{:.1f} an area dx^2, {:.1f} a cell", dense, solid.cells.mean)
                           : fmt::format("{:.1f} an area dx^2", dense),
                       above(dense, dense_samples, sparse_samples), at + "samples",
                       "with so few the surface leaks; raise solver.samples_per_area to 3 or more"));
}

StabilityRow face_row(const Setup& setup, std::size_t i) {
    const PlacedSolid& solid = setup.solids[i];
    const double face = gap_to_faces(setup, i, wide_gap);
    return row(solid.name + " to faces", face, fmt::format("{:.1f} cells", face),
               above(face, wide_gap, face < 0 ? face + 1 : face), fmt::format("solid[{}].translate_m", i),
               face < 0 ? "reaches through a face; samples outside are skipped"
                        : "so near a face the flow between is not resolved; move it if it should not touch");
}

}  // namespace

std::vector<StabilityRow> number_rows(const Setup& setup) {
    const Numbers& n = setup.numbers;
    std::vector<StabilityRow> rows;
    const Verdict speed = below(n.lattice_speed, sound_speed, fastest_speed);
    rows.push_back(row("lattice speed", n.lattice_speed, fmt::format("{:.3f} cells a step", n.lattice_speed), speed,
                       "advanced.lattice_speed",
                       fmt::format("above {} the flow is compressible and may diverge; lower advanced.lattice_speed "
                                   "and start again, 0.1 is usual",
                                   sound_speed)));
    rows.push_back(
        row("Mach", n.mach, fmt::format("{:.3f}", n.mach), speed, "advanced.lattice_speed",
            fmt::format("density errors are about {:.0f} %; lower advanced.lattice_speed", 50 * n.mach * n.mach)));
    rows.push_back(tau_row(setup));
    rows.push_back(re_row(n));
    for (std::size_t i = 0; i < setup.solids.size(); ++i) add_solid_rows(setup, i, rows);
    return rows;
}

std::vector<StabilityRow> gap_rows(const Setup& setup) {
    std::vector<StabilityRow> rows;
    for (std::size_t i = 0; i < setup.solids.size(); ++i)
        if (setup.solids[i].min_distance_m > 0) rows.push_back(face_row(setup, i));
    for (std::size_t a = 0; a < setup.solids.size(); ++a)
        for (std::size_t b = a + 1; b < setup.solids.size(); ++b) {
            if (setup.solids[a].min_distance_m == 0 || setup.solids[b].min_distance_m == 0) continue;
            const double gap = gap_between(setup, a, b, wide_gap);
            rows.push_back(row(setup.solids[a].name + " to " + setup.solids[b].name, gap,
                               fmt::format("{:.1f} cells", gap), above(gap, wide_gap, narrow_gap),
                               fmt::format("solid[{}].translate_m", b),
                               fmt::format("below {} cells both force the same nodes; move them apart or raise "
                                           "domain.resolution",
                                           narrow_gap)));
        }
    return rows;
}

std::vector<StabilityRow> stability_of(const Setup& setup) {
    std::vector<StabilityRow> rows = number_rows(setup);
    for (StabilityRow& row : gap_rows(setup)) rows.push_back(std::move(row));
    return rows;
}

std::vector<Remedy> divergence_advice(const Setup& setup, const Int3& node) {
    const Numbers& n = setup.numbers;
    const Advanced& advanced = setup.scene.advanced;
    std::vector<Remedy> advice;
    if (setup.scene.solver.model != Model::acm_mrt)
        advice.push_back(
            {fmt::format("Choose solver.model = acm_mrt; {} is less stable.", name_of(setup.scene.solver.model)),
             {"solver.model=acm_mrt"}});
    if (n.lattice_speed > 0.05) {
        const double lower = std::max(0.05, std::min(advanced.lattice_speed, n.lattice_speed) / 2);
        advice.push_back({fmt::format("Lower advanced.lattice_speed from {:.3g} to {:.2g}; the run takes {:.1f} times "
                                      "as many steps.",
                                      n.lattice_speed, lower, n.lattice_speed / lower),
                          {fmt::format("advanced.lattice_speed={:.2g}", lower)}});
    }
    int edge = 1 << 30;
    for (int d = 0; d < 3; ++d) edge = std::min({edge, node[d], setup.config.nodes[d] - 1 - node[d]});
    if (edge < 4)
        advice.push_back({fmt::format("It began {} cell{} from a face: give the wake more room before the outflow, or "
                                      "raise boundary.FACE.sponge.",
                                      edge, edge == 1 ? "" : "s"),
                          {}});
    if (setup.scene.solver.model == Model::acm_mrt) {
        const double sound = Advanced{}.acm_lambda;  // smaller ones let bodies in a fast wind diverge
        const bool limited = advanced.acm_lambda < sound;
        const std::string key = limited ? "advanced.acm_lambda" : "advanced.acm_alpha";
        const double now = limited ? advanced.acm_lambda : advanced.acm_alpha;
        const double higher = limited ? sound : std::min(20.0, 2 * now);
        advice.push_back({fmt::format("Raise {} from {:.3g} to {:.3g}, which works while it runs.", key, now, higher),
                          {fmt::format("{}={:.3g}", key, higher)}});
    }
    std::vector<std::string> thicker{fmt::format("fluid.re={:.3g}", n.re / 4)};
    if (setup.scene.fluid.nu_m2s) thicker = {fmt::format("fluid.nu_m2s={:.3g}", 4 * n.nu_m2s)};
    advice.push_back(
        {fmt::format("Raise the viscosity: fluid.re from {:.3g} to {:.3g}, or more cells.", n.re, n.re / 4), thicker});
    const double ramp_s = setup.config.ramp * n.units.dt_s;
    advice.push_back(
        {"Let inflows and motions start more slowly: a longer time.ramp_s.",
         ramp_s > 0 ? std::vector{fmt::format("time.ramp_s={:.3g}", 2 * ramp_s)} : std::vector<std::string>{}});
    advice.resize(3);
    return advice;
}

}  // namespace fum
