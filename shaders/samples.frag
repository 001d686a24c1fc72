#version 450 core
layout(location = 0) flat in vec3 tint;
layout(location = 0) out vec4 color;

void main() {
    vec2 at = 2.0 * gl_PointCoord - 1.0;
    float r2 = dot(at, at);
    if (r2 > 1.0) discard;
    vec3 n = vec3(at.x, -at.y, sqrt(1.0 - r2));   // as seen from the eye
    color = vec4(tint * (0.45 + 0.55 * max(dot(n, normalize(vec3(0.4, 0.6, 0.8))), 0.0)), 1.0);
}
