#version 450 core
// The largest finite value of a scalar, and how many texels a threshold keeps: two passes over one buffer.
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(binding = 12) uniform sampler3D scalar_map;
layout(binding = 0, r16f) uniform writeonly image3D kept_image;
layout(std430, binding = 1) buffer Counted { uint peak_bits, kept; };   // bits of floats >= 0 are ordered as they are
layout(location = 0) uniform int pass;          // 0: peak; 1: threshold
layout(location = 1) uniform float tolerance;   // share of the peak

shared uint in_group;

void main() {
    ivec3 at = ivec3(gl_GlobalInvocationID);
    bool inside = all(lessThan(at, textureSize(scalar_map, 0)));
    if (gl_LocalInvocationIndex == 0) in_group = 0;
    barrier();
    float value = inside ? texelFetch(scalar_map, at, 0).r : 0.0;
    if (!(value > 0.0) || isinf(value)) value = 0.0;
    if (pass == 0) {
        atomicMax(in_group, floatBitsToUint(value));
    } else if (inside) {
        bool stays = value > tolerance * uintBitsToFloat(peak_bits);
        imageStore(kept_image, at, vec4(stays ? value : 0.0));
        if (stays) atomicAdd(in_group, 1);
    }
    barrier();
    if (gl_LocalInvocationIndex != 0) return;
    if (pass == 0) atomicMax(peak_bits, in_group);
    else atomicAdd(kept, in_group);
}
