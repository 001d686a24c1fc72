#version 450 core
// The dark wall behind everything; half a step of noise hides its steps of 8 bits.
#include "frame.glsl"
#include "studio.glsl"
#include "tone.glsl"
layout(location = 0) out vec4 color;

void main() {
    color = vec4(shown(wall(gl_FragCoord.xy / picture.xy)) + (noise_at(gl_FragCoord.xy + 17.0) - 0.5) / 255.0, 1.0);
}
