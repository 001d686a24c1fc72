#version 450 core
// One piece of a streamline as a quad that faces the eye; its ends are turned halfway to its neighbours, so that pieces
// join.
#include "frame.glsl"
#include "field.glsl"
#include "colors.glsl"
layout(location = 0) in vec4 before;     // place in nodes; speed, negative: beyond an end
layout(location = 1) in vec4 from;
layout(location = 2) in vec4 to;
layout(location = 3) in vec4 after;
layout(location = 0) uniform vec2 width;        // metres (0: in samples), samples
layout(location = 1) uniform float focal;       // samples per metre at distance 1
layout(location = 0) out vec3 tint;
layout(location = 1) out vec3 tangent;
layout(location = 2) out vec3 beside;           // unit, across the line, in the picture's plane
layout(location = 3) out vec3 to_eye;
layout(location = 4) out float aside;           // -1..1 at the tube's edges, a little more where the quad ends
layout(location = 5) flat out float reach;      // half the width, samples

void main() {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);   // outside: not drawn
    tint = tangent = beside = to_eye = vec3(0.0);
    aside = reach = 0.0;
    if (from.w < 0.0 || to.w < 0.0) return;
    bool at_end = gl_VertexID >= 2;
    vec4 here = at_end ? to : from;
    vec3 along = normalize(to.xyz - from.xyz), other = along;
    if (at_end && after.w >= 0.0) other = normalize(after.xyz - to.xyz);
    if (!at_end && before.w >= 0.0) other = normalize(from.xyz - before.xyz);
    tangent = normalize(along + other + 1e-4 * along);

    vec3 place = from_nodes(here.xyz);
    vec4 clip = clip_from_world * vec4(place, 1.0);
    if (clip.w <= 0.0) return;
    to_eye = normalize(eye.xyz - place);
    beside = cross(tangent, to_eye);
    beside = dot(beside, beside) > 1e-10 ? normalize(beside) : vec3(0.0);
    float metres = width.x > 0.0 ? width.x : width.y * clip.w / focal;
    reach = max(0.5 * metres * focal / clip.w, 0.5);
    aside = ((gl_VertexID & 1) == 0 ? -1.0 : 1.0) * (reach + 1.0) / reach;
    tint = color_of(here.w * quantity_scale);
    gl_Position = clip_from_world * vec4(place + beside * (aside * reach * clip.w / focal), 1.0);
}
