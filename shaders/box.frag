#version 450 core
// A faint tint, stronger towards the face's edges; half a step of noise hides its steps of 8 bits.
#include "frame.glsl"
layout(location = 3) uniform vec4 tint;      // sRGB, opacity
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;

void main() {
    vec2 from_edge = min(at, 1.0 - at);
    float rim = exp(-14.0 * min(from_edge.x, from_edge.y));
    float noise = (noise_at(gl_FragCoord.xy) - 0.5) / 255.0;
    color = vec4(tint.rgb, 1.0) * tint.a * (0.35 + 0.65 * rim) + vec4(vec3(noise), 0.0);
}
