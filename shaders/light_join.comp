#version 450 core
// The light map from its parts: transmittance towards key, fill and sky, and the key light that solids let through.
#include "frame.glsl"
layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 0, rgba16f) uniform writeonly image3D light_image;
layout(binding = 1, r16f) uniform readonly image3D key_image;
layout(binding = 2, r16f) uniform readonly image3D fill_image;
layout(binding = 3, r16f) uniform readonly image3D sky_image;

void main() {
    ivec3 texel = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(texel, imageSize(light_image)))) return;
    vec3 place = grid.xyz + (2.0 * vec3(texel) + 0.5) * grid.w;
    imageStore(light_image, texel,
               vec4(imageLoad(key_image, texel).r, imageLoad(fill_image, texel).r, imageLoad(sky_image, texel).r,
                    key_visibility(place, 0.055, 8, 0.0)));
}
