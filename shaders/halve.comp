#version 450 core
// Halves a scalar: the mean or the maximum over 2x2x2 texels. What is negative, not finite or at most `negligible`
// counts as 0, and so do texels beyond the end.
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(binding = 12) uniform sampler3D scalar_map;
layout(binding = 0, r16f) uniform writeonly image3D half_image;
layout(location = 0) uniform int largest;        // 1: maximum
layout(location = 1) uniform float negligible;

void main() {
    ivec3 at = ivec3(gl_GlobalInvocationID), size = textureSize(scalar_map, 0);
    if (any(greaterThanEqual(at, imageSize(half_image)))) return;
    float sum = 0.0, most = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        ivec3 from = 2 * at + (ivec3(corner) >> ivec3(0, 1, 2) & 1);
        if (any(greaterThanEqual(from, size))) continue;
        float value = texelFetch(scalar_map, from, 0).r;
        if (!(value > negligible) || isinf(value)) continue;
        sum += value;
        most = max(most, value);
    }
    imageStore(half_image, at, vec4(largest == 1 ? most : sum / 8.0));
}
