// What a tracer looks like. Needs frame.glsl, field.glsl and colors.glsl.
layout(location = 0) uniform int color_by;      // TracersLayer::ColorBy: constant, age, speed
layout(location = 1) uniform vec4 tint;         // sRGB, opacity
layout(location = 2) uniform vec2 size;         // metres (0: in pixels), pixels; diameters
layout(location = 3) uniform vec4 focal;        // samples per metre at distance 1; samples a pixel; diameters in samples
                                                // that can be drawn, from and to
layout(location = 4) uniform float fade_age;    // steps in which a new tracer appears

struct Sprite {
    vec4 place;    // in clip space
    float wide;    // diameter, samples
    vec4 color;    // sRGB, opacity of the middle; 0: not alive
};

// `tracer`: place in nodes; age in steps, negative: not alive.
Sprite sprite_of(vec4 tracer) {
    if (!(tracer.w >= 0.0)) return Sprite(vec4(2.0, 2.0, 2.0, 1.0), 1.0, vec4(0.0));   // outside: not drawn
    vec4 place = clip_from_world * vec4(from_nodes(tracer.xyz), 1.0);
    float wide = size.x > 0.0 ? size.x * focal.x / max(place.w, 1e-6) : size.y * focal.y;
    vec3 hue = tint.rgb;
    if (color_by == 1) hue = color_of(tracer.w * quantity_scale);
    if (color_by == 2) hue = color_of(length(field_at(tracer.xyz).xyz) * quantity_scale);
    float appeared = fade_age > 0.0 ? min((tracer.w + 1.0) / fade_age, 1.0) : 1.0;
    // A sprite that would be smaller than it can be drawn is paler instead.
    float paler = min(wide * wide / (focal.z * focal.z), 1.0);
    return Sprite(place, clamp(wide, focal.z, focal.w), vec4(hue, tint.a * appeared * paler));
}
