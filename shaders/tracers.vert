#version 450 core
// Tracers as round soft sprites.
#include "frame.glsl"
#include "field.glsl"
#include "colors.glsl"
#include "tracer.glsl"
layout(location = 0) in vec4 tracer;
layout(location = 0) flat out vec4 color;

void main() {
    Sprite sprite = sprite_of(tracer);
    gl_Position = sprite.place;
    gl_PointSize = sprite.wide;
    color = sprite.color;
}
