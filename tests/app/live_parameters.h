// One row a parameter that is marked live and reaches the solver: a scene in which it matters, an edit of it, what to
// look at, and what the edit must do to that.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "app/setup.h"
#include "sim/solver.h"

namespace fum::test {

/// A scene under way.
struct UnderWay {
    fum::Setup setup;
    std::unique_ptr<Solver> solver;
};

struct LiveRow {
    std::string key;                    ///< as parameter_docs() has it
    std::string setting;                ///< the edit, as --set takes it
    std::function<void(Scene&)> scene;  ///< what the tunnel needs for it
    std::function<double(UnderWay&)> look;
    std::function<bool(double without, double with)> does;
    int steps_after = 64;
    std::function<void(Solver&)> start = {};  ///< another beginning than the scene's
};

/// What a failing test shows of a row.
inline std::ostream& operator<<(std::ostream& out, const LiveRow& row) { return out << row.setting; }

/// 32 x 16 x 16 cells, air at 1 m/s along x (0.1 nodes a step) from xmin to xmax, no noise, no ramp.
Scene tunnel();

std::vector<LiveRow> live_rows();

}  // namespace fum::test
