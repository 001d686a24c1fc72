// From values to colours. Mirrors Coloring in render/layers/coloring.h.
layout(binding = 10) uniform sampler1D color_map;
layout(location = 26) uniform vec2 color_range;     // values of the first and the last colour
layout(location = 27) uniform int mark_outside;     // 1: values outside the range get colours of their own

vec3 color_of(float value) {
    if (isnan(value)) return vec3(1.0, 0.0, 1.0);
    float at = (value - color_range.x) / (color_range.y - color_range.x);
    if (mark_outside == 1 && at < 0.0) return vec3(0.0, 0.0, 0.0);
    if (mark_outside == 1 && at > 1.0) return vec3(1.0, 1.0, 1.0);
    return textureLod(color_map, (clamp(at, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 0.0).rgb;
}
