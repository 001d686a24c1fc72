// `fumarole bench`: what the solver reaches, as shares of the bandwidth measured in the same run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/core/error.h"

namespace fum {

struct BenchOptions {
    std::string what = "step";  ///< "step": fused step; "models": collision models; "solid": cost of samples; "all"
    std::string device = "auto";
    std::vector<int> sizes;          ///< edge of the cubes, nodes; empty: 96, 128 on the CPU, 512 on a GPU
    std::vector<int> alphas;         ///< groups to compare; empty: the device's default
    std::int64_t samples = 1500000;  ///< of the bumpy sphere of "solid" at the largest size
    int threads = 0;
    double seconds = 1.5;  ///< measured time a row
    std::string json;      ///< file for the same figures
};

/// "96,128" -> {96, 128}. Throws Error(usage).
std::vector<int> numbers(const std::string& list);

/// Prints the table to stdout; returns the exit code.
int bench(const BenchOptions&);

}  // namespace fum
