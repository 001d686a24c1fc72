// manifest.json of an output folder: what was run and which frames are finished. Rewritten whole after every frame.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/finished_frame.h"
#include "app/output_folder.h"
#include "app/setup.h"

namespace fum {

/// The film of a sequence, or why there is none.
struct MovieRecord {
    std::string file;  ///< empty = none
    std::string why;   ///< there is none
    std::int64_t bytes = 0;
    int frames = 0, crf = 0;
};

class Manifest {
public:
    Manifest(const Setup&, const OutputFolder&, const std::string& device_name);
    ~Manifest();

    /// Frames must come in ascending order, but one that is there already is replaced.
    void add(const FinishedFrame&);
    /// Files that belong to the whole sequence.
    void set_companions(const std::vector<std::string>& files);
    void set_movie(const MovieRecord&);
    /// "running", "finished", "interrupted", "failed".
    void set_state(const std::string& state, const std::string& sentence = {});
    /// Throws Error(output).
    void write() const;
    int frames() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// A manifest that was read: what --continue and `movie` want to know of it.
struct ManifestText {
    std::string version, scene, device, plan, surface;  ///< as written by Manifest; scene as TOML
    double fps = 24;
    std::string state;
    std::vector<FinishedFrame> frames;
};

/// Throws Error(input) if the file cannot be read or is no manifest.
ManifestText read_manifest(const std::filesystem::path&);

/// The same of a run that has not begun, but for device, state and frames.
ManifestText manifest_text(const Setup&);

/// Enters a film in a manifest that is there. Throws Error.
void record_movie(const std::filesystem::path& manifest, const MovieRecord&);

}  // namespace fum
