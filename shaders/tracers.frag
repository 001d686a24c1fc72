#version 450 core
layout(location = 5) uniform int additive;
layout(location = 0) flat in vec4 color;
layout(location = 0) out vec4 shown;

void main() {
    vec2 at = 2.0 * gl_PointCoord - 1.0;
    float inside = max(1.0 - dot(at, at), 0.0);   // opacity_at() of tracer.glsl
    float alpha = color.a * inside * inside;
    shown = vec4(color.rgb * alpha, additive == 1 ? 0.0 : alpha);
}
