// Streamlines of a velocity field on the host: traced on the CPU, drawn as lit tubes.
#pragma once

#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "render/layers/coloring.h"
#include "render/layers/field.h"
#include "render/layers/layer.h"

namespace fum {

/// A velocity field for tracing: u [3][z][y][x], lattice units, trilinear between nodes.
struct HostFlow {
    std::span<const float> u;
    Int3 nodes{};

    bool inside(const Float3& p) const;  ///< between the first and the last nodes
    Float3 at(const Float3& p) const;    ///< p must be inside
};

struct StreamPoint {
    Float3 place{};   ///< nodes
    float speed = 0;  ///< lattice units
};

struct TraceOptions {
    float step = 0.5f;      ///< nodes of arc length
    float length = 400;     ///< nodes, to each side
    float slowest = 1e-6f;  ///< lattice units: the line ends where the flow is slower
    bool both_ways = true;  ///< against the flow, too
};

/// The streamline through `seed`, from its upstream end to its downstream end: the classical Runge-Kutta method of
/// fourth order on u / |u|. Ends at the box's faces, in still fluid, or when it is back at its seed. Empty if the seed
/// lies outside.
std::vector<StreamPoint> streamline(const HostFlow& flow, const Float3& seed, const TraceOptions& options);

/// Lines through all seeds (nodes) that lie inside, traced in parallel; a point of negative speed marks each end. For
/// StreamlinesLayer::use().
std::vector<StreamPoint> streamlines(const HostFlow& flow, std::span<const Float3> seeds, const TraceOptions& = {});

class StreamlinesLayer : public Layer {
public:
    StreamlinesLayer();
    std::string_view name() const override { return "streamlines"; }
    void draw(const DrawView&) override;

    /// Shows what streamlines() has made.
    void use(std::span<const StreamPoint> list);
    void trace(const HostFlow& flow, std::span<const Float3> seeds, const TraceOptions& options = {}) {
        use(streamlines(flow, seeds, options));
    }
    int points() const { return count_; }

    GpuField field;   ///< where nodes stand; its texture is not read
    float scale = 1;  ///< from lattice to shown units, for the colours
    Coloring coloring;
    float width_px = 3;  ///< used where width_m is 0
    float width_m = 0;   ///< metres

private:
    gl::Program drawing_;
    ColorTexture colors_;
    gl::Buffer points_;
    gl::VertexArray layout_;
    int count_ = 0;
};

}  // namespace fum
