#version 450 core
// The quad as the tube it stands for.
#include "frame.glsl"
layout(location = 0) in vec3 tint;
layout(location = 1) in vec3 tangent;
layout(location = 2) in vec3 beside;
layout(location = 3) in vec3 to_eye;
layout(location = 4) in float aside;
layout(location = 5) flat in float reach;
layout(location = 0) out vec4 color;

void main() {
    float covered = clamp((1.0 - abs(aside)) * reach + 0.5, 0.0, 1.0);
    if (covered < 0.05) discard;
    float a = clamp(aside, -1.0, 1.0);
    vec3 t = normalize(tangent), forward = normalize(cross(beside, t));
    if (dot(forward, to_eye) < 0.0) forward = -forward;
    vec3 n = normalize(beside * a + forward * sqrt(max(1.0 - a * a, 0.0)));
    float lit = 0.55 + 0.50 * max(dot(n, normalize(key.xyz + to_eye)), 0.0);
    float sheen = 0.25 * pow(max(dot(n, normalize(key.xyz + to_eye)), 0.0), 24.0);
    color = vec4(tint * lit + sheen, 1.0) * covered;
}
