// forces.csv: force and torque of the fluid on every solid, one line a solid and frame, SI units.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/frame_table.h"
#include "app/setup.h"
#include "sim/solver.h"

namespace fum {

class ForcesCsv {
public:
    /// Creates the file, as FrameTable::begin(). Throws Error(output).
    ForcesCsv(const std::filesystem::path&, const Setup&, const std::string& earlier = {},
              const std::function<bool(int)>& stays = {});

    /// Adds the lines of one frame, as FrameTable::append().
    void append(int frame, double time_s, const std::vector<Load>& loads);

private:
    std::string line(int frame, double time_s, std::size_t body, const Load& load) const;

    FrameTable table_;
    std::vector<std::string> names_;
    std::vector<double> areas_m2_;
    double newton_ = 1, newton_metre_ = 1;
    double dynamic_pressure_ = 0;  ///< rho U^2 / 2, Pa
    Double3 flow_{1, 0, 0};        ///< direction in which drag counts
};

}  // namespace fum
