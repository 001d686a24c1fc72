#version 450 core
// Small sprites, summed up by pixel: a thread a tracer. GPUs of data centres have few units that take part in drawing,
// and the sum does not depend on the order in which the solver keeps its tracers. As sprites of one colour, laid over
// each other: the optical depths -log(1 - opacity) add up.
#include "frame.glsl"
#include "field.glsl"
#include "colors.glsl"
#include "tracer.glsl"
#include "hill.glsl"
layout(local_size_x = 128) in;
layout(binding = 6) uniform sampler2D depth_map;
layout(std430, binding = 0) readonly buffer Tracers { vec4 tracers[]; };
layout(std430, binding = 1) buffer Sums { uint sums[]; };   // [pixel][4]: colour times weight, weight; parts of 1024
layout(location = 5) uniform int additive;
layout(location = 6) uniform ivec2 drawn;     // how many tracers, and of how many each stands for
layout(location = 7) uniform ivec2 pixels;    // of the picture

const uint plenty = 1u << 30;   // of the weight: nothing more would be seen, and it must not begin anew

// The part of the pixel's samples in front of which the sprite lies.
float visible(ivec2 pixel, float depth) {
    int side = int(focal.y), seen = 0;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            seen += depth < texelFetch(depth_map, pixel * side + ivec2(x, y), 0).r ? 1 : 0;
    return float(seen) / float(side * side);
}

// Evenly in [0, 1): what is less than one part counts as often as it should.
float dither(uint n) {
    n = n * 747796405u + 2891336453u;
    n = ((n >> ((n >> 28) + 4u)) ^ n) * 277803737u;
    return float(((n >> 22) ^ n) >> 8) / 16777216.0;
}

void add(ivec2 pixel, float weight, vec3 color, uint salt) {
    uint at = 4u * uint(pixel.y * pixels.x + pixel.x);
    if (sums[at + 3u] > plenty) return;
    uvec4 parts = uvec4(vec4(color, 1.0) * (1024.0 * weight) + dither(salt + at));
    for (uint c = 0u; c < 4u; ++c)
        if (parts[c] != 0u) atomicAdd(sums[at + c], parts[c]);
}

void main() {
    int i = int(gl_GlobalInvocationID.x);
    if (i >= drawn.x) return;
    Sprite sprite = sprite_of(tracers[i * drawn.y]);
    vec3 place = sprite.place.xyz / sprite.place.w;
    if (sprite.color.a <= 0.0 || sprite.place.w <= 0.0 || abs(place.z) > 1.0) return;
    float radius = 0.5 * sprite.wide / focal.y, depth = 0.5 * place.z + 0.5;
    vec2 middle = (0.5 * place.xy + 0.5) * vec2(pixels);
    if (any(greaterThan(abs(middle - 0.5 * vec2(pixels)), 0.5 * vec2(pixels) + radius))) return;
    ivec2 from = max(ivec2(floor(middle - radius)), ivec2(0)), to = min(ivec2(floor(middle + radius)), pixels - 1);
    for (int y = from.y; y <= to.y; ++y)
        for (int x = from.x; x <= to.x; ++x) {
            float opacity = opacity_at((vec2(x, y) + 0.5 - middle) / radius, sprite.color.a);
            if (opacity <= 0.0) continue;
            float weight = additive == 1 ? opacity : -log(1.0 - min(opacity, 0.999));
            weight *= visible(ivec2(x, y), depth);
            if (weight > 0.0) add(ivec2(x, y), weight, sprite.color.rgb, uint(i) * 1664525u);
        }
}
