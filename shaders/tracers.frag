#version 450 core
#include "hill.glsl"
layout(location = 5) uniform int additive;
layout(location = 0) flat in vec4 color;
layout(location = 0) out vec4 shown;

void main() {
    float alpha = opacity_at(2.0 * gl_PointCoord - 1.0, color.a);
    shown = vec4(color.rgb * alpha, additive == 1 ? 0.0 : alpha);
}
