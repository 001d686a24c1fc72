// manifest.json of an output folder: what was run and which frames are finished. Rewritten whole after every frame.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/output_folder.h"
#include "app/setup.h"
#include "sim/io/exporters/vdb.h"

namespace fum {

struct FinishedFrame {
    int frame = 0;
    std::int64_t step = 0;
    double time_s = 0;
    std::string vdb, picture;  ///< file names; empty = not written
    VdbReport report{};
    std::vector<std::string> companions{};  ///< file names
};

class Manifest {
public:
    Manifest(const Setup&, const OutputFolder&, const std::string& device_name);
    ~Manifest();

    void add(const FinishedFrame&);
    /// Files that belong to the whole sequence.
    void set_companions(const std::vector<std::string>& files);
    /// "running", "finished", "interrupted", "failed".
    void set_state(const std::string& state, const std::string& sentence = {});
    /// Throws Error(output).
    void write() const;
    int frames() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fum
