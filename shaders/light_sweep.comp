#version 450 core
// One slice of a sweep through the coarse smoke, away from a light: the transmittance of a texel is that of the place
// one slice nearer to the light, interpolated, times what lies between. Costs one pass whatever the depth; the
// interpolation spreads the shadow a little with its length, as a light of some size would.
#include "frame.glsl"
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 4) uniform sampler3D coarse_map;
layout(binding = 5) uniform sampler2D previous_map;       // border 1: light enters at the sides
layout(binding = 0, r32f) uniform writeonly image2D next_image;
layout(binding = 1, r16f) uniform writeonly image3D part_image;

layout(location = 0) uniform int axis;       // the slices' normal
layout(location = 1) uniform int slice;
layout(location = 2) uniform int first;      // 1: nothing lies before this slice
layout(location = 4) uniform vec3 to_light;  // texels of the coarse smoke; one slice long
layout(location = 5) uniform float spread;   // texels that light is displaced by in one slice; its source is that large

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, imageSize(next_image)))) return;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    ivec3 texel;
    texel[axis] = slice;
    texel[u] = at.x;
    texel[v] = at.y;
    vec3 size = half_texels.xyz, here = vec3(texel) + 0.5, before = here + to_light;

    float entering = 1.0;
    if (first == 0) {
        vec2 scale = 1.0 / vec2(size[u], size[v]), from = vec2(before[u], before[v]) * scale;
        vec4 aside = vec4(spread, -spread, 0.35 * spread, -0.35 * spread);   // a square, turned off the lattice
        entering = 0.25 * (textureLod(previous_map, from + aside.xz * scale, 0.0).r +
                           textureLod(previous_map, from + aside.wx * scale, 0.0).r +
                           textureLod(previous_map, from + aside.yw * scale, 0.0).r +
                           textureLod(previous_map, from + aside.zy * scale, 0.0).r);
    }
    float smoke = 0.5 * (textureLod(coarse_map, here / size, 0.0).r + textureLod(coarse_map, before / size, 0.0).r);
    float left = entering * exp(-smoke * texels.w * 2.0 * grid.w * length(to_light));
    imageStore(next_image, at, vec4(left));
    imageStore(part_image, texel, vec4(left));
}
