// One frame between the solver that computed it and the writers that put it on the disk.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "app/probe_reader.h"
#include "app/setup.h"
#include "sim/solver.h"

namespace fum {

/// A frame as the solver left it, lattice units.
struct FrameData {
    int frame = 0;          ///< its number in file names
    std::int64_t step = 0;  ///< of the solver
    double time_s = 0;
    std::unique_ptr<Snapshot> snapshot;          ///< of wanted_fields()
    std::map<Field, std::vector<float>> fields;  ///< [component][z][y][x]; of frames that come from no solver
    std::vector<Load> loads;                     ///< one a body, mean over the frame
    std::vector<ProbeReading> probes;            ///< one a probe, at the frame's step
    std::vector<Pose> poses;                     ///< one a body

    /// Returns when the fields may be read.
    void wait() const {
        if (snapshot) snapshot->wait();
    }
    /// Empty if the field was not read. Needs wait().
    std::span<const float> field(Field f) const {
        const auto found = fields.find(f);
        if (found != fields.end()) return found->second;
        return snapshot ? snapshot->field(f) : std::span<const float>{};
    }
};

/// The fields that the outputs of a scene are made from; smoke always.
std::vector<Field> wanted_fields(const Setup&);

}  // namespace fum
