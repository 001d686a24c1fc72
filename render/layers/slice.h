// A plane through a field, coloured by one of its quantities.
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "render/layers/coloring.h"
#include "render/layers/field.h"
#include "render/layers/layer.h"
#include "render/layers/lines.h"

namespace fum {

/// Metres from the scene's reference point; the normal has any length but zero.
struct Plane {
    glm::vec3 point{}, normal{0, 0, 1};
};

/// Across axis 0, 1 or 2 of the field's box, at 0..1 of its length from the first node to the last.
Plane axis_plane(const GpuField& field, int axis, float at);

/// Where the plane cuts the box between the field's first and last nodes: 3 to 6 corners in order around, or none. A
/// box without depth along some axis (one node) is cut as if it were a millionth of a node deep.
std::vector<glm::vec3> cut(const GpuField& field, const Plane& plane);

class SliceLayer : public Layer {
public:
    SliceLayer();
    std::string_view name() const override { return "slice"; }
    void draw(const DrawView&) override;

    GpuField field;
    Plane plane;
    ShownQuantity quantity = ShownQuantity::speed;
    float scale = 1;  ///< from lattice to shown units, in which the range is given
    Coloring coloring;
    float opacity = 1;
    bool smooth = true;  ///< interpolated; else each node's own value
    glm::vec4 frame_color{1, 1, 1, 0.55f};

private:
    gl::Program drawing_;
    ColorTexture colors_;
    gl::Buffer corners_;
    gl::VertexArray layout_;
    Lines frame_;
};

}  // namespace fum
