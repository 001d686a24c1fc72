#version 450 core
// One line as a quad along its picture, one sample wider than the line on each side: the edge fades out there.
#include "frame.glsl"
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 tint;       // not premultiplied
layout(location = 3) in float width;     // pixels
layout(location = 0) uniform float pixel;    // samples a pixel
layout(location = 1) uniform float nearer;   // of the depth range, towards the eye: lines on faces are seen
layout(location = 0) out vec4 color;
layout(location = 1) noperspective out float aside;    // samples from the middle
layout(location = 2) flat out float reach;             // half the width, samples

void main() {
    vec4 a = clip_from_world * vec4(from, 1.0), b = clip_from_world * vec4(to, 1.0);
    float near = 1e-4 * max(abs(a.w), abs(b.w));
    if (a.w < near && b.w > near) a = mix(b, a, (b.w - near) / (b.w - a.w));   // what is behind the eye is cut off
    else if (b.w < near && a.w > near) b = mix(a, b, (a.w - near) / (a.w - b.w));
    vec2 along = (b.xy / b.w - a.xy / a.w) * picture.xy;
    along = dot(along, along) > 1e-8 ? normalize(along) : vec2(1.0, 0.0);

    float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    bool at_end = gl_VertexID >= 2;
    reach = 0.5 * width * pixel;
    aside = side * (reach + 1.0);
    vec2 offset = vec2(-along.y, along.x) * aside + along * (at_end ? 0.5 : -0.5) * reach;
    vec4 p = at_end ? b : a;
    color = tint;
    gl_Position = a.w < near && b.w < near ? vec4(2.0, 2.0, 2.0, 1.0)
                                           : p + vec4(offset * 2.0 / picture.xy, -nearer, 0.0) * p.w;
}
