// What is written of one frame besides its rows in manifest, forces.csv and probes.csv.
#pragma once

#include <memory>

#include "app/companions.h"
#include "app/finished_frame.h"
#include "app/frame_data.h"
#include "app/output_folder.h"

namespace fum {

class Picture;

/// A frame between the solver and the manifest.
struct PendingFrame {
    FrameData data;
    FinishedFrame done;
    int parts = 0;  ///< of it that are not on the disk yet; under the mutex of whoever counts them
};

class FrameParts {
public:
    /// `setup` must outlive it.
    FrameParts(const Setup& setup, const OutputFolder&);
    ~FrameParts();

    /// All but the picture. May be called by several threads for different frames. Throws as write_vdb and Companions.
    void write(PendingFrame&);

    /// The picture. Where nothing can be drawn that is said once and costs no run. Always called by the same thread,
    /// which calls end_drawing(), too: its GL context belongs to it. Throws Error(output).
    void draw(PendingFrame&);
    void end_drawing();

    Companions& companions() { return companions_; }

private:
    const Setup& setup_;
    const OutputFolder folder_;
    Companions companions_;
    std::unique_ptr<Picture> picture_;
    bool pictures_ = true;
};

}  // namespace fum
