#version 450 core
// Lays what tracer_splat.comp has summed up over the picture, and leaves zeros for the next one. A thread a pixel.
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 1) buffer Sums { uvec4 sums[]; };
layout(binding = 2, rgba8) uniform image2D color_image;
layout(location = 0) uniform int additive;
layout(location = 1) uniform int side;       // samples of a pixel
layout(location = 2) uniform ivec2 pixels;

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(pixel, pixels))) return;
    int at = pixel.y * pixels.x + pixel.x;
    uvec4 sum = sums[at];
    if (sum.a == 0u) return;
    sums[at] = uvec4(0u);
    float left = additive == 1 ? 1.0 : exp(-float(sum.a) / 1024.0);
    vec3 laid = additive == 1 ? vec3(sum.rgb) / 1024.0 : vec3(sum.rgb) / float(sum.a) * (1.0 - left);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            ivec2 sample_at = pixel * side + ivec2(x, y);
            vec4 under = imageLoad(color_image, sample_at);
            imageStore(color_image, sample_at, vec4(laid + under.rgb * left, under.a));
        }
}
