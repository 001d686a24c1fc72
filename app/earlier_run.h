// What an output folder holds of an earlier, unfinished run of the same scene, for --continue.
#pragma once

#include <map>
#include <string>

#include "app/finished_frame.h"
#include "app/output_folder.h"
#include "app/setup.h"

namespace fum {

struct EarlierRun {
    std::map<int, FinishedFrame> frames;  ///< by number: in the manifest, there, and as the manifest says
    std::string forces;                   ///< forces.csv as it is; empty = none
    std::string probes;                   ///< likewise probes.csv
};

/// Reads the folder's manifest and verifies every frame in it; those that do not verify are left out, with a warning.
/// Empty if there is no manifest. `device` is DeviceInfo::name. Throws Error(output) saying what differs if that run
/// had another version, scene, mesh, device or plan, so that its frames would not fit together with new ones.
EarlierRun earlier_run(const Setup&, const OutputFolder&, const std::string& device);

/// In which parameters that matter two scenes (as TOML texts of Fumarole) differ: "fluid.re was 100 and is 200, ...",
/// at most three; empty: in none.
std::string scene_difference(const std::string& before, const std::string& now);

}  // namespace fum
