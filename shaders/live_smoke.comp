#version 450 core
// One ray a texel of a smaller picture through the smoke, front to back, up to the first surface. As smoke.frag, with
// one surface a ray and steps that the viewport's quality sets. A compute shader: GPUs of data centres have few units
// that take part in drawing.
layout(local_size_x = 8, local_size_y = 8) in;
#include "frame.glsl"
#include "scatter.glsl"
layout(binding = 6) uniform sampler2D depth_map;
layout(location = 0) uniform vec2 march_size;     // texels of this target
layout(location = 1) uniform float step_texels;
layout(location = 2) uniform float negligible;    // of the smoke
layout(binding = 0, rgba16f) writeonly uniform image2D smoke_image;    // radiance gathered, transmittance left
layout(binding = 1, r32f) writeonly uniform image2D distance_image;    // of the surface; 1e30: none

const float opaque = 0.01;
const float brick = 8.0;   // Volume::brick

/// Radiance and transmittance of the ray through the middle of a texel.
vec4 marched(vec2 texel, out float surface_here) {
    vec2 at = texel / march_size;
    float depth = texelFetch(depth_map, ivec2(at * picture.xy), 0).r;
    vec3 ray = ray_through(at * picture.xy);
    surface_here = 1e30;
    if (depth < 1.0) {
        vec4 p = world_from_clip * vec4(at * 2.0 - 1.0, depth * 2.0 - 1.0, 1.0);
        surface_here = distance(p.xyz / p.w, eye.xyz);
    }
    vec2 crossing = box_crossing(eye.xyz, ray);
    float start = max(crossing.x, 0.0), end = min(crossing.y, surface_here);
    if (end <= start) return vec4(0.0, 0.0, 0.0, 1.0);

    vec3 phase = phase_of(dot(ray, key.xyz));
    float stride = step_texels * grid.w, jitter = noise_at(texel);
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
    return vec4(m.radiance, m.left <= opaque ? 0.0 : m.left);
}

void main() {
    ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(texel, ivec2(march_size)))) return;
    float surface_here;
    vec4 smoke_here = marched(vec2(texel) + 0.5, surface_here);
    imageStore(smoke_image, texel, smoke_here);
    imageStore(distance_image, texel, vec4(surface_here));
}
