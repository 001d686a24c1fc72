#version 450 core
#include "frame.glsl"
layout(location = 0) in vec3 position;
layout(location = 0) out vec3 place;

void main() {
    place = position;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
