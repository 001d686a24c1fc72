// A quantity at some nodes of a field, read without waiting for the GPU.
#pragma once

#include <optional>
#include <vector>

#include "render/gl_fence.h"
#include "render/layers/field.h"

namespace fum {

class SampleReader {
public:
    /// Asks for what FieldTools::sampled gives. Replaces a question that is still open.
    void ask(const FieldTools& tools, const GpuField& field, ShownQuantity quantity, float scale, int samples);
    bool waiting() const { return fence_.waiting(); }
    /// Once they are there; nothing before.
    std::optional<std::vector<float>> take();
    /// The answer is no longer wanted.
    void forget() { fence_.forget(); }

private:
    gl::Buffer values_;
    std::size_t count_ = 0, room_ = 0;
    gl::Fence fence_;
};

}  // namespace fum
