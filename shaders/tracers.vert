#version 450 core
// Tracers as round soft sprites.
#include "frame.glsl"
#include "field.glsl"
#include "colors.glsl"
layout(location = 0) in vec4 tracer;            // place in nodes; age in steps, negative: not alive
layout(location = 0) uniform int color_by;      // TracersLayer::ColorBy: constant, age, speed
layout(location = 1) uniform vec4 tint;         // sRGB, opacity
layout(location = 2) uniform vec2 size;         // metres (0: in pixels), pixels; diameters
layout(location = 3) uniform vec3 focal;        // samples per metre at distance 1; samples a pixel; largest sprite
layout(location = 4) uniform float fade_age;    // steps in which a new tracer appears
layout(location = 0) flat out vec4 color;

void main() {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);   // outside: not drawn
    gl_PointSize = 1.0;
    color = vec4(0.0);
    if (!(tracer.w >= 0.0)) return;
    gl_Position = clip_from_world * vec4(from_nodes(tracer.xyz), 1.0);
    float wide = size.x > 0.0 ? size.x * focal.x / max(gl_Position.w, 1e-6) : size.y * focal.y;
    gl_PointSize = clamp(wide, 1.5, focal.z);
    vec3 hue = tint.rgb;
    if (color_by == 1) hue = color_of(tracer.w * quantity_scale);
    if (color_by == 2) hue = color_of(length(field_at(tracer.xyz).xyz) * quantity_scale);
    float appeared = fade_age > 0.0 ? min((tracer.w + 1.0) / fade_age, 1.0) : 1.0;
    // A sprite that would be smaller than it can be drawn is paler instead.
    color = vec4(hue, tint.a * appeared * min(wide * wide / 2.25, 1.0));
}
