#version 450 core
// Surface samples as small balls, coloured by how many share their cell.
#include "frame.glsl"
#include "field.glsl"
layout(location = 0) in vec4 surface_sample;    // place in nodes; samples in its cell
layout(location = 0) uniform vec2 size;         // metres (0: in samples of the picture), samples; diameters
layout(location = 1) uniform vec2 focal;        // samples per metre at distance 1; largest sprite
layout(location = 2) uniform vec2 band;         // fewest and most samples a cell that are well
layout(location = 0) flat out vec3 tint;

// Blue below the band, green in it, from yellow to red above; each shade a factor of about three.
vec3 band_color(float count) {
    float low = log(count / band.x), high = log(count / band.y), three = log(3.0);
    vec3 green = mix(vec3(0.10, 0.50, 0.42), vec3(0.48, 0.78, 0.33), clamp(low / (log(band.y / band.x)), 0.0, 1.0));
    if (low < 0.0) return mix(vec3(0.25, 0.55, 0.95), vec3(0.16, 0.22, 0.68), clamp(-low / three, 0.0, 1.0));
    if (high > 0.0) return mix(vec3(0.96, 0.74, 0.20), vec3(0.86, 0.15, 0.12), clamp(high / three, 0.0, 1.0));
    return green;
}

void main() {
    // A little towards the eye: the solid's facets pass in front of samples that lie on its surface.
    vec3 place = from_nodes(surface_sample.xyz), to_eye = eye.xyz - place;
    place += to_eye * min(0.4 * field_place.w / max(length(to_eye), 1e-20), 0.5);
    gl_Position = clip_from_world * vec4(place, 1.0);
    float wide = size.x > 0.0 ? size.x * focal.x / max(gl_Position.w, 1e-6) : size.y;
    gl_PointSize = clamp(wide, 1.5, focal.y);
    tint = band_color(max(surface_sample.w, 1.0));
}
