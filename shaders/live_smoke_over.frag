#version 450 core
// Lays the marched smoke over the picture. Of the four texels around, those count that saw a surface about as far away
// as this sample does (joint bilateral upsampling, Kopf et al. 2007), so smoke does not spill over edges.
#include "frame.glsl"
#include "tone.glsl"
layout(binding = 6) uniform sampler2D depth_map;
layout(binding = 13) uniform sampler2D march_map;
layout(binding = 14) uniform sampler2D distance_map;
layout(location = 0) out vec4 color;

void main() {
    vec2 at = gl_FragCoord.xy / picture.xy;
    float depth = texelFetch(depth_map, ivec2(gl_FragCoord.xy), 0).r, far = 4.0 * half_texels.w, here = 1e30;
    if (depth < 1.0) {
        vec4 p = world_from_clip * vec4(at * 2.0 - 1.0, depth * 2.0 - 1.0, 1.0);
        here = distance(p.xyz / p.w, eye.xyz);
    }
    vec2 place = at * vec2(textureSize(march_map, 0)) - 0.5, share = fract(place);
    ivec2 corner = ivec2(floor(place)), last = textureSize(march_map, 0) - 1;
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int i = 0; i < 4; ++i) {
        ivec2 texel = clamp(corner + ivec2(i & 1, i >> 1), ivec2(0), last);
        float apart = abs(min(texelFetch(distance_map, texel, 0).r, far) - min(here, far)) / half_texels.w;
        float weight = ((i & 1) == 1 ? share.x : 1.0 - share.x) * (i >> 1 == 1 ? share.y : 1.0 - share.y);
        weight = (weight + 1e-4) / (1e-3 + apart);
        sum += weight * texelFetch(march_map, texel, 0);
        weights += weight;
    }
    sum /= weights;
    // What the smoke hides is shown in the smoke's own colour, tone mapped as if it were all there is.
    float hidden = 1.0 - sum.a;
    if (hidden < 0.002) discard;
    color = vec4(shown(sum.rgb / hidden), 1.0) * hidden;
}
