// `fumarole bench`: what the solver reaches, as shares of the bandwidth measured in the same run.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/error.h"

namespace fum {

/// What can be measured; "all" leaves out "largest".
inline constexpr std::array<std::string_view, 8> bench_names{"step",    "models", "solid",   "storage",
                                                             "tracers", "plans",  "largest", "all"};

struct BenchOptions {
    /// "step": fused step; "models": collision models; "solid": cost of samples; "plans": the paper's solver and its
    /// baseline stage by stage; "all"
    std::string what = "step";
    std::string device = "auto";
    std::vector<int>
        sizes;  ///< edge of the cubes, nodes; empty: 96, 128 on the CPU, 512 on a GPU; plans: 128; 256, 384, 512
    std::vector<int> alphas;         ///< groups to compare; empty: the device's default
    std::int64_t samples = 1500000;  ///< of the bumpy sphere of "solid" at the largest size, at most of "plans"
    int threads = 0;
    double seconds = 1.5;  ///< measured time a row
    std::string json;      ///< file for the same figures
};

/// "96,128" -> {96, 128}. Throws Error(usage).
std::vector<int> numbers(const std::string& list);

/// Prints the table to stdout; returns the exit code.
int bench(const BenchOptions&);

}  // namespace fum
