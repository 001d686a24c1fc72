#version 450 core
// Puts the layers together: for each sample the studio or a solid, and the smoke before it. Samples are tone mapped one
// by one, so that bright edges stay smooth.
#include "frame.glsl"
#include "studio.glsl"
#include "tone.glsl"
layout(binding = 6) uniform sampler2D depth_map;
layout(binding = 7) uniform sampler2D solids_map;
layout(binding = 8) uniform sampler2D near_map;
layout(binding = 9) uniform sampler2D far_map;
layout(location = 0) out vec4 color;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    int side = int(picture.z), samples = side * side;
    float nearest = 1.0, farthest = 0.0;
    for (int i = 0; i < samples; ++i) {
        float depth = texelFetch(depth_map, pixel * side + ivec2(i % side, i / side), 0).r;
        nearest = min(nearest, depth);
        farthest = max(farthest, depth);
    }
    vec3 behind = farthest < 1.0 ? vec3(0.0) : studio(gl_FragCoord.xy / picture.xy, ray_through(gl_FragCoord.xy));
    vec4 near_smoke = texelFetch(near_map, pixel, 0), far_smoke = texelFetch(far_map, pixel, 0);
    vec3 sum = vec3(0.0);
    for (int i = 0; i < samples; ++i) {
        ivec2 at = pixel * side + ivec2(i % side, i / side);
        float depth = texelFetch(depth_map, at, 0).r;
        vec3 surface = depth < 1.0 ? texelFetch(solids_map, at, 0).rgb : behind;
        vec4 smoke = depth - nearest < farthest - depth ? near_smoke : far_smoke;
        sum += shown(surface * smoke.a + smoke.rgb);
    }
    // Half a step of noise hides the steps of 8 bits in the dark wall.
    color = vec4(sum / float(samples) + (noise_at(gl_FragCoord.xy + 17.0) - 0.5) / 255.0, 1.0);
}
