// What `fumarole tune` found, as a table, as CSV, as JSON and as a picture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/raster.h"
#include "sim/tune.h"

namespace fum {

struct TuneReport {
    std::string title, device;     ///< of the scene; "cuda:0 (NVIDIA H200)"
    TuneResult result;             ///< with at least the default cell
    std::int64_t total_steps = 0;  ///< of the whole shot
    std::int64_t steps = 0;        ///< measured for each plan

    const TuneCell& start() const { return result.cells.front(); }
    const TuneCell& best() const { return result.cells[result.best]; }
    /// Seconds that the plan saves over the whole shot; 0 if the default stays or could not run.
    double saved_s() const;
};

/// H(l, alpha) as rows and columns.
struct CostTable {
    std::vector<int> rows;               ///< l, rising; one row (0) without solids
    std::vector<std::int64_t> columns;   ///< alpha, rising; 0 = the device's own layout
    std::vector<const TuneCell*> cells;  ///< [rows][columns]; nullptr = not measured; lives as long as the report

    const TuneCell* at(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
};
CostTable cost_table(const TuneReport&);

/// "SoA" for 0, else the number.
std::string alpha_name(std::int64_t alpha);

/// True for the cell of the table that the chosen plan has, whatever its other knobs are.
bool is_chosen(const TuneReport&, const TuneCell&);

/// Milliseconds with three digits: "0.112", "14.3", "203".
std::string short_ms(double ms);

std::string tune_text(const TuneReport&);
/// One line a plan: l, alpha, block_threads, schedule, launches, ms_a_step, state, mark.
std::string tune_csv(const TuneReport&);
nlohmann::json tune_json(const TuneReport&);

/// The table as a heat map: colours on a logarithmic scale, the chosen cell ringed, the default's rim dashed.
Raster tune_picture(const TuneReport&);

}  // namespace fum
