#version 450 core
// Matte clay under three lights and a sky, with weights chosen by eye.
#include "frame.glsl"
#include "studio.glsl"
#include "tone.glsl"
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 1) uniform int on_screen;   // 1: tone mapped here, by nothing after it
layout(location = 0) out vec4 color;

const vec3 clay = vec3(0.37, 0.345, 0.32);

void main() {
    vec3 to_eye = normalize(eye.xyz - place);
    vec3 facet = cross(dFdx(place), dFdy(place));
    facet *= sign(dot(facet, to_eye));
    vec3 n = normalize(normal);
    if (dot(n, facet) < 0.0) n = -n;   // meshes with either winding

    // Looked up a little off the surface, where the smoke is that lies before it and not the one the mesh cuts.
    vec3 outside = place + n * 1.5 * grid.w;
    float smoke_key = key_through_smoke(outside);
    vec2 smoke_rest = texels.w == 0.0 ? vec2(1.0) : light_at(outside).gb;

    float facing = dot(n, key.xyz);
    float past_solids = key_visibility(place + n * (0.004 * half_texels.w), 0.0, 16, 0.0);
    float lit = max(facing, 0.0) * past_solids;
    if (on_screen == 1) {
        // Looked at from all sides, also against the light: a light that wraps round shows the whole shape.
        float wrapped = max((facing + 0.28) / 1.28, 0.0);
        lit = wrapped * wrapped * mix(1.0, past_solids, smoothstep(0.0, 0.3, facing));
    }
    lit *= smoke_key;
    vec3 halfway = normalize(key.xyz + to_eye);
    float sheen = 0.07 * pow(max(dot(n, halfway), 0.0), 24.0);
    float edge = pow(1.0 - max(dot(n, to_eye), 0.0), 3.0);

    vec3 light = clay * key_color * 1.75 * lit + key_color * sheen * lit;
    light += clay * fill_color * 0.17 * (0.35 + 0.65 * max(dot(n, fill.xyz), 0.0)) * smoke_rest.x;
    light += clay * sky_color * 0.15 * (0.5 + 0.5 * dot(n, up.xyz)) * smoke_rest.y;
    light += clay * vec3(0.05, 0.045, 0.04) * (0.5 - 0.5 * dot(n, up.xyz));
    if (on_screen == 1) light += clay * fill_color * 0.11 * max(dot(n, to_eye), 0.0) * smoke_rest.x;
    light += fill_color * 0.30 * edge * max(dot(n, rim.xyz), 0.0) * smoke_rest.x;
    color = vec4(on_screen == 1 ? shown(light) : light, 1.0);
}
