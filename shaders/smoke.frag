#version 450 core
// Marches one ray a pixel through the smoke, front to back. A pixel's samples may see surfaces at different depths; the
// march notes what it has gathered at the nearest of them and goes on to the farthest, so edges of solids stay smooth.
#include "frame.glsl"
#include "scatter.glsl"

layout(binding = 6) uniform sampler2D depth_map;   // samples a side times the picture
layout(location = 0) out vec4 near_smoke;          // radiance gathered, transmittance left
layout(location = 1) out vec4 far_smoke;

const float step_texels = 0.6;
const float opaque = 0.004;
const float brick = 8.0;   // Volume::brick

// Nearest and farthest distance along the ray of what the pixel's samples see; 1e30 where they see no solid.
vec2 surface_distances(ivec2 pixel) {
    int side = int(picture.z);
    vec2 found = vec2(1e30, 0.0);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            ivec2 at = pixel * side + ivec2(x, y);
            float depth = texelFetch(depth_map, at, 0).r, d = 1e30;
            if (depth < 1.0) {
                vec2 ndc = (vec2(at) + 0.5) / (picture.xy * picture.z) * 2.0 - 1.0;
                vec4 p = world_from_clip * vec4(ndc, depth * 2.0 - 1.0, 1.0);
                d = distance(p.xyz / p.w, eye.xyz);
            }
            found = vec2(min(found.x, d), max(found.y, d));
        }
    return found;
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    near_smoke = far_smoke = vec4(0.0, 0.0, 0.0, 1.0);
    vec3 ray = ray_through(gl_FragCoord.xy);
    vec2 crossing = box_crossing(eye.xyz, ray);
    vec2 surface = surface_distances(pixel);
    float start = max(crossing.x, 0.0), end = min(crossing.y, surface.y);
    if (end <= start) return;

    vec3 phase = phase_of(dot(ray, key.xyz));
    float stride = step_texels * grid.w, jitter = noise_at(gl_FragCoord.xy);
    vec3 from = to_texels(eye.xyz + ray * start), pace = ray / grid.w;
    vec3 inverse_pace = 1.0 / pace;
    vec3 scale = 1.0 / texels.xyz;
    vec3 corner = brick * step(vec3(0.0), pace);
    float length = end - start, near_length = surface.x - start;
    bool noted = near_length <= 0.0;   // the nearest surface lies before the smoke: nothing is gathered

    March m = March(vec3(0.0), 1.0), near = m;
    int k = 0, last = int(ceil(length / stride));
    while (k < last && m.left > opaque) {
        vec3 at = max(from + pace * (float(k) * stride), 0.0);
        vec3 origin = floor(at / brick);
        vec3 exits = (origin * brick + corner - at) * inverse_pace;
        // A step that begins here may end up to one texel outside; what a brick says holds there, too.
        int stop = min(last, k + 1 + max(0, int(min(min(exits.x, exits.y), exits.z) / stride)));
        bool empty = texelFetch(brick_map, min(ivec3(origin), textureSize(brick_map, 0) - 1), 0).r == 0.0;
        if (empty) k = stop;
        for (; k < stop && m.left > opaque; ++k) {
            float begin = float(k) * stride, path = min(stride, length - begin);
            vec3 q = from + pace * (begin + jitter * path);
            float smoke = textureLod(density_map, (q + 0.5) * scale, 0.0).r;
            if (smoke > 0.0 || !noted) {
                vec3 light = scattered(grid.xyz + q * grid.w, phase);
                if (!noted && begin + stride > near_length) {
                    near = after(m, smoke, clamp(near_length - begin, 0.0, path), light);
                    noted = true;
                }
                m = after(m, smoke, path, light);
            }
        }
        if (!noted && float(k) * stride > near_length) {   // the nearest surface stands in an empty stretch
            near = m;
            noted = true;
        }
    }
    if (m.left <= opaque) m.left = 0.0;
    if (!noted) near = m;
    near_smoke = vec4(near.radiance, near.left);
    far_smoke = vec4(m.radiance, m.left);
}
