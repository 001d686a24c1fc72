#version 450 core
// Lays an isosurface that was drawn with fewer samples over the picture, with its depth.
#include "frame.glsl"
layout(binding = 13) uniform sampler2D march_map;      // the colours
layout(binding = 14) uniform sampler2D distance_map;   // their depths; 1 = nothing
layout(location = 0) out vec4 color;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy / picture.xy * vec2(textureSize(march_map, 0)));
    float depth = texelFetch(distance_map, at, 0).r;
    if (depth >= 1.0) discard;
    color = texelFetch(march_map, at, 0);
    gl_FragDepth = depth;
}
