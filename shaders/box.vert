#version 450 core
// One face of the domain. Vertices 0 to 3 of a strip.
#include "frame.glsl"
layout(location = 0) uniform vec3 low;
layout(location = 1) uniform vec3 high;
layout(location = 2) uniform int face;       // x-, x+, y-, y+, z-, z+
layout(location = 0) out vec2 at;            // 0..1 on the face

void main() {
    int axis = face / 2;
    at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec3 share;
    share[axis] = float(face & 1);
    share[(axis + 1) % 3] = at.x;
    share[(axis + 2) % 3] = at.y;
    gl_Position = clip_from_world * vec4(mix(low, high, share), 1.0);
}
