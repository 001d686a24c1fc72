// Samples of the solids' surfaces, judged by how many share a cell (10 to 100 are well, Fig. 4).
#pragma once

#include <span>
#include <vector>

#include "render/layers/field.h"
#include "render/layers/layer.h"

namespace fum {

/// [count][4]: place in nodes, and the number of samples in the unit cell around the node nearest to it.
std::vector<float> counted_samples(std::span<const Float3> places);

class SamplesLayer : public Layer {
public:
    SamplesLayer();
    std::string_view name() const override { return "samples"; }
    void draw(const DrawView&) override;

    /// [count][4] floats as counted_samples() gives them.
    void upload(std::span<const float> samples);

    GpuField field;  ///< where nodes stand; its texture is not read
    float fewest = 10, most = 100;
    float size_px = 5;  ///< diameter; used where size_m is 0
    float size_m = 0;   ///< diameter, metres

private:
    gl::Program drawing_;
    gl::Buffer samples_;
    gl::VertexArray layout_;
    int count_ = 0;
};

}  // namespace fum
