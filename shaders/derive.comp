#version 450 core
// A quantity of a field as a scalar of its own, at every stride-th node.
#define AT_NODES
#include "field.glsl"
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(binding = 0) uniform writeonly image3D derived_image;
layout(location = 0) uniform vec3 stride;

void main() {
    ivec3 at = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(at, imageSize(derived_image)))) return;
    vec3 t = min(floor((vec3(at) + 0.5) * stride), field_nodes - 1.0);
    imageStore(derived_image, at, vec4(quantity_at(t)));
}
