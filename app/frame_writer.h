// Writes finished frames on threads of its own, several at once and in any order; manifest, forces.csv and probes.csv
// get them in the order of the frames. The simulation waits for the disk only when as many frames are alive as the plan
// allows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/earlier_run.h"
#include "app/frame_data.h"
#include "app/output_folder.h"
#include "app/writer_plan.h"

namespace fum {

class FrameWriter {
public:
    /// `setup` must outlive it. Writes a first manifest, with the frames of an earlier run that stay. Throws
    /// Error(output).
    FrameWriter(const Setup& setup, const OutputFolder&, const std::string& device_name, const WriterPlan& = {},
                const EarlierRun& = {});
    /// Writes what is queued.
    ~FrameWriter();

    /// Waits while as many frames are alive as the plan allows: call it before the next snapshot is taken. Throws what
    /// went wrong with an earlier frame; that and all later ones are not entered in the manifest.
    void wait_for_room();

    /// Frames must come in ascending order. Waits and throws as wait_for_room().
    void push(FrameData);

    /// Waits until all is written, makes the film of a finished run, then records how the run ended ("finished",
    /// "interrupted", "failed"). Throws what went wrong with a frame; then the state is "failed".
    void finish(const std::string& state, const std::string& sentence = {});

    int written() const;             ///< frames, so far
    double bytes_per_frame() const;  ///< mean, VDB files
    std::int64_t bytes() const;
    double waited_s() const;  ///< how long wait_for_room() and push() held the solver up

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fum
