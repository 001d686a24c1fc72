#version 450 core
// Arrows along a flow, at the points of a square grid in a plane. One instance a point; the arrow's mesh points along
// +z, 0 to 1.
#include "frame.glsl"
#include "field.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 direction;
layout(location = 0) uniform vec3 first;       // grid point (0,0)
layout(location = 1) uniform vec3 across;      // from one to the next
layout(location = 2) uniform vec3 down;
layout(location = 3) uniform int columns;
layout(location = 4) uniform vec2 length_of;   // metres per unit of speed, most metres
layout(location = 0) out vec3 place;
layout(location = 1) out vec3 normal;
layout(location = 2) flat out float speed;

void main() {
    vec3 foot = first + across * float(gl_InstanceID % columns) + down * float(gl_InstanceID / columns);
    vec3 t = to_nodes(foot), u = field_at(t).xyz;
    float fast = length(u), size = min(fast * length_of.x, length_of.y);
    speed = fast * quantity_scale;
    place = foot;
    normal = vec3(0.0, 0.0, 1.0);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);   // outside: not drawn
    if (outside_field(t) || !(size > 0.01 * length_of.y)) return;

    vec3 z = u / fast, x = normalize(cross(z, abs(z.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
    mat3 turn = mat3(x, cross(z, x), z);
    float thick = 0.75 * sqrt(size * length_of.y);   // slow ones get shorter sooner than thinner
    place = foot + turn * (position * vec3(thick, thick, size));
    normal = turn * direction;
    gl_Position = clip_from_world * vec4(place, 1.0);
}
