// One run: a prepared scene through the solver into an output folder.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "app/budget.h"
#include "app/earlier_run.h"
#include "app/output_folder.h"
#include "app/setup.h"

namespace fum {

struct SessionOptions {
    int first_frame = 0, last_frame = 0;  ///< numbers of the frames to write; 0 = from the first, to the last
    std::int64_t steps = 0;               ///< ends after so many steps, with a frame; 0 = no limit
};

struct SessionResult {
    int frames = 0;  ///< written
    int kept = 0;    ///< of an earlier run
    std::int64_t steps = 0, bytes = 0;
    double seconds = 0;                      ///< of the whole run
    double mlups = 0, bytes_per_second = 0;  ///< of the solver alone
    double bandwidth = 0;                    ///< measured, bytes a second; 0 = not measured
    double waited_s = 0;                     ///< of the solver for room among the frames being written
    bool interrupted = false;                ///< by a signal; what was finished is on the disk
};

/// Runs to the end or to the first signal. `setup` must be usable and sampled, `folder` open. Throws Error as the
/// solver and the writers do; frames that were finished by then are on the disk and in the manifest.
/// Frames of `earlier` are simulated, since later ones follow from them, but not written again.
SessionResult run_session(const Setup& setup, const OutputFolder& folder, const Budget&, const SessionOptions&,
                          const EarlierRun& earlier = {});

nlohmann::json result_json(const SessionResult&, const OutputFolder&);

}  // namespace fum
