// Values of a flow at a few places, read from its texture without waiting.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "render/gl_fence.h"
#include "render/layers/field.h"

namespace fum {

/// u_x, u_y, u_z, rho - 1; lattice units, trilinear between nodes.
struct FlowAt {
    Float3 u{};
    float rho_less_1 = 0;
    bool inside = false;  ///< false: outside the box, and all is 0
};

class PlaceReader {
public:
    /// Asks for the flow at places (nodes). Replaces a question that is still open. `tag` comes back with the answer.
    void ask(const GpuField& flow, std::span<const Float3> nodes, std::uint64_t tag);
    bool waiting() const { return fence_.waiting(); }

    struct Answer {
        std::uint64_t tag = 0;
        std::vector<FlowAt> values;
    };
    /// Once it is there; nothing before.
    std::optional<Answer> take();

private:
    gl::Buffer texels_;
    std::size_t room_ = 0;
    std::vector<Float3> shares_;  ///< between the two nodes of each axis; x < 0: outside
    std::uint64_t tag_ = 0;
    gl::Fence fence_;
};

}  // namespace fum
