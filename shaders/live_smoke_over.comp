#version 450 core
// Lays marched smoke, or another volume, over the picture. Of the nine texels around, those count that saw a surface
// about as far away as this sample does (joint bilateral upsampling, Kopf et al. 2007), so it does not spill over edges. A compute
// shader for the same reason as the march.
#include "frame.glsl"
#include "tone.glsl"
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 6) uniform sampler2D depth_map;
layout(binding = 13) uniform sampler2D march_map;
layout(binding = 14) uniform sampler2D distance_map;
layout(binding = 2, rgba8) uniform image2D color_image;
layout(location = 0) uniform bool as_it_is;   // colours of the screen, not light

void main() {
    ivec2 here_at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(here_at, ivec2(picture.xy)))) return;
    vec2 at = (vec2(here_at) + 0.5) / picture.xy;
    float depth = texelFetch(depth_map, here_at, 0).r, far = 4.0 * half_texels.w, here = 1e30;
    if (depth < 1.0) {
        vec4 p = world_from_clip * vec4(at * 2.0 - 1.0, depth * 2.0 - 1.0, 1.0);
        here = distance(p.xyz / p.w, eye.xyz);
    }
    // The quadratic B-spline over three by three texels, which holds all levels of the march's noise once.
    vec2 place = at * vec2(textureSize(march_map, 0)), f = fract(place) - 0.5;
    ivec2 middle = ivec2(floor(place)), last = textureSize(march_map, 0) - 1;
    vec2 spline[3] = vec2[3](0.5 * (0.5 - f) * (0.5 - f), 0.75 - f * f, 0.5 * (0.5 + f) * (0.5 + f));
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int i = 0; i < 9; ++i) {
        ivec2 aside = ivec2(i % 3, i / 3), texel = clamp(middle + aside - 1, ivec2(0), last);
        float apart = abs(min(texelFetch(distance_map, texel, 0).r, far) - min(here, far)) / half_texels.w;
        float weight = (spline[aside.x].x * spline[aside.y].y + 1e-4) / (1e-3 + apart);
        sum += weight * texelFetch(march_map, texel, 0);
        weights += weight;
    }
    sum /= weights;
    // What the smoke hides is shown in the smoke's own colour, tone mapped as if it were all there is.
    float hidden = 1.0 - sum.a;
    if (hidden < 0.002) return;
    vec4 under = imageLoad(color_image, here_at);
    vec3 own = sum.rgb / hidden;
    imageStore(color_image, here_at, vec4(mix(under.rgb, as_it_is ? own : shown(own), hidden), under.a));
}
