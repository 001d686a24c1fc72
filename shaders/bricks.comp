#version 450 core
// The largest value in each brick of 8 texels a side and at least one around it, from the halved scalar.
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(binding = 4) uniform sampler3D coarse_map;
layout(binding = 0, r16f) uniform writeonly image3D brick_image;

void main() {
    ivec3 at = ivec3(gl_GlobalInvocationID), last = textureSize(coarse_map, 0) - 1;
    if (any(greaterThanEqual(at, imageSize(brick_image)))) return;
    ivec3 low = max(4 * at - 1, ivec3(0)), high = min(4 * at + 4, last);
    float most = 0.0;
    for (int z = low.z; z <= high.z; ++z)
        for (int y = low.y; y <= high.y; ++y)
            for (int x = low.x; x <= high.x; ++x) most = max(most, texelFetch(coarse_map, ivec3(x, y, z), 0).r);
    imageStore(brick_image, at, vec4(most));
}
