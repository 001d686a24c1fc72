// What the benchmarks measure: flows of any size, and rows of a table that share one measured bandwidth.
#pragma once

#include <string>
#include <vector>

#include "app/bench.h"
#include "sim/solver.h"

namespace fum {

/// A decaying eddy in a periodic cube of n nodes an edge: every node works, nothing blows up.
Config eddy_box(int n, Model model);

/// The same cube with an inflow, an outflow and four slip walls.
Config six_face_tunnel(int n);

/// A bumpy sphere of radius about 0.234 n in the middle, samples spread by the golden spiral.
Body bumpy_sphere(int n, std::int64_t samples);

/// One measured plan. GB/s and the share of the copy bandwidth are of the populations' traffic in one pass.
struct BenchRow {
    std::string name;
    int n = 0;
    double mlups = 0, gbs = 0, share = 0, ms = 0;
    std::vector<Stage> stages;  ///< of rows that were profiled
};

/// Measures rows on one device, prints them and keeps them.
class Bench {
public:
    /// Finds the device and measures its bandwidth. Throws Error(device).
    explicit Bench(const BenchOptions&);

    /// Best of several runs of a step; where `profile_steps` > 0, also where the time goes. Throws as make_solver().
    BenchRow row(const std::string& name, const Config&, const Plan&, int profile_steps = 0);

    /// The stages of a row: time, bandwidth, and of each kernel what the compiler and the driver say.
    void print_stages(const BenchRow&) const;

    bool gpu() const { return device_ != "cpu"; }
    /// As it is now. Throws Error(device) if it has gone.
    DeviceInfo device() const;
    std::string json() const;

private:
    BenchOptions options_;
    std::string device_;
    Bandwidth bandwidth_;
    std::vector<BenchRow> rows_;
};

/// Storages, streaming in place, deterministic sums.
void bench_storage(Bench&, const BenchOptions&, const std::vector<int>& sizes);

/// The largest cube of each storage that the device holds, running.
void bench_largest(Bench&);

/// A million tracers: what an advection, a projection and putting them in order cost beside a step.
void bench_tracers(Bench&, const std::vector<int>& sizes);

/// Figs. 11 to 15 and 18, Table 1: the paper's plans beside the fused schedule.
void bench_plans(Bench&, const BenchOptions&, const std::vector<int>& sizes);

}  // namespace fum
