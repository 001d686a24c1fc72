// What the flow is at the scene's probes, asked of the solver: between nodes the eight round a place are blended.
#pragma once

#include <vector>

#include "app/setup.h"
#include "sim/solver.h"

namespace fum {

struct ProbeReading {
    double speed_ms = 0, pressure_pa = 0;  ///< pressure relative to the rest of the air
    Double3 velocity_ms{};
    bool inside = true;  ///< of the domain; outside there are no values
};

/// Of every probe of the setup's scene, at the solver's present step.
std::vector<ProbeReading> read_probes(Solver&, const Setup&);

}  // namespace fum
