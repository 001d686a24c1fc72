#version 450 core
#include "frame.glsl"
#include "colors.glsl"
layout(location = 5) uniform vec4 tint;     // w: 1 = this colour, 0 = by speed
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) flat in float speed;
layout(location = 0) out vec4 color;

void main() {
    vec3 n = normalize(normal), to_eye = normalize(eye.xyz - place);
    float lit = 0.62 + 0.38 * max(dot(n, normalize(to_eye + 0.4 * key.xyz)), 0.0);
    color = vec4(mix(color_of(speed), tint.rgb, tint.w) * lit, 1.0);
}
