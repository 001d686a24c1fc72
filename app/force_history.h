// Loads on solids over the time of a run: their directions, means, how sure these are, and coefficients.
#pragma once

#include <cstdint>
#include <vector>

#include "app/setup.h"
#include "sim/solver.h"

namespace fum {

/// Along the flow, along the domain's up axis as far as it is normal to the flow, and across both.
struct ForceAxes {
    Double3 drag{1, 0, 0}, lift{0, 1, 0}, side{0, 0, 1};
};
/// The flow is the fastest inflow; without one the wind that a solid feels which moves straight, else the start
/// velocity, else +x.
ForceAxes force_axes(const Scene&);

struct ForceSample {
    double time_s = 0;
    Double3 force_N{};    ///< drag, lift, side
    Double3 moment_Nm{};  ///< about the same three axes, through the solid's origin
};

/// Of the second half of a history.
struct ForceMean {
    Double3 force_N{}, moment_Nm{};
    Double3 error_N{};  ///< standard error of the mean, from the means of blocks
    int blocks = 0;     ///< 0: too short for an error
    bool settled = false;
    bool has_coefficients = false;  ///< the solid states reference_area_m2 and there is a speed
    Double3 force_coefficient{};    ///< force / (rho/2 speed^2 area)
    Double3 moment_coefficient{};   ///< moment / (rho/2 speed^2 area length)
};

/// One history a solid. When it is full, neighbours are averaged and it goes on half as dense.
class ForceHistory {
public:
    static constexpr std::size_t room = 4096;

    ForceHistory() = default;
    explicit ForceHistory(const Setup&);

    /// Mean loads of the time that ends at `time_s`, lattice units.
    void add(double time_s, const std::vector<Load>&);
    /// Density, speed, length and areas of an edited setup; what is in the history stays.
    void scale_by(const Setup&);
    /// Forgets what came after `time_s`, when a run goes back.
    void cut(double time_s);

    std::size_t solids() const { return histories_.size(); }
    const std::vector<ForceSample>& of(std::size_t solid) const { return histories_.at(solid); }
    ForceMean mean(std::size_t solid) const;

private:
    void thin_out();

    ForceAxes axes_;
    double newton_ = 1, newton_metre_ = 1, pressure_pa_ = 0, length_m_ = 1;
    std::vector<double> areas_m2_;
    std::vector<std::vector<ForceSample>> histories_;
    std::vector<ForceSample> sum_;  ///< of the samples that will make the next entry
    int summed_ = 0, together_ = 1;
};

}  // namespace fum
