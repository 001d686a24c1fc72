#version 450 core
#include "frame.glsl"
layout(location = 0) in vec3 position;
layout(location = 0) uniform mat4 world_from_body;

void main() { gl_Position = shadow_from_world * world_from_body * vec4(position, 1.0); }
