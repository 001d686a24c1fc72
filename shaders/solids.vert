#version 450 core
#include "frame.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 direction;
layout(location = 0) uniform mat4 world_from_body;   // no scale
layout(location = 0) out vec3 place;
layout(location = 1) out vec3 normal;

void main() {
    place = (world_from_body * vec4(position, 1.0)).xyz;
    normal = mat3(world_from_body) * direction;
    gl_Position = clip_from_world * vec4(place, 1.0);
}
