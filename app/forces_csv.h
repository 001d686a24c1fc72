// forces.csv: force and torque of the fluid on every solid, one line a solid and frame, SI units.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/setup.h"
#include "sim/solver.h"

namespace fum {

class ForcesCsv {
public:
    /// Creates the file with its heading and the lines of `earlier`, an older forces.csv, that belong to frames of
    /// which `stays(frame)` is true and are all there. Throws Error(output).
    ForcesCsv(const std::filesystem::path&, const Setup&, const std::string& earlier = {},
              const std::function<bool(int)>& stays = {});

    /// Appends the lines of one frame in one go; on failure the file is cut back to whole frames and Error(output)
    /// thrown. A frame before the last one is put in its place; one that is there is left as it is.
    void append(int frame, double time_s, const std::vector<Load>& loads);

private:
    std::string line(int frame, double time_s, std::size_t body, const Load& load) const;
    void write() const;
    void keep(const std::string& earlier, const std::function<bool(int)>& stays);

    std::filesystem::path path_;
    std::map<int, std::string> lines_;  ///< by frame
    std::vector<std::string> names_;
    std::vector<double> areas_m2_;
    double newton_ = 1, newton_metre_ = 1;
    double dynamic_pressure_ = 0;  ///< rho U^2 / 2, Pa
    Double3 flow_{1, 0, 0};        ///< direction in which drag counts
};

}  // namespace fum
