// The folder of one sequence: names of frames, and what may be there already.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sim/core/files.h"
#include "sim/scene.h"

namespace fum {

/// NAME_####.vdb and its companions. Padding: four digits, more if the last frame has more, the same for all.
class OutputFolder {
public:
    /// `given` (from the command line, relative to where the process stands) wins over the scene's output.dir.
    OutputFolder(const Scene&, const std::filesystem::path& given);

    /// What becomes of a sequence that is there already: it forbids the run, it is removed (frames, manifest,
    /// forces.csv, probes.csv, film), or it is gone on with.
    enum class Present { refuse, replace, go_on };

    /// Makes the folder, locks it against other runs and removes files that an earlier run left unfinished. Throws
    /// Error(output) if that fails, if the folder cannot be written to, if another process writes into it, or if it
    /// holds a sequence that forbids the run.
    void open(Present);

    const std::filesystem::path& path() const { return path_; }
    /// Files of a sequence of this name that are there now. Empty if there is no such folder.
    std::vector<std::filesystem::path> present() const;
    /// "smoke_0001.vdb"; with the part "_solids" "smoke_solids_0001.ply".
    std::string frame_name(int frame, const char* ending, const char* part = "") const;
    std::string frame_text(int frame) const;           ///< "0001"
    std::string scene_name(const char* ending) const;  ///< "smoke.usda", "smoke_mitsuba.xml"
    std::filesystem::path manifest() const { return path_ / "manifest.json"; }
    std::filesystem::path forces() const { return path_ / "forces.csv"; }
    std::filesystem::path probes() const { return path_ / "probes.csv"; }
    std::filesystem::path movie() const { return path_ / (name_ + ".mp4"); }

private:
    bool is_of_sequence(const std::filesystem::path& file) const;

    void make() const;

    std::filesystem::path path_;
    std::string name_;
    int digits_ = 4;
    std::shared_ptr<FolderLock> lock_;  ///< once open
};

}  // namespace fum
