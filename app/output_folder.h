// The folder of one sequence: names of frames, and what may be there already.
#pragma once

#include <filesystem>
#include <string>

#include "sim/scene.h"

namespace fum {

/// NAME_####.vdb and its companions. Padding: four digits, more if the last frame has more, the same for all.
class OutputFolder {
public:
    /// `given` (from the command line, relative to where the process stands) wins over the scene's output.dir.
    OutputFolder(const Scene&, const std::filesystem::path& given);

    /// Makes the folder. Throws Error(output) if that fails, if it cannot be written to, or if it holds a sequence and
    /// `overwrite` is false; with `overwrite` that sequence's frames, manifest and forces.csv are removed.
    void open(bool overwrite) const;

    const std::filesystem::path& path() const { return path_; }
    /// "smoke_0001.vdb"; with the part "_solids" "smoke_solids_0001.ply".
    std::string frame_name(int frame, const char* ending, const char* part = "") const;
    std::string frame_text(int frame) const;           ///< "0001"
    std::string scene_name(const char* ending) const;  ///< "smoke.usda", "smoke_mitsuba.xml"
    std::filesystem::path manifest() const { return path_ / "manifest.json"; }
    std::filesystem::path forces() const { return path_ / "forces.csv"; }

private:
    bool is_of_sequence(const std::filesystem::path& file) const;

    std::filesystem::path path_;
    std::string name_;
    int digits_ = 4;
};

}  // namespace fum
