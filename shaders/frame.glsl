// What every shader of a picture knows. Lengths in metres from the scene's reference point, directions unit and towards
// the thing they are named after. Mirrors FrameUniforms in render/layers/frame.h.
layout(std140, binding = 0) uniform Frame {
    mat4 clip_from_world;
    mat4 world_from_clip;
    mat4 shadow_from_world;   // clip space of the key light's depth map
    vec4 eye;
    vec4 key;
    vec4 fill;
    vec4 rim;
    vec4 up;                  // w: height of the floor along up
    vec4 grid;                // place of texel (0,0,0); w: distance of texels
    vec4 texels;              // of the density; w: extinction of the value 1, per metre; 0 = no smoke
    vec4 half_texels;         // of the light; w: size of the scene, the radius of a ball around it
    vec4 center;              // of that ball; w: 1 = the floor is drawn
    vec4 picture;             // width, height, samples a side, 1 = there are solids
};

layout(binding = 0) uniform sampler3D density_map;    // 0..1
layout(binding = 1) uniform sampler3D light_map;      // the smoke's transmittance to key, fill, up; key past solids
layout(binding = 2) uniform sampler3D brick_map;
layout(binding = 3) uniform sampler2DShadow key_depth_map;

const vec3 key_color = vec3(1.0, 0.955, 0.89);
const vec3 fill_color = vec3(0.78, 0.88, 1.0);
const vec3 sky_color = vec3(0.74, 0.86, 1.0);

vec3 to_texels(vec3 p) { return (p - grid.xyz) / grid.w; }

// Texel t of the light stands between the texels 2t and 2t + 1 of the density.
vec4 light_at(vec3 p) {
    vec3 at = (to_texels(p) + 0.5) / (2.0 * half_texels.xyz);
    return textureLod(light_map, at, 0.0);
}

// Jimenez 2014, "interleaved gradient noise": neighbours differ much, 3x3 blocks hold all levels.
float noise_at(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

// The part of the key light that solids let through to p: lookups on a disk of the depth map, each a 2x2 comparison
// (percentage closer filtering, Reeves, Salesin and Cook 1987; the spiral is Vogel's of 1979). The disk is three texels
// wide, and `softness` times the way from the middle of the solids, as for a light of that size.
float key_visibility(vec3 p, float softness, int lookups, float turn) {
    if (picture.w == 0.0) return 1.0;
    vec3 at = (shadow_from_world * vec4(p, 1.0)).xyz * 0.5 + 0.5;
    float radius = 3.0 / float(textureSize(key_depth_map, 0).x) + softness * max(at.z - 0.5, 0.0);
    at.z = clamp(at.z, 0.0, 1.0);   // behind all solids, whose depths are less than 1, shadows go on
    float sum = 0.0;
    for (int i = 0; i < lookups; ++i) {
        float angle = 2.39996323 * float(i) + turn;
        vec2 aside = sqrt((float(i) + 0.5) / float(lookups)) * vec2(cos(angle), sin(angle));
        sum += textureLod(key_depth_map, vec3(at.xy + aside * radius, at.z), 0.0);
    }
    return sum / float(lookups);
}

// Where a ray is inside the smoke's box: entry and exit, exit < entry if it never is.
vec2 box_crossing(vec3 from, vec3 direction) {
    vec3 a = (grid.xyz - from) / direction, b = (grid.xyz + (texels.xyz - 1.0) * grid.w - from) / direction;
    vec3 lo = min(a, b), hi = max(a, b);
    return vec2(max(max(lo.x, lo.y), lo.z), min(min(hi.x, hi.y), hi.z));
}

vec3 ray_through(vec2 pixel) {
    vec4 p = world_from_clip * vec4(pixel / picture.xy * 2.0 - 1.0, 1.0, 1.0);
    vec3 d = normalize(p.xyz / p.w - eye.xyz);
    return mix(d, vec3(1e-7), lessThan(abs(d), vec3(1e-7)));   // no division by zero in box_crossing
}
