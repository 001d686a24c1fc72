// Percentiles of a field, read without waiting for the GPU.
#pragma once

#include <optional>

#include "render/gl.h"
#include "render/layers/field.h"

namespace fum {

class RangeReader {
public:
    /// Asks for what FieldTools::range gives. Replaces a question that is still open.
    void ask(const FieldTools& tools, const GpuField& field, ShownQuantity quantity, float scale, float low, float high,
             int samples);
    bool waiting() const { return sync_ != nullptr; }
    /// Once it is there; nothing before.
    std::optional<Range> take();
    /// The answer is no longer wanted.
    void forget();

    RangeReader() = default;
    RangeReader(const RangeReader&) = delete;
    ~RangeReader() { forget(); }

private:
    gl::Buffer values_;
    std::size_t count_ = 0, room_ = 0;
    float low_ = 0, high_ = 0;  ///< percentiles
    GLsync sync_ = nullptr;
};

}  // namespace fum
