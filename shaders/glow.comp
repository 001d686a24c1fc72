#version 450 core
// One ray a texel of a smaller picture through a scalar that glows where it is above its level: emission and
// absorption, front to back (Max 1995, "Optical models for direct volume rendering"), up to the first surface. Colours
// are those of the screen and are added as such, so that they are the legend's. As live_smoke.comp otherwise.
layout(local_size_x = 8, local_size_y = 8) in;
#include "frame.glsl"
#include "field.glsl"
#include "colors.glsl"
layout(binding = 6) uniform sampler2D depth_map;
layout(binding = 12) uniform sampler3D scalar_map;   // as a share of the level
layout(location = 0) uniform vec2 march_size;        // texels of this target
layout(location = 1) uniform float step_nodes;
layout(location = 2) uniform float level;            // of the colours' quantity; its sign is that of what is shown
layout(location = 3) uniform float opacity;          // a node, of what is at `top` or above
layout(location = 4) uniform float top;              // share of the level from which on nothing grows
layout(binding = 0, rgba16f) writeonly uniform image2D march_image;    // colour gathered, transmittance left
layout(binding = 1, r32f) writeonly uniform image2D distance_image;    // of the surface; 1e30: none

const float opaque = 0.01;
const float brick = 8.0;    // Volume::brick
const float faintest = 0.06; // of the opacity, at the level

/// Extinction a node: none below the level, a soft edge at it, then growing to `top`; squared, so that what lies round
/// the cores does not hide them.
float extinction_of(float share) {
    float above = clamp((share - 1.0) / max(top - 1.0, 1e-6), 0.0, 1.0);
    return opacity * smoothstep(1.0, 1.0 + 0.1 * (top - 1.0), share) * mix(faintest, 1.0, above * above);
}

vec4 marched(vec2 texel, out float surface_here) {
    vec2 at = texel / march_size;
    float depth = texelFetch(depth_map, ivec2(at * picture.xy), 0).r;
    vec3 ray = ray_through(at * picture.xy);
    surface_here = 1e30;
    if (depth < 1.0) {
        vec4 p = world_from_clip * vec4(at * 2.0 - 1.0, depth * 2.0 - 1.0, 1.0);
        surface_here = distance(p.xyz / p.w, eye.xyz);
    }
    vec3 a = (field_place.xyz - eye.xyz) / ray, b = (from_nodes(field_nodes - 1.0) - eye.xyz) / ray;
    vec3 lo = min(a, b), hi = max(a, b);
    float start = max(max(max(lo.x, lo.y), lo.z), 0.0), end = min(min(min(hi.x, hi.y), hi.z), surface_here);
    if (end <= start) return vec4(0.0, 0.0, 0.0, 1.0);

    float jitter = noise_at(texel), length = (end - start) / field_place.w;
    vec3 from = to_nodes(eye.xyz + ray * start), scale = 1.0 / field_nodes;
    vec3 inverse_pace = 1.0 / ray, corner = brick * step(vec3(0.0), ray);
    vec3 gathered = vec3(0.0);
    float left = 1.0;
    int k = 0, last = int(ceil(length / step_nodes));
    while (k < last && left > opaque) {
        vec3 here = max(from + ray * (float(k) * step_nodes), 0.0);
        vec3 origin = floor(here / brick);
        vec3 exits = (origin * brick + corner - here) * inverse_pace;
        int stop = min(last, k + 1 + max(0, int(min(min(exits.x, exits.y), exits.z) / step_nodes)));
        if (texelFetch(brick_map, min(ivec3(origin), textureSize(brick_map, 0) - 1), 0).r <= 1.0) {
            k = stop;
            continue;
        }
        for (; k < stop && left > opaque; ++k) {
            float begin = float(k) * step_nodes, path = min(step_nodes, length - begin);
            float share = textureLod(scalar_map, (from + ray * (begin + jitter * path) + 0.5) * scale, 0.0).r;
            if (!(share > 1.0)) continue;
            float through = exp(-extinction_of(share) * path);
            gathered += left * (1.0 - through) * color_of(share * level);
            left *= through;
        }
    }
    return vec4(gathered, left <= opaque ? 0.0 : left);
}

void main() {
    ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(texel, ivec2(march_size)))) return;
    float surface_here;
    vec4 here = marched(vec2(texel) + 0.5, surface_here);
    imageStore(march_image, texel, here);
    imageStore(distance_image, texel, vec4(surface_here));
}
