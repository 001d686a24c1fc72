// What a sequence needs besides its OpenVDB files in other programs: Mitsuba's volumes and scene, ParaView's frames,
// USD, placed solids, import scripts. Each as the scene's section of [output] asks for.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "app/frame_data.h"
#include "app/output_folder.h"

namespace fum {

/// A frame whose files are on the disk.
struct WrittenFrame {
    double time_s = 0;
    std::vector<Pose> poses;  ///< one a solid, nodes
};

class Companions {
public:
    /// `setup` must outlive it. Writes what holds for all frames and can be used while the run goes on: Mitsuba's
    /// scene. Throws Error(output).
    Companions(const Setup& setup, const OutputFolder&);

    /// Writes a frame's files and returns their names. May be called from several threads for different frames. Throws
    /// Error(output), or Error(diverged) if a value is not finite.
    std::vector<std::string> write_frame(const FrameData&);

    /// A frame whose files an earlier run has left.
    void keep(const FrameData&);

    /// Writes the files that list all frames written, in whatever order they came, and returns their names together
    /// with those the constructor wrote: USD, ParaView's list, import scripts. Nothing if no frame was written. Throws
    /// Error(output).
    std::vector<std::string> finish();

private:
    bool places_solids() const;  ///< a file of placed solids each frame
    std::string solids_ending() const;
    void write_solids(const std::string& name, const FrameData&) const;
    void write_paraview(const std::string& name, const FrameData&) const;
    void write_usd(const std::string& name) const;
    std::string write_pvd(const std::string& name) const;

    const Setup& setup_;
    const OutputFolder folder_;
    std::mutex mutex_;
    std::map<int, WrittenFrame> written_;  ///< by number
};

}  // namespace fum
