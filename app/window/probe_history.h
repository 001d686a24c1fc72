// What probes have read since the flow began. No OpenGL here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/probe_reader.h"

namespace fum {

/// One probe's curves; all of one length. Outside the domain values are NaN.
struct ProbeCurves {
    std::vector<double> time_s, speed_ms, pressure_pa;
    std::vector<Double3> velocity_ms;
};

class ProbeHistory {
public:
    static constexpr std::size_t most = 8192;  ///< readings; then every other one goes, and as many are taken on

    /// Probes as they are now, before readings are added: a new run forgets all, a probe that moved forgets its own.
    void follow(std::uint64_t run, const std::vector<Probe>&);
    /// One reading for each probe. Time that goes back (a flow that returned to a sound state) drops what lies after.
    void add(double time_s, std::span<const ProbeReading>);

    const std::vector<ProbeCurves>& curves() const { return curves_; }
    /// The newest of a probe; nullptr if there is none.
    const ProbeReading* newest(std::size_t probe) const;
    void clear();

private:
    void thin(ProbeCurves&);

    std::uint64_t run_ = 0;
    std::vector<Probe> probes_;
    std::vector<ProbeCurves> curves_;
    std::vector<ProbeReading> newest_;
    double least_gap_s_ = 0, last_s_ = -1;
};

/// time_s and, of each probe, speed, pressure and velocity; a heading line; a row a time at which any probe was read.
std::string probes_csv(const std::vector<Probe>&, const std::vector<ProbeCurves>&);

}  // namespace fum
