// What the run's panels share: its pace, the device, and the judgement of its numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/panels.h"
#include "app/run_pace.h"
#include "app/stability.h"
#include "app/window/job.h"
#include "sim/solver.h"

namespace fum {

/// Brought up to date by the timeline, which is always there.
struct RunState {
    RunPace pace;
    bool preparing_long = false;  ///< for more than a moment: worth a banner
    double preparing_since = -1, empty_since = -1;
    PlayView play;               ///< the speed that was chosen for the last picture
    std::uint64_t told_run = 0;  ///< what the log has been told of
    std::string told_failure, told_refusal;
};
RunState& run_state(Workspace&);
void update_run_state(Workspace&);

/// The device that the scene asks for, looked at now and then in the background; nullptr before the first look, or if
/// there is none (device_fault() says why). Its `free_bytes` do not count what the present flow holds.
const DeviceInfo* device_of(Workspace&);
std::string device_fault(Workspace&);
/// Bytes that the present flow holds there.
std::int64_t held_bytes(const SimStatus&);

/// The scene's numbers judged: by the flow once it runs with them, else from the prepared scene.
struct Checks {
    std::vector<StabilityRow> rows;
    Issues issues;        ///< of the document and of what was read for it
    bool of_run = false;  ///< rows are those of the flow, gaps included
    int doubtful = 0, bad = 0;
    Verdict worst() const { return bad > 0 ? Verdict::bad : doubtful > 0 ? Verdict::doubtful : Verdict::good; }
    std::string sentence() const;
};
const Checks& checks_of(Workspace&);

/// "solid[0]" of "solid[0].size_m" or "solid[0] (ball)".
std::string section_of(const std::string& key);
/// Selects the section of a parameter, so that its properties can be edited.
void select_key(Workspace&, const std::string& key);

}  // namespace fum
