// Metres and seconds <-> lattice units (dx = dt = 1, density 1), and the numbers by which a run is judged before it
// runs.
#pragma once

#include <cstdint>

#include "sim/config.h"
#include "sim/scene.h"

namespace fum {

/// The box in whole cells.
struct CellBox {
    Int3 nodes{};
    double dx_m = 1;
    Double3 corner_m{};  ///< xmin, ymin, zmin of the box
};
CellBox grid_of(const Domain&);
inline Double3 middle_of(const CellBox& box) { return box.corner_m + cast<double>(box.nodes) * (0.5 * box.dx_m); }

/// Factors between the two worlds. Node (0, 0, 0) stands half a cell inside the corner.
struct Units {
    double dx_m = 1, dt_s = 1;
    double density_kgm3 = 1;
    Double3 node0_m{};

    Double3 place_to_nodes(const Double3& m) const { return (m - node0_m) / dx_m; }
    Double3 place_to_metres(const Double3& nodes) const { return node0_m + nodes * dx_m; }
    double length_to_nodes(double m) const { return m / dx_m; }
    double time_to_steps(double s) const { return s / dt_s; }
    double speed_to_lattice(double ms) const { return ms * dt_s / dx_m; }
    Double3 velocity_to_lattice(const Double3& ms) const { return ms * (dt_s / dx_m); }
    double velocity_to_ms() const { return dx_m / dt_s; }
    double viscosity_to_lattice(double m2s) const { return m2s * dt_s / (dx_m * dx_m); }
    Double3 acceleration_to_lattice(const Double3& ms2) const { return ms2 * (dt_s * dt_s / dx_m); }
    /// Lattice density that holds a pressure (relative, Pa): p = (rho - 1) / 3.
    double pressure_to_rho(double pa) const {
        const double u = velocity_to_ms();
        return 1 + 3 * pa / (density_kgm3 * u * u);
    }
    double force_to_newton() const { return density_kgm3 * dx_m * dx_m * dx_m * dx_m / (dt_s * dt_s); }
    double torque_to_newton_metre() const { return force_to_newton() * dx_m; }
};

/// What the solids add to the scales of a flow: the fastest point and the longest side of any.
struct SolidScales {
    double speed_ms = 0, length_m = 0;
};

/// Everything that follows from a scene before it runs.
struct Numbers {
    CellBox grid;
    Units units;
    double fastest_ms = 0;  ///< of inflows, walls and solids; sets dt
    double speed_ms = 0;    ///< of re
    double length_m = 0;    ///< of re
    double nu_m2s = 0;
    double re = 0;
    double effective_re = 0;   ///< with the model's own dissipation of eddies of 8 cells added to nu (physics 2.3)
    double lattice_speed = 0;  ///< fastest_ms in nodes a step
    double u_ref = 0;          ///< fastest speed expected in the flow, nodes a step
    double nu = 0, tau = 0.5;  ///< lattice
    double mach = 0;
    double smallest_eddy = 0;  ///< Kolmogorov length, length_m re^(-3/4), in cells
    int steps_per_frame = 1;
    std::int64_t warm_up_steps = 0;
    std::int64_t total_steps = 0;  ///< warm-up and all frames
    bool moves = true;             ///< false: the scene names no speed; dt follows from the viscosity
};

/// dt is the largest for which the fastest speed is at most advanced.lattice_speed and a whole number of steps makes a
/// frame. Needs a scene without errors.
Numbers numbers_of(const Scene&, const SolidScales& = {});

/// The same for a run in progress, which keeps the grid and the time step of `running`.
Numbers numbers_of(const Scene&, const SolidScales&, const Numbers& running);

/// What speaks against the numbers: lattice speed, relaxation time, resolution.
Issues judge(const Scene&, const Numbers&);

/// Grid, faces, jet, fluid and model; no bodies, no emitters.
Config flow_config(const Scene&, const Numbers&);

/// How the work is done.
Plan plan_of(const Scene&);

}  // namespace fum
