// Writes finished frames on a thread of its own, so that the simulation waits for the disk only when the queue is full.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/frame_data.h"
#include "app/output_folder.h"

namespace fum {

class FrameWriter {
public:
    /// `setup` must outlive it. Writes a first manifest. Throws Error(output).
    FrameWriter(const Setup& setup, const OutputFolder&, const std::string& device_name);
    /// Writes what is queued.
    ~FrameWriter();

    /// Waits while two frames are queued. Throws what went wrong with an earlier frame; that and all later ones are not
    /// written.
    void push(FrameData);

    /// Waits until all is written, then records how the run ended ("finished", "interrupted", "failed"). Throws what
    /// went wrong with a frame; then the state is "failed".
    void finish(const std::string& state, const std::string& sentence = {});

    int written() const;             ///< frames, so far
    double bytes_per_frame() const;  ///< mean, VDB files
    std::int64_t bytes() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fum
