#version 450 core
// A field's quantity on a plane, in colours.
#include "field.glsl"
#include "colors.glsl"
layout(location = 0) uniform float opacity;
layout(location = 1) uniform int nearest;    // 1: each node's own value, no interpolation
layout(location = 0) in vec3 place;
layout(location = 0) out vec4 color;

void main() {
    vec3 t = clamp(to_nodes(place), vec3(0.0), field_nodes - 1.0);
    if (nearest == 1) t = round(t);
    color = vec4(color_of(quantity_at(t)), 1.0) * opacity;
}
