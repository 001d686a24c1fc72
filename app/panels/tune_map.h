// H(l, alpha) as a map that fills in: a row for every alpha, a column for every l.
#pragma once

#include <optional>
#include <vector>

#include "sim/tune.h"

namespace fum {

struct TuneMap {
    const std::vector<TuneCell>& cells;
    const TuneAxes& axes;  ///< of the coarse grid: places that are still empty
    Plan start;            ///< the default
    Plan best;             ///< ringed
    Plan present;          ///< of the scene, defaults filled in
};

/// The plan of the cell that was clicked, if it can be used.
std::optional<Plan> draw_tune_map(const TuneMap&);
/// What rows, columns and frames mean, for this device and scene.
void explain_tune_map(const TuneAxes&);
/// A list of the plans beside the map. The one that was clicked.
std::optional<Plan> draw_other_knobs(const std::vector<TuneCell>&);

}  // namespace fum
