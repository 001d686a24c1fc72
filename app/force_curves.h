// What a history of loads looks like as curves and as a table.
#pragma once

#include <string>
#include <vector>

#include "app/force_history.h"

namespace fum {

/// Of each value the mean over the last `share` of the time up to it, so that the start is forgotten. Empty for no
/// samples; `x` rises.
std::vector<double> running_mean(const std::vector<double>& x, const std::vector<double>& y, double share = 0.25);

/// A range for the ordinate that holds all but the first `share` of the values, which the start of a flow throws far
/// off, and `more`.
struct ValueRange {
    double low = 0, high = 1;
};
ValueRange range_after_start(const std::vector<double>& y, double share, ValueRange more);

/// time_s, drag_N, lift_N, side_N and moments of one solid, one line an entry.
std::string force_csv(const std::vector<ForceSample>&);

}  // namespace fum
