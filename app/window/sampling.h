// The sampling view's content: where the solids' samples lie, how many share a cell. No OpenGL here.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/setup.h"
#include "app/window/job.h"
#include "sim/immersed/poisson_disk.h"

namespace fum {

class Workspace;

/// One solid's samples.
struct SampledSolid {
    std::string name;
    std::vector<Float3> samples;  ///< body frame, nodes
    std::vector<float> in_cell;   ///< samples in each one's cell, at the start; same length
    CellStats cells{};
};

struct SampledScene {
    std::vector<SampledSolid> solids;  ///< in the order of the scene's
    std::vector<Pose> poses;           ///< at the start, nodes
    Double3 node0_m{};
    double dx_m = 1;
    int block = 8;  ///< l, nodes; 0: samples are stored as they come
    std::int64_t count() const;
    CellStats cells() const;  ///< of all solids; percentiles are the worst of any
};

/// Counts what a sampled setup has.
SampledScene sampled_scene(const Setup&);

/// [count][4] for SamplesLayer: places in nodes, samples in the cell.
std::vector<float> sample_points(const SampledScene&, std::span<const Pose> poses);

/// Lowest corners, in nodes, of the blocks of scene.block nodes a side that hold samples of a solid.
std::vector<Float3> sample_blocks(const SampledScene&, std::span<const Pose> poses);

/// Samples the open scene in the background while it is wanted. What the running flow has sampled is taken over.
class Sampling {
public:
    void tick(Workspace&, bool wanted);
    const std::shared_ptr<const SampledScene>& scene() const { return scene_; }  ///< nullptr: none yet
    bool running() const { return job_.running(); }
    std::string doing() const { return job_.doing(); }
    double share() const { return job_.share(); }
    const std::string& error() const { return job_.error(); }

private:
    struct Made {
        std::shared_ptr<Setup> setup;
        std::shared_ptr<const SampledScene> scene;
    };
    std::shared_ptr<const Setup> of_;  ///< the prepared scene that was sampled last
    std::shared_ptr<Setup> last_;      ///< lends its samples to the next
    std::shared_ptr<const SampledScene> scene_;
    Job<Made> job_;
};

}  // namespace fum
