// Exports from the window: what is to be written where, the programs that write it, and what verifying it has found.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/output_estimate.h"
#include "app/verify.h"
#include "app/window/export_queue.h"
#include "app/window/folder_look.h"
#include "app/window/job.h"

namespace fum {

class Workspace;

/// What becomes of a sequence that is in the folder.
enum class OldFrames { undecided, go_on, replace };

/// A folder that was read back.
struct Verified {
    std::filesystem::path folder;
    std::string error;  ///< it could not be looked at; empty: it was
    Verification found;
    std::vector<double> frames, megabytes;  ///< of the OpenVDB files, by the manifest

    bool good() const { return error.empty() && found.problems.empty(); }
};

/// The window's, w.parts.of<Exports>().
struct Exports {
    // What the next one is to be.
    std::string folder;      ///< as it was typed; empty: the usual one
    bool all_frames = true;  ///< of the scene
    int first = 1, last = 1;
    OldFrames old_frames = OldFrames::undecided;
    bool pause_flow = true;  ///< while one runs
    bool start_wanted = false;
    float footer_height = 0;  ///< pixels; of what stands below the panel's scrolled part

    ExportQueue queue;
    int looked_after = 0;      ///< the task whose beginning was noticed last
    bool flow_paused = false;  ///< by us: it goes on afterwards
    bool close_after = false;  ///< the window closes when the queue has come to its end

    // Found out in the background.
    double seen_s = -1;  ///< ImGui's time at which the panel was drawn last: what nobody sees is not looked at
    FolderLook look;
    Job<FolderLook> looking;
    double look_due_s = 0;
    std::uint64_t looked_revision = 0;
    std::optional<OutputEstimate> estimate;
    std::weak_ptr<const Setup> estimate_of;
    std::optional<OutputEstimate> measured;
    Job<OutputEstimate> measuring;
    std::string measuring_said;           ///< the error that was shown last
    std::uint64_t measured_revision = 0;  ///< of the scene that was weighed

    std::vector<std::filesystem::path> to_verify;
    Job<Verified> verifying;
    std::optional<Verified> verified;  ///< the last one
};

/// Numbers of the first and the last frame to be written.
struct FrameRange {
    int first = 1, last = 1;
    int count() const { return last - first + 1; }
};
FrameRange range_of(const Workspace&, const Exports&);
std::filesystem::path folder_of(const Workspace&, const Exports&);

/// Why an export cannot begin now; empty: it can. Looks into the folder if that was not done yet.
std::string export_fault(Workspace&);
/// The command that does the same from a terminal.
std::string export_command(Workspace&);
/// Writes the scene as it is in the window into the folder and queues a run of it. Throws Error(output), Error(usage)
/// with export_fault().
void start_export(Workspace&);
/// Queues the programs that draw a folder's Mitsuba volumes, and make a film of its pictures.
void start_render(Workspace&, const std::filesystem::path& folder);
void start_film(Workspace&, const std::filesystem::path& folder);
void start_verify(Workspace&, const std::filesystem::path& folder);
/// With the desktop's own program. Throws Error if there is none.
void show_folder(const std::filesystem::path& folder);
/// Weighs frames by a run of the scene made small.
void start_measuring(Workspace&);
/// Seconds the solver takes for the range at the speed of the live flow; negative: not known.
double solver_seconds(const Workspace&, const FrameRange&);

/// Once a picture: the queue, what is found out in the background, and what follows from it.
void tick_exports(Workspace&);

}  // namespace fum
