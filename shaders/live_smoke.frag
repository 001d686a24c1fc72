#version 450 core
// One ray a texel of a smaller picture through the smoke, front to back, up to the first surface. As smoke.frag, with
// one surface a ray and steps that the viewport's quality sets.
#include "frame.glsl"
#include "scatter.glsl"
layout(binding = 6) uniform sampler2D depth_map;
layout(location = 0) uniform vec2 march_size;     // texels of this target
layout(location = 1) uniform float step_texels;
layout(location = 2) uniform float negligible;    // of the smoke
layout(location = 0) out vec4 smoke_here;         // radiance gathered, transmittance left
layout(location = 1) out float surface_here;      // distance of the surface; 1e30: none

const float opaque = 0.01;
const float brick = 8.0;   // Volume::brick

void main() {
    vec2 at = gl_FragCoord.xy / march_size;
    float depth = texelFetch(depth_map, ivec2(at * picture.xy), 0).r;
    vec3 ray = ray_through(at * picture.xy);
    surface_here = 1e30;
    if (depth < 1.0) {
        vec4 p = world_from_clip * vec4(at * 2.0 - 1.0, depth * 2.0 - 1.0, 1.0);
        surface_here = distance(p.xyz / p.w, eye.xyz);
    }
    smoke_here = vec4(0.0, 0.0, 0.0, 1.0);
    vec2 crossing = box_crossing(eye.xyz, ray);
    float start = max(crossing.x, 0.0), end = min(crossing.y, surface_here);
    if (end <= start) return;

    vec3 phase = phase_of(dot(ray, key.xyz));
    float stride = step_texels * grid.w, jitter = noise_at(gl_FragCoord.xy);
    vec3 from = to_texels(eye.xyz + ray * start), pace = ray / grid.w, scale = 1.0 / texels.xyz;
    vec3 inverse_pace = 1.0 / pace, corner = brick * step(vec3(0.0), pace);
    float length = end - start;

    March m = March(vec3(0.0), 1.0);
    int k = 0, last = int(ceil(length / stride));
    while (k < last && m.left > opaque) {
        vec3 here = max(from + pace * (float(k) * stride), 0.0);
        vec3 origin = floor(here / brick);
        vec3 exits = (origin * brick + corner - here) * inverse_pace;
        int stop = min(last, k + 1 + max(0, int(min(min(exits.x, exits.y), exits.z) / stride)));
        bool empty = texelFetch(brick_map, min(ivec3(origin), textureSize(brick_map, 0) - 1), 0).r == 0.0;
        if (empty) k = stop;
        for (; k < stop && m.left > opaque; ++k) {
            float begin = float(k) * stride, path = min(stride, length - begin);
            vec3 q = from + pace * (begin + jitter * path);
            float smoke = textureLod(density_map, (q + 0.5) * scale, 0.0).r - negligible;
            if (smoke > 0.0) m = after(m, smoke, path, scattered(grid.xyz + q * grid.w, phase));
        }
    }
    smoke_here = vec4(m.radiance, m.left <= opaque ? 0.0 : m.left);
}
