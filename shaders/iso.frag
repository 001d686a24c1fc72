#version 450 core
// The first place along each ray where a scalar rises above a level, lit by its gradient.
#include "frame.glsl"
#include "field.glsl"
#include "colors.glsl"
#include "tone.glsl"
layout(binding = 12) uniform sampler3D scalar_map;
layout(location = 0) uniform float level;
layout(location = 1) uniform float step_nodes;
layout(location = 2) uniform vec4 tint;     // linear; w: 1 = this colour, 0 = by the field's quantity
layout(location = 3) uniform vec2 coarse;   // samples of the picture that one of this target spans
layout(location = 0) out vec4 color;

const float brick = 8.0;   // Volume::brick

float scalar_at(vec3 t) { return textureLod(scalar_map, (t + 0.5) / field_nodes, 0.0).r; }

vec3 gradient_at(vec3 t) {
    vec2 h = vec2(0.75, 0.0);
    return vec3(scalar_at(t + h.xyy) - scalar_at(t - h.xyy), scalar_at(t + h.yxy) - scalar_at(t - h.yxy),
                scalar_at(t + h.yyx) - scalar_at(t - h.yyx));
}

// Place between a (below the level) and b (above it): four halvings and one secant.
vec3 refined(vec3 a, vec3 b) {
    for (int i = 0; i < 4; ++i) {
        vec3 middle = 0.5 * (a + b);
        if (scalar_at(middle) >= level) b = middle;
        else a = middle;
    }
    float below = scalar_at(a), above = scalar_at(b);
    return mix(a, b, clamp((level - below) / max(above - below, 1e-20), 0.0, 1.0));
}

// In nodes; w: 1 = found.
vec4 first_hit(vec3 from, vec3 pace, float length) {
    vec3 inverse_pace = 1.0 / pace, corner = brick * step(vec3(0.0), pace);
    vec3 before = from;
    float at = 0.0;
    while (at < length) {
        vec3 here = from + pace * at, inside = max(here, 0.0), origin = floor(inside / brick);
        if (texelFetch(brick_map, min(ivec3(origin), textureSize(brick_map, 0) - 1), 0).r < level) {
            vec3 exits = (origin * brick + corner - inside) * inverse_pace;
            at += max(min(min(exits.x, exits.y), exits.z), 0.0) + 0.05;
            before = here;
            continue;
        }
        if (scalar_at(here) >= level) return vec4(at == 0.0 ? here : refined(before, here), 1.0);
        before = here;
        at += step_nodes;
    }
    return vec4(0.0);
}

vec3 lit(vec3 surface, vec3 n, vec3 to_eye) {
    float facing = dot(n, key.xyz), edge = pow(1.0 - max(dot(n, to_eye), 0.0), 3.0);
    vec3 light = surface * key_color * (1.35 * max(facing, 0.0) + 0.10 * max(0.4 - facing, 0.0));
    light += surface * fill_color * (0.22 + 0.30 * max(dot(n, fill.xyz), 0.0));
    light += surface * sky_color * 0.16 * (0.5 + 0.5 * dot(n, up.xyz));
    light += key_color * 0.16 * pow(max(dot(n, normalize(key.xyz + to_eye)), 0.0), 40.0);
    return light + fill_color * 0.18 * edge * max(dot(n, rim.xyz), 0.0);
}

void main() {
    vec3 ray = ray_through(gl_FragCoord.xy * coarse);
    vec3 a = (field_place.xyz - eye.xyz) / ray, b = (from_nodes(field_nodes - 1.0) - eye.xyz) / ray;
    vec3 lo = min(a, b), hi = max(a, b);
    float start = max(max(max(lo.x, lo.y), lo.z), 0.0), end = min(min(hi.x, hi.y), hi.z);
    if (end <= start) discard;
    vec4 hit = first_hit(to_nodes(eye.xyz + ray * start), ray, (end - start) / field_place.w);
    if (hit.w == 0.0) discard;
    vec3 place = from_nodes(hit.xyz), n = -gradient_at(hit.xyz);
    n = dot(n, n) > 0.0 ? normalize(n) : -ray;
    if (dot(n, ray) > 0.0) n = -n;   // cut open by the box: the inner side
    vec3 mapped = pow(color_of(quantity_at(hit.xyz)), vec3(2.2)) * 0.9;   // to linear light, about
    color = vec4(shown(lit(mix(mapped, tint.rgb, tint.w), n, -ray)), 1.0);
    vec4 clip = clip_from_world * vec4(place, 1.0);
    gl_FragDepth = clamp(0.5 * clip.z / clip.w + 0.5, 0.0, 1.0);
}
